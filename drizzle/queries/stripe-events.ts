import { eq, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { stripeCursors, stripeEvents } from '../schema/index.ts'
import { appendEvent } from './events.ts'

export type StripeEventRow = typeof stripeEvents.$inferSelect

/** What is kept of an event of Stripe's: ids only, the truth is asked for later. */
export type ReceivedEvent = Omit<StripeEventRow, 'receivedAt'>

const statements = preparedOnce((db: Database) => ({
  receive: db
    .insert(stripeEvents)
    .values({
      id: sql.placeholder('id'),
      type: sql.placeholder('type'),
      intentId: sql.placeholder('intentId'),
      createdAt: sql.placeholder('createdAt'),
      receivedAt: sql.placeholder('receivedAt'),
    })
    .onConflictDoNothing()
    .prepare(),
  one: db
    .select()
    .from(stripeEvents)
    .where(eq(stripeEvents.id, sql.placeholder('id')))
    .prepare(),
}))

/**
 * Puts an event of Stripe's into the inbox together with `stripe.event_received`; one that is
 * there already stays unchanged. Call it in a write transaction.
 * @returns whether it is new
 */
export function receiveStripeEvent(db: Database, event: ReceivedEvent, now: Date): boolean {
  const { changes } = statements(db).receive.run({ ...event, receivedAt: now })
  if (changes === 0) return false
  appendEvent(
    db,
    {
      kind: 'stripe.event_received',
      actor: null,
      subject: event.id,
      data: { type: event.type },
    },
    now,
  )
  return true
}

/** An event in the inbox. */
export function findStripeEvent(db: Database, id: string): StripeEventRow | undefined {
  return statements(db).one.get({ id })
}

/** Up to when the sweep of that name has seen everything; undefined before the first one. */
export function readCursor(db: Database, name: string): Date | undefined {
  const row = db.select().from(stripeCursors).where(eq(stripeCursors.name, name)).get()
  return row?.seenUntil
}

/** Remembers that the sweep of that name has seen everything up to `seenUntil`. */
export function moveCursor(db: Database, name: string, seenUntil: Date): void {
  db.insert(stripeCursors)
    .values({ name, seenUntil })
    .onConflictDoUpdate({ target: stripeCursors.name, set: { seenUntil } })
    .run()
}
