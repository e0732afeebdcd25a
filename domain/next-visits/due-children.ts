import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { dueRows, type PlanRow } from '#contract/next-visits/due-rows.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type DueItemRow,
  listChildrenAfter,
  listDueItems,
  listVisitsOf,
  putDueItem,
  readTicketsOf,
} from '#drizzle/queries/next-visits/due-items.ts'
import type { TicketRow } from '#drizzle/queries/next-visits/tickets.ts'
import { endTicket } from './end-tickets.ts'

/** How many children one transaction looks at. */
const SLICE = 200

/** A child is known to the clinic if it was here within so many days: two years. */
const KNOWN_DAYS = 730

interface Look {
  plan: readonly PlanRow[]
  today: IsoDate
  /** The last child of the slice before; '' for the first one. */
  after: string
}

/** The rows of the plan that a slice of children have reached, and the last child; null: there are no others. */
function readSlice(db: Database, { plan, today, after }: Look) {
  const found = listChildrenAfter(db, after, SLICE)
  const ids = found.map(({ id }) => id)
  const visits = Map.groupBy(listVisitsOf(db, ids), ({ childId }) => childId)
  const items = Map.groupBy(listDueItems(db, ids), ({ childId }) => childId)
  const knownSince = dayAfter(today, -KNOWN_DAYS)
  const slice = found.map((child) => {
    const had = visits.get(child.id) ?? []
    const own = items.get(child.id) ?? []
    const counted = new Map(
      own.flatMap(({ rowId, countedVisitId }) =>
        countedVisitId === null ? [] : [[rowId, countedVisitId] as const],
      ),
    )
    const isKnown = had.some(({ wasHere, date }) => wasHere && knownSince <= date && date <= today)
    const isAsked = isKnown && child.archivedAt === null && !isAdultOn(child.birthDate, today)
    const rows = isAsked ? dueRows({ birthDate: child.birthDate, counted }, plan, had, today) : []
    return { child, rows, items: own }
  })
  const last = found.length < SLICE ? null : (found.at(-1)?.id ?? null)
  return { slice, last }
}

/** How many children of a slice have a row due. */
export function countDue(db: Database, look: Look): { due: number; last: string | null } {
  const { slice, last } = readSlice(db, look)
  const isDue = ({ rows }: (typeof slice)[number]) => rows.some(({ state }) => state === 'due')
  return { due: slice.filter(isDue).length, last }
}

/**
 * Writes down which rows of the plan are due for a slice of children, done or over. Repeating it changes nothing.
 * @returns the last child of the slice; null when all were looked at
 */
export function lookAtChildren(db: Transaction, look: Look, now: Date): string | null {
  const { slice, last } = readSlice(db, look)
  const tickets = readTicketsOf(
    db,
    slice.flatMap(({ items }) => items),
  )
  for (const { child, rows, items } of slice) {
    for (const { row, state, to } of rows) {
      if (state !== 'due' || items.some(({ rowId }) => rowId === row.id)) continue
      putDueItem(db, { childId: child.id, rowId: row.id, toDate: to, changedAt: now })
    }
    for (const item of items) {
      const row = rows.find((one) => one.row.id === item.rowId)
      const ticket = item.ticketId === null ? undefined : tickets.get(item.ticketId)
      const state = stateOf(row?.state, ticket)
      const elsewhereMonth = state === 'elsewhere' ? (ticket?.elsewhereMonth ?? null) : null
      const toDate = row?.to ?? item.toDate
      if (item.state === state && item.toDate === toDate) continue
      const nextAsk = state === 'due' ? item.nextAsk : null
      const { childId, rowId } = item
      putDueItem(db, { childId, rowId, toDate, state, elsewhereMonth, nextAsk, changedAt: now })
      if (state === 'due' || ticket?.state !== 'open') continue
      const reason = state === 'done' ? 'withdrawn' : 'lapsed'
      endTicket(db, ticket, { reason, actor: null }, now)
    }
  }
  return last
}

/** The state of an item: a visit counts more than the family’s answer. */
function stateOf(
  row: 'done' | 'due' | 'coming' | 'over' | undefined,
  ticket: TicketRow | undefined,
): DueItemRow['state'] {
  if (row === 'done') return 'done'
  if (row !== 'due') return 'over'
  switch (ticket?.state) {
    case 'elsewhere':
      return 'elsewhere'
    case 'declined':
    case 'withdrawn':
      return 'declined'
    default:
      return 'due'
  }
}
