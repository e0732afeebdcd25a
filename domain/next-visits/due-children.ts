import { earlierOf, type IsoDate } from '#contract/dates.ts'
import type { DueRow, PlanRow } from '#contract/next-visits/due-rows.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  addDueItems,
  listChildrenAfter,
  listDueItems,
  listVisitsOf,
  putDueItem,
  readTicketsOf,
} from '#drizzle/queries/next-visits/due-items.ts'
import {
  changeTicket,
  listOpenTickets,
  type TicketRow,
} from '#drizzle/queries/next-visits/tickets.ts'
import { stateOfItem, watchedRows } from './due-rules.ts'
import { endTicket } from './end-tickets.ts'

/** How many children one transaction looks at. */
const SLICE = 200

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
  const { knownMonths } = readSettings(db)
  const slice = found.map((child) => {
    const own = items.get(child.id) ?? []
    const { birthDate, archivedAt } = child
    const facts = { birthDate, isArchived: archivedAt !== null, items: own }
    const known = { ...facts, visits: visits.get(child.id) ?? [] }
    const rows = watchedRows(known, plan, { today, knownMonths })
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
  const found = slice.flatMap(({ child: { id: childId }, rows, items }) =>
    rows
      .filter(({ row, state }) => state === 'due' && !items.some(({ rowId }) => rowId === row.id))
      .map(({ row, to: toDate }) => ({ childId, rowId: row.id, toDate, changedAt: now })),
  )
  addDueItems(db, found)
  for (const { rows, items } of slice) {
    for (const item of items) {
      const row = rows.find((one) => one.row.id === item.rowId)
      const ticket = item.ticketId === null ? undefined : tickets.get(item.ticketId)
      const state = stateOfItem({ ticket: ticket?.state }, row?.state)
      const elsewhereMonth = state === 'elsewhere' ? (ticket?.elsewhereMonth ?? null) : null
      const toDate = row?.to ?? item.toDate
      if (state === 'due' && row && ticket?.state === 'open') followPlan(db, ticket, row)
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

/** Has an open ticket ask for what its row says now: an admin may have changed the treatment or the days. */
function followPlan(db: Transaction, ticket: TicketRow, { row, to: toDate }: DueRow): void {
  const { treatmentId } = row
  if (ticket.treatmentId === treatmentId && ticket.toDate === toDate) return
  const isAskedAlready = listOpenTickets(db, ticket.childId).some(
    (one) => one.id !== ticket.id && one.treatmentId === treatmentId && one.doctorId === null,
  )
  if (isAskedAlready) return
  changeTicket(db, ticket, { treatmentId, toDate, dueDate: earlierOf(ticket.dueDate, toDate) })
}
