import { eq } from 'drizzle-orm'
import type { NotificationState } from '#contract/notifications/notifications.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { notifications } from '#drizzle/schema/index.ts'
import type { NotificationOf } from '../notifications/notifications.ts'

/** An email that asks a recipient on a day about all children of theirs. */
interface RecallEmail {
  id: string
  state: NotificationState
  tickets: string[]
}

/** The emails with these keys, in any state. */
export function readRecallEmails(
  db: Database,
  keys: readonly string[],
): ReadonlyMap<string, RecallEmail> {
  const rows = db.select().from(notifications).where(isAmong(notifications.dedupeKey, keys)).all()
  return new Map(
    rows.map((row) => {
      const { id, state, data } = row as NotificationOf<'visits_due'>
      return [row.dedupeKey, { id, state, tickets: data.tickets }]
    }),
  )
}

/** Has an email that is not sent yet ask for further tickets. */
export function addToRecallEmail(
  db: Transaction,
  { id, tickets }: Pick<RecallEmail, 'id' | 'tickets'>,
  further: readonly string[],
): void {
  db.update(notifications)
    .set({ data: { tickets: [...new Set([...tickets, ...further])] } })
    .where(eq(notifications.id, id))
    .run()
}
