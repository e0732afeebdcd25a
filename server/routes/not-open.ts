import type { NotOpen } from '#contract/opening/not-open.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import type { notOpen } from '#contract/refusals/shared-refusals.ts'
import { findNotOpen } from '#domain/opening/opening.ts'
import type { Database } from '#drizzle/client.ts'
import { explain } from '#server/http/refuse.ts'
import type { Services } from '#server/http/services.ts'
import { speech } from '#server/http/spoken-language.ts'

/**
 * The body of 409 while families cannot book online; undefined while they can. Call it in the
 * transaction.
 */
export function findNotOpenRefusal(
  call: Refusing<typeof notOpen>,
  db: Database,
  { clinic, clinicClock }: Pick<Services, 'clinic' | 'clinicClock'>,
): NotOpen | undefined {
  const found = findNotOpen(db, clinicClock.moment(), speech())
  if (!found) return undefined
  const { why, opensOn } = found
  const { phone } = clinic.settings()
  return { success: false, ...explain(call, 'not_open', { why, phone }), opensOn }
}
