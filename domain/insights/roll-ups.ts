import { isDeepStrictEqual } from 'node:util'
import type { BaseLogger } from 'pino'
import { wallClockAt } from '#contract/clinic-time.ts'
import { dayAfter, daysFrom, type IsoDate } from '#contract/dates.ts'
import { receiptPlace } from '#contract/payments/receipts.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, datesIn, findLatestPosition } from '#drizzle/queries/events.ts'
import {
  advanceInsights,
  cleanDay,
  daysAroundAppointment,
  daysOfFamilies,
  type FollowedEvent,
  findReceiptInstant,
  isDirtyDay,
  listFollowedEvents,
  listLostInstants,
  listMoneyInstants,
  markDirtyDays,
  nextDirtyDay,
  readInsightProgress,
  recordComparison,
  recordRefresh,
  restartInsights,
} from '#drizzle/queries/insights/dirty-days.ts'
import {
  type DateRange,
  findLatestCapacity,
  type RollUps,
  readRollUpSpan,
  readRollUps,
  replaceRollUps,
} from '#drizzle/queries/insights/roll-ups.ts'
import { readSourceSpan } from '#drizzle/queries/insights/source.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { keepCapacityInSteps } from './capacity.ts'
import { computeDay } from './compute-day.ts'

/**
 * The version of the definitions in `computeDay`. Raise it with each change of them, so that all days are
 * computed again.
 */
const VERSION = 2

/** How many events one transaction reads. */
const EVENTS_AT_ONCE = 1_000

/** How long one transaction may compute days, in milliseconds: other writers wait for it. */
const COMPUTE_FOR_MS = 20

export interface InsightContext {
  db: Database
  timeZone: string
  now: () => Date
  log?: Pick<BaseLogger, 'info'>
}

/** Stops between two transactions; the next run continues. */
interface Stoppable {
  signal?: AbortSignal
}

/**
 * Brings the roll-ups up to date: marks the days of new events, computes them again, and stores the capacity
 * of past days. May be stopped after any transaction.
 */
export async function refreshInsights(
  { db, timeZone, now, log }: InsightContext,
  { signal }: Stoppable = {},
): Promise<void> {
  const { today } = wallClockAt(now(), timeZone)
  const isKept = (findLatestCapacity(db) ?? '') >= dayAfter(today, -1)
  const { timeZone: earlier } = readInsightProgress(db)
  const isNewZone = earlier !== null && earlier !== timeZone
  if (isKept && !isNewZone && !areInsightsBehind(db)) return
  if (isNewZone) {
    log?.info({ from: earlier, to: timeZone }, 'figures are counted again in the new time zone')
  }
  while (!(await writeTransaction(db, (tx) => followEvents(tx, timeZone)))) signal?.throwIfAborted()
  while (!(await writeTransaction(db, (tx) => computeSome(tx, timeZone)))) signal?.throwIfAborted()
  if (!isKept) await keepCapacityInSteps(db, { today, timeZone }, { ...(signal && { signal }) })
  await writeTransaction(db, (tx) => recordRefresh(tx, now()))
}

/** Whether there are changes that the roll-ups do not count yet. */
export function areInsightsBehind(db: Database): boolean {
  const { position, version } = readInsightProgress(db)
  if (position === null || version !== VERSION) return true
  return position !== findLatestPosition(db) || nextDirtyDay(db) !== undefined
}

/** Computes a day, or all days, again, even without events about them. */
export async function rebuildInsights(
  context: InsightContext,
  date: IsoDate | 'all',
  options: Stoppable = {},
): Promise<void> {
  await writeTransaction(context.db, (tx) =>
    date === 'all' ? restartInsights(tx) : markDirtyDays(tx, [date]),
  )
  await refreshInsights(context, options)
}

/**
 * Compares the roll-ups of all days with their source, and corrects the days that differ, each with an event
 * that raises an alarm.
 * @returns the days that differed
 */
export async function compareInsights(
  context: InsightContext,
  { signal }: Stoppable = {},
): Promise<IsoDate[]> {
  const { db, timeZone, now } = context
  await refreshInsights(context, { ...(signal && { signal }) })
  const span = widest(sourceSpan(db, timeZone), readRollUpSpan(db))
  const differing: IsoDate[] = []
  for (let date = span?.from; span && date && date <= span.to; date = dayAfter(date)) {
    signal?.throwIfAborted()
    const day = date
    // First without the lock, because hardly any day differs.
    if (isDeepStrictEqual(computeDay(db, day, timeZone), readRollUps(db, day))) {
      await new Promise((resolve) => setImmediate(resolve))
      continue
    }
    const isMended = await writeTransaction(db, (tx) => {
      while (!followEvents(tx, timeZone));
      const isExpected = isDirtyDay(tx, day)
      if (!recompute(tx, day, timeZone) || isExpected) return false
      appendEvent(tx, { kind: 'insights.mended', actor: null, subject: day }, now())
      return true
    })
    if (isMended) differing.push(day)
  }
  await writeTransaction(db, (tx) => recordComparison(tx, now()))
  return differing
}

