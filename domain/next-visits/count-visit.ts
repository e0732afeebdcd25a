import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { MOST_UNCOUNTED } from '#contract/next-visits/check-ups.ts'
import { type DueRow, dueRows } from '#contract/next-visits/due-rows.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { listPlanRows, readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import {
  type DueItemRow,
  listDueItems,
  listVisitsOf,
  putDueItem,
  type VisitOfChild,
} from '#drizzle/queries/next-visits/due-items.ts'
import { findTicket, type TicketRow } from '#drizzle/queries/next-visits/tickets.ts'
import { readTreatmentNames } from '#drizzle/queries/schedule/treatments.ts'
import { MOST_ASKS, tenOClockAfter } from './asking-times.ts'
import { countedVisits, stateOfItem } from './due-rules.ts'
import { endTicket, reopenTicket } from './end-tickets.ts'

/** A visit that took place and counts for no row, with the rows it can count for. */
interface UncountedVisit {
  visit: VisitOfChild
  rows: readonly DueRow[]
}

/** The rows of the plan as a child has had them. */
export interface ChildCheckUps {
  isOn: boolean
  rows: readonly DueRow[]
  /** By row: the visit that staff have counted. */
  counted: ReadonlyMap<string, string>
  /** The latest first. */
  uncounted: readonly UncountedVisit[]
  /** By id. */
  treatmentNames: ReadonlyMap<string, string>
}

type Today = Pick<ClinicMoment, 'today'>

/** The check-ups of a child; undefined when there is no such child. */
export function readCheckUps(
  db: Database,
  childId: string,
  { today }: Today,
): ChildCheckUps | undefined {
  const child = findChild(db, childId)
  if (!child) return undefined
  const { isOn } = readPlanState(db)
  const counted = countedVisits(listDueItems(db, [childId]))
  const treatmentNames = readTreatmentNames(db)
  if (!isOn) return { isOn, rows: [], counted, uncounted: [], treatmentNames }
  const visits = listVisitsOf(db, [childId])
  const { birthDate } = child
  const rows = dueRows({ birthDate, counted }, listPlanRows(db), visits, today)
  const counting = new Set(rows.map(({ visit }) => visit?.id))
  const uncounted = visits
    .filter(({ id, wasHere }) => wasHere && !counting.has(id))
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, MOST_UNCOUNTED)
    .map((visit) => ({ visit, rows: rowsFor(visit, rows) }))
  return {
    ...{ isOn, rows, counted, treatmentNames },
    uncounted: uncounted.filter((each) => each.rows.length > 0),
  }
}

/** The row that had begun by then and the one after it, if no visit counts for them. */
function rowsFor({ date }: VisitOfChild, rows: readonly DueRow[]): DueRow[] {
  const begun = rows.findLastIndex(({ from }) => from <= date)
  return rows.slice(Math.max(0, begun), begun + 2).filter(({ visit }) => visit === null)
}

interface Counting {
  childId: string
  rowId: string
  /** The visit that was the check-up; null: none. */
  visitId: string | null
}

interface Context extends ChangedBy {
  moment: Pick<ClinicMoment, 'today' | 'timeZone'>
}

type CountOutcome = 'changed' | 'not_found' | 'off' | 'unknown_row' | 'other_visit'

/**
 * Counts a visit of a child as a row of the plan, or takes that back. Repeating it changes nothing.
 * @returns `other_visit`: it did not take place, or it or the row is counted already
 */
export function countVisit(
  db: Transaction,
  { childId, rowId, visitId }: Counting,
  context: Context,
): CountOutcome {
  const known = readCheckUps(db, childId, context.moment)
  if (!known) return 'not_found'
  if (!known.isOn) return 'off'
  const row = known.rows.find((one) => one.row.id === rowId)
  if (!row) return 'unknown_row'
  const before = known.counted.get(rowId) ?? null
  if (before === visitId) return 'changed'
  if (visitId === null) {
    uncount(db, { childId, rowId }, context)
    return 'changed'
  }
  const fits = known.uncounted.some(
    ({ visit, rows }) => visit.id === visitId && rows.some((one) => one.row.id === rowId),
  )
  if (!fits) return 'other_visit'
  const { actor, now } = context
  const item = listDueItems(db, [childId]).find((one) => one.rowId === rowId)
  putDueItem(db, {
    ...{ childId, rowId, toDate: row.to },
    ...{ state: 'done', countedVisitId: visitId, elsewhereMonth: null, nextAsk: null },
    ...{ changedBy: actor, changedAt: now },
  })
  const ticket = ticketOf(db, item)
  if (ticket?.state === 'open') endTicket(db, ticket, { reason: 'withdrawn', actor }, now)
  const data = { row: rowId, visit: visitId }
  appendEvent(db, { kind: 'child.check_up_counted', actor, subject: childId, data }, now)
  return 'changed'
}

function uncount(
  db: Transaction,
  { childId, rowId }: Omit<Counting, 'visitId'>,
  { actor, now, moment: { today, timeZone } }: Context,
): void {
  const change = { childId, rowId, countedVisitId: null, changedBy: actor, changedAt: now }
  const item = listDueItems(db, [childId]).find((one) => one.rowId === rowId)
  if (!item) return
  putDueItem(db, { ...change, toDate: item.toDate })
  const row = readCheckUps(db, childId, { today })?.rows.find((one) => one.row.id === rowId)
  const ended = ticketOf(db, item)
  // Only the ticket that the counting has ended: staff may have withdrawn it before.
  const isEndedByIt =
    ended?.state === 'withdrawn' && ended.endedAt?.getTime() === item.changedAt.getTime()
  if (row?.state === 'due' && isEndedByIt) {
    reopenTicket(db, ended, { reason: 'undone', actor }, now)
  }
  const ticket = ticketOf(db, item)
  const state = stateOfItem({ ticket: ticket?.state }, row?.state)
  const isAsking = state === 'due' && 0 < item.asked && item.asked < MOST_ASKS
  putDueItem(db, {
    ...change,
    ...{ toDate: row?.to ?? item.toDate, state },
    elsewhereMonth: state === 'elsewhere' ? (ticket?.elsewhereMonth ?? null) : null,
    nextAsk: isAsking ? tenOClockAfter(now, timeZone) : null,
  })
  const data = { row: rowId }
  appendEvent(db, { kind: 'child.check_up_uncounted', actor, subject: childId, data }, now)
}

function ticketOf(db: Database, item: DueItemRow | undefined): TicketRow | undefined {
  return item?.ticketId == null ? undefined : findTicket(db, item.ticketId)
}
