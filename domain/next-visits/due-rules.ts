import type { AskingRules } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import {
  type DueRow,
  dueRows,
  type KnownVisit,
  type PlanRow,
} from '#contract/next-visits/due-rows.ts'
import { monthsAfter } from '#contract/next-visits/follow-up.ts'
import type { DueState, TicketState } from '#contract/next-visits/next-visits.ts'
import { MOST_ASKS } from './asking-times.ts'

// The rules of docs/requirements.md#check-ups-to-email, without a database.

/** What the clinic knows of a row of the plan for a child, as the rules need it. */
interface Item {
  rowId: string
  state: DueState
  countedVisitId: string | null
  /** The state of the ticket with which the family books the row; undefined without one. */
  ticket: TicketState | undefined
}

/** The emails that have asked for an item, and when the next one is due. */
interface Asks {
  asked: number
  nextAsk: Date | null
}

/** A child with what the clinic knows of its visits and of the rows of the plan. */
interface Child<ItemOfChild> {
  birthDate: IsoDate
  isArchived: boolean
  /** `wasHere`: it took place, here or before the move. */
  visits: readonly (KnownVisit & { wasHere: boolean })[]
  items: readonly ItemOfChild[]
}

/** Items with the states of their tickets. */
export const withTickets = <Stored extends { ticketId: string | null }>(
  items: readonly Stored[],
  tickets: ReadonlyMap<string, { state: TicketState }>,
) => items.map((item) => ({ ...item, ticket: tickets.get(item.ticketId ?? '')?.state }))

/** By row: the visits that staff have counted as the check-up. */
export function countedVisits(
  items: readonly Pick<Item, 'rowId' | 'countedVisitId'>[],
): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap(({ rowId, countedVisitId }) =>
      countedVisitId === null ? [] : [[rowId, countedVisitId] as const],
    ),
  )
}

/** The rows of the plan for a child, with the visits that staff have counted. */
function rowsOf(
  { birthDate, visits, items }: Child<Omit<Item, 'ticket'>>,
  plan: readonly PlanRow[],
  today: IsoDate,
): DueRow[] {
  return dueRows({ birthDate, counted: countedVisits(items) }, plan, visits, today)
}

/**
 * The rows of the plan for a child who is known to the clinic; none for archived children, adults and children who
 * were not here for `knownMonths`.
 */
export function watchedRows(
  child: Child<Omit<Item, 'ticket'>>,
  plan: readonly PlanRow[],
  { today, knownMonths }: { today: IsoDate } & Pick<AskingRules, 'knownMonths'>,
): DueRow[] {
  const since = monthsAfter(today, -knownMonths)
  const isKnown = child.visits.some(
    ({ wasHere, date }) => wasHere && since <= date && date <= today,
  )
  const isWatched = isKnown && !child.isArchived && !isAdultOn(child.birthDate, today)
  return isWatched ? rowsOf(child, plan, today) : []
}

/**
 * The state of an item: a visit counts more than the family’s answer.
 * @param row the state of its row; undefined: the child is not watched, or the row was removed
 */
export function stateOfItem(
  { ticket }: Pick<Item, 'ticket'>,
  row: DueRow['state'] | undefined,
): DueState {
  if (row === 'done') return 'done'
  if (row !== 'due') return 'over'
  switch (ticket) {
    case 'elsewhere':
      return 'elsewhere'
    case 'declined':
    case 'withdrawn':
      return 'declined'
    default:
      return 'due'
  }
}

/**
 * The row for which the clinic can ask, with its item; undefined without one. `isOccupied`: the child has an upcoming
 * appointment, a wait, an offer or another ticket. `missed`: the days of missed appointments about which it is asked.
 * `daysAfterVisit`: for how many days after a visit the clinic does not ask.
 */
export function findRowToAsk<ItemOfChild extends Item>(
  child: Child<ItemOfChild> & { isOccupied: boolean; missed: readonly IsoDate[] },
  plan: readonly PlanRow[],
  { today, daysAfterVisit }: { today: IsoDate } & Pick<AskingRules, 'daysAfterVisit'>,
): { due: DueRow; item: ItemOfChild } | undefined {
  if (child.isArchived || child.isOccupied || isAdultOn(child.birthDate, today)) return undefined
  const rested = dayAfter(today, -daysAfterVisit)
  if (child.visits.some(({ date }) => rested < date && date <= today)) return undefined
  const due = rowsOf(child, plan, today).find(({ state }) => state === 'due')
  if (!due || child.missed.some((date) => due.from <= date)) return undefined
  const item = child.items.find(
    ({ rowId, state, ticket = 'open' }) =>
      rowId === due.row.id && state === 'due' && ticket === 'open',
  )
  return item && { due, item }
}

/** Whether an email at that time asks for an item: the first one, or one that is due by then. */
export const isToAsk = ({ asked, nextAsk }: Asks, at: Date): boolean =>
  asked === 0 || (nextAsk !== null && nextAsk <= at)

/** An item after another email. `later`: when the next one would be sent. */
export function afterAsk({ asked }: Pick<Asks, 'asked'>, later: Date): Asks {
  return { asked: asked + 1, nextAsk: asked + 1 < MOST_ASKS ? later : null }
}