/**
 * Marks the days of the next events. Marks all days before the first build, and after a change of the
 * definitions or the time zone.
 * @returns whether no events are left
 */
function followEvents(tx: Transaction, timeZone: string): boolean {
  const { position, version, timeZone: earlier } = readInsightProgress(tx)
  if (position === null || version !== VERSION || earlier !== timeZone) {
    const span = widest(sourceSpan(tx, timeZone), readRollUpSpan(tx))
    if (span) markDirtyDays(tx, daysFrom(span.from, span.to))
    advanceInsights(tx, { position: findLatestPosition(tx), version: VERSION, timeZone })
    return true
  }
  const events = listFollowedEvents(tx, position, EVENTS_AT_ONCE)
  const dates = events.flatMap((event) => daysOfEvent(tx, event, timeZone))
  markDirtyDays(tx, [...new Set(dates)])
  const last = events.at(-1)
  if (last) advanceInsights(tx, { position: last.rowid, version: VERSION, timeZone })
  return events.length < EVENTS_AT_ONCE
}

/** The days whose figures an event may change. */
function daysOfEvent(
  db: Database,
  { kind, subject, data, occurredAt }: FollowedEvent,
  timeZone: string,
): IsoDate[] {
  const dayOf = (instant: number) => wallClockAt(new Date(instant), timeZone).today
  if (kind.startsWith('appointment.')) {
    const days = [...datesIn(data), ...daysAroundAppointment(db, subject)]
    // Its money counts for its present doctor.
    return kind === 'appointment.moved'
      ? [...days, ...listMoneyInstants(db, subject).map(dayOf)]
      : days
  }
  switch (kind) {
    case 'receipt.issued': {
      const instant = findReceiptInstant(db, receiptPlace(subject))
      return instant === undefined ? [] : [dayOf(instant)]
    }
    case 'payment.dispute_lost':
      return [dayOf(occurredAt)]
    case 'refund.requested':
    case 'refund.failed':
    case 'refund.hand_back_undone':
    case 'payment.refunded': {
      // A refund makes an appointment unpaid; a dispute takes what was not refunded.
      const { appointmentId } = JSON.parse(data) as { appointmentId: string }
      const lost = listLostInstants(db, subject).map(dayOf)
      return [...daysAroundAppointment(db, appointmentId), ...lost]
    }
    case 'family.linked':
    case 'family.unlinked': {
      const { uid } = JSON.parse(data) as { uid: string }
      return daysOfFamilies(db, [subject, uid])
    }
    default:
      return []
  }
}

/**
 * Computes marked days.
 * @returns whether none are left
 */
function computeSome(tx: Transaction, timeZone: string): boolean {
  const end = performance.now() + COMPUTE_FOR_MS
  do {
    const date = nextDirtyDay(tx)
    if (date === undefined) return true
    recompute(tx, date, timeZone)
  } while (performance.now() < end)
  return false
}

/** Computes a day again. Returns whether it differed. */
function recompute(tx: Transaction, date: IsoDate, timeZone: string): boolean {
  const rollUps: RollUps = computeDay(tx, date, timeZone)
  cleanDay(tx, date)
  if (isDeepStrictEqual(rollUps, readRollUps(tx, date))) return false
  replaceRollUps(tx, date, rollUps)
  return true
}

/** The range of days with anything to sum up. */
function sourceSpan(db: Database, timeZone: string): DateRange | undefined {
  const { appointments, receipts } = readSourceSpan(db)
  const rangeOf = (first: IsoDate | null, last: IsoDate | null) =>
    first === null || last === null ? undefined : { from: first, to: last }
  const dayOf = (instant: number | null | undefined) =>
    instant == null ? null : wallClockAt(new Date(instant), timeZone).today
  return widest(
    rangeOf(appointments?.first ?? null, appointments?.last ?? null),
    rangeOf(dayOf(receipts?.first), dayOf(receipts?.last)),
  )
}

function widest(one: DateRange | undefined, other: DateRange | undefined): DateRange | undefined {
  if (!one || !other) return one ?? other
  const days = [one.from, one.to, other.from, other.to].sort()
  return { from: days[0] ?? one.from, to: days[3] ?? one.to }
}
