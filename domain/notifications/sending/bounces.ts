import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { markUnreachable } from '#drizzle/queries/notifications/unreachable.ts'

/**
 * Records that an address does not exist: its family gets no email until the address changes. Does nothing
 * for addresses of no family, and when repeated.
 * @param address in lower case
 */
export function recordUnreachable(
  db: Transaction,
  address: string,
  { source, now }: { source: 'smtp' | 'webhook'; now: Date },
): void {
  for (const subject of markUnreachable(db, address, now)) {
    appendEvent(db, { kind: 'user.unreachable', actor: null, subject, data: { source } }, now)
  }
}
