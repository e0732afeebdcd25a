import { and, count, eq, inArray, lte, sql } from 'drizzle-orm'
import { type AlarmKind, alarmKind } from '#contract/audit/alarms.ts'
import { countRows, type Database } from '#drizzle/client.ts'
import { isUnfinished, nextDueAt } from '#drizzle/queries/deliveries.ts'
import { countOpenCashRefunds } from '#drizzle/queries/front-desk/cash-refunds.ts'
import { isUnderWay } from '#drizzle/queries/payments/refunds.ts'
import { eventDeliveries, events, payments, refunds, treatments } from '#drizzle/schema/index.ts'

/** Figures for operators: work in progress, and stuck work. */
interface DatabaseMetrics {
  /** Deliveries that are not done. */
  deliveries: Record<'pending' | 'running' | 'failed', number>
  /** By how many seconds the most overdue delivery is late; 0 when none is. */
  lateSeconds: number
  /** Payment intents that may still be charged, and refunds in progress. */
  payments: Record<'open' | 'refunding', number>
  /** Open payments made before `openedBefore`. */
  unsettledPayments: number
  /** How many events of each alarm there have ever been. */
  alarms: Record<AlarmKind, number>
}

/** Counts unfinished work, each kind by a partial index, so that it does not get slower over the years. */
export function readMetrics(
  db: Database,
  { openedBefore }: { openedBefore: Date },
): DatabaseMetrics {
  const isOpen = sql`state = 'open'`
  const due = nextDueAt(db)
  return {
    deliveries: countUnfinishedDeliveries(db),
    // By the machine's clock, which deliveries use.
    lateSeconds: due ? Math.max(0, (Date.now() - due.getTime()) / 1000) : 0,
    payments: {
      open: countRows(db, payments, isOpen),
      refunding: countRows(db, refunds, isUnderWay) - countOpenCashRefunds(db),
    },
    unsettledPayments: countRows(db, payments, and(isOpen, lte(payments.createdAt, openedBefore))),
    alarms: countAlarms(db),
  }
}

function countAlarms(db: Database): DatabaseMetrics['alarms'] {
  const countOf = (kind: AlarmKind) => countRows(db, events, eq(events.kind, kind))
  const counts = alarmKind.options.map((kind) => [kind, countOf(kind)] as const)
  return Object.fromEntries(counts) as DatabaseMetrics['alarms']
}

// Failures of other systems' webhooks have an alarm of their own.
const isOurs = sql`${eventDeliveries.handler} not glob 'webhook.send@*'`

function countUnfinishedDeliveries(db: Database): DatabaseMetrics['deliveries'] {
  const counts = { pending: 0, running: 0, failed: 0 }
  const { status } = eventDeliveries
  const rows = db
    .select({ status, count: count() })
    .from(eventDeliveries)
    .where(and(isUnfinished, isOurs, inArray(status, ['pending', 'running', 'failed'])))
    .groupBy(status)
    .all()
  for (const row of rows) if (row.status !== 'done') counts[row.status] = row.count
  return counts
}

/** Whether the database can be read and has its tables. Never throws. */
export function answersQueries(db: Database): boolean {
  try {
    db.select({ id: treatments.id }).from(treatments).limit(1).all()
    return true
  } catch {
    return false
  }
}
