import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { dayAfter } from '#contract/dates.ts'
import { mergeChild } from '#domain/guardians/merge-child.ts'
import { readCheckUpInsights } from '#domain/insights/read-check-ups.ts'
import { addChildOf, BY_ADMIN, MOMENT } from '#domain/testing/booking.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { insertAttempt } from '#drizzle/queries/next-visits/due-calls.ts'
import { putDueItem } from '#drizzle/queries/next-visits/due-items.ts'
import { insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import { findTicket, insertTicket } from '#drizzle/queries/next-visits/tickets.ts'
import {
  contactAttempts,
  dueItems,
  stoppedRecalls,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { endTicket } from './end-tickets.ts'

let db: Transaction
/** Two entries of one child: one is merged into the other. */
let merged: string
let kept: string

beforeEach(() => {
  db = waitingClinic()
  for (const uid of ['anna', 'ben']) addPatient(db, uid)
  merged = addChildOf(db, 'anna', 'Mia')
  kept = addChildOf(db, 'ben', 'Mia')
  const treatmentId = allOf(db, treatments)[0]?.id ?? ''
  for (const [index, id] of ['row-1', 'row-2'].entries()) {
    const window = { ageMonths: 24 + index * 12, fromDays: 0, toDays: 90 }
    putPlanRow(db, { id, treatmentId, version: 1, ...window })
  }
  const days = { fromDate: MOMENT.today, dueDate: MOMENT.today, toDate: '2027-04-01' }
  for (const [id, childId] of [
    ['a', kept],
    ['b', merged],
  ] as const) {
    insertTicket(db, { id, childId, treatmentId, ...days, origin: 'plan', openedAt: NOW })
  }
  const item = { toDate: '2027-04-01', asked: 1, changedAt: NOW }
  putDueItem(db, { ...item, childId: merged, rowId: 'row-1', ticketId: 'b' })
  putDueItem(db, { ...item, childId: merged, rowId: 'row-2' })
  putDueItem(db, { ...item, childId: kept, rowId: 'row-1', ticketId: 'a', asked: 3 })
  insertStop(db, { id: 'stop', childId: merged, uid: 'anna', deskFamilyId: null, stoppedAt: NOW })
  const made = { outcome: 'reached', note: '', madeBy: 'desk', madeAt: NOW } as const
  insertAttempt(db, { id: 'call', childId: merged, ticketId: 'b', ...made })
})

function merge(): void {
  const [own, child] = [findChild(db, merged), findChild(db, kept)]
  if (!own || !child) throw new Error('There are two entries.')
  mergeChild(db, own, child, { uid: 'anna', now: NOW, ...BY_ADMIN.moment })
  expect(findNextVisitErrors(db)).toEqual([])
}

const item = (rowId: string) => allOf(db, dueItems).find((one) => one.rowId === rowId)
const stateOf = (id: string) => findTicket(db, id)?.state

it('keeps the newer of two tickets when two entries of a child are merged', () => {
  merge()
  expect(allOf(db, tickets)).toMatchObject([
    { id: 'a', childId: kept, state: 'withdrawn' },
    { id: 'b', childId: kept, state: 'open' },
  ])
})

it('moves rows of the plan that the other entry does not have, and keeps what it has', () => {
  merge()
  const items = allOf(db, dueItems).toSorted((one, other) => (one.rowId < other.rowId ? -1 : 1))
  expect(items).toMatchObject([
    // The ticket that stays.
    { childId: kept, rowId: 'row-1', asked: 3, ticketId: 'b' },
    { childId: kept, rowId: 'row-2', asked: 1 },
  ])
})

it('moves stopped emails and calls', () => {
  merge()
  expect(allOf(db, stoppedRecalls)).toMatchObject([{ id: 'stop', childId: kept, uid: 'anna' }])
  expect(allOf(db, contactAttempts)).toMatchObject([{ id: 'call', childId: kept }])
})

it('keeps the item of a row of which more is known, and its ticket', () => {
  // No email has asked the other family, so its item has no ticket.
  db.delete(dueItems).where(eq(dueItems.childId, kept)).run()
  putDueItem(db, { childId: kept, rowId: 'row-1', toDate: '2027-04-01', changedAt: NOW })
  merge()
  expect(item('row-1')).toMatchObject({ childId: kept, asked: 1, ticketId: 'b' })
  expect(stateOf('b')).toBe('open')
})

it('keeps an answer rather than a row that is still asked for, and ends its ticket', () => {
  const ticket = findTicket(db, 'a')
  if (!ticket) throw new Error('There is no ticket.')
  endTicket(db, ticket, { reason: 'declined', actor: 'ben' }, NOW)
  merge()
  expect(item('row-1')).toMatchObject({ childId: kept, ticketId: 'a' })
  expect([stateOf('a'), stateOf('b')]).toEqual(['declined', 'withdrawn'])
})

it('keeps a visit that staff have counted', () => {
  const counted = { state: 'done', countedVisitId: 'visit', asked: 0 } as const
  putDueItem(db, { childId: merged, rowId: 'row-1', toDate: '', ...counted, changedAt: NOW })
  merge()
  expect(item('row-1')).toMatchObject({ childId: kept, ...counted })
})

it('counts the child once among those asked for the row', () => {
  const tomorrow = { ...MOMENT, today: dayAfter(MOMENT.today) }
  const days = { from: MOMENT.today, to: MOMENT.today }
  const count = () => readCheckUpInsights(db, days, tomorrow).map(({ asked }) => asked)
  expect(count()).toEqual([2])
  merge()
  expect(count()).toEqual([1])
})
