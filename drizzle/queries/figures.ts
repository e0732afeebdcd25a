import { and, count, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { countRows } from '../count-rows.ts'
import { eventDeliveries, events, payments } from '../schema.ts'
import { isUnfinished, nextDueAt } from './deliveries.ts'
import { isUnpublished } from './outbox.ts'

/** What operators watch (design section 5): how much is under way, and what is stuck. */
export interface Figures {
  /** Deliveries that are not done. */
  deliveries: Record<'pending' | 'running' | 'parked', number>
  /** Events whose deliveries have not been written yet. */
  unpublishedEvents: number
  /** By how many seconds the delivery that has waited longest is late; 0 when none is. */
  lateSeconds: number
  /** PaymentIntents: `open` may still take money, `refunding` took some that is to go back. */
  payments: Record<'open' | 'refunding', number>
  /** Of the open ones, those made before the moment asked about. */
  unsettledPayments: number
}

/**
 * Counts what is unfinished. Each condition is that of a partial index, so that this takes no
 * longer in a database of many years.
 */
export function readFigures(
  db: Database,
  { now, openedBefore }: { now: Date; openedBefore: Date },
): Figures {
  const isOpen = sql`state = 'open'`
  const due = nextDueAt(db)
  return {
    deliveries: countUnfinishedDeliveries(db),
    unpublishedEvents: countRows(db, events, isUnpublished),
    lateSeconds: due ? Math.max(0, (now.getTime() - due.getTime()) / 1000) : 0,
    payments: {
      open: countRows(db, payments, isOpen),
      refunding: countRows(db, payments, sql`state = 'refunding'`),
    },
    unsettledPayments: countRows(db, payments, and(isOpen, lte(payments.createdAt, openedBefore))),
  }
}

function countUnfinishedDeliveries(db: Database): Figures['deliveries'] {
  const counts = { pending: 0, running: 0, parked: 0 }
  const { status } = eventDeliveries
  const rows = db
    .select({ status, count: count() })
    .from(eventDeliveries)
    .where(and(isUnfinished, inArray(status, ['pending', 'running', 'parked'])))
    .groupBy(status)
    .all()
  for (const row of rows) if (row.status !== 'done') counts[row.status] = row.count
  return counts
}
