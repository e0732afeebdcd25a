import { beforeEach, expect, it } from 'vitest'
import { mergeChild } from '#domain/guardians/merge-child.ts'
import { addChildOf, BY_ADMIN, MOMENT } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { insertAttempt } from '#drizzle/queries/next-visits/due-calls.ts'
import { putDueItem } from '#drizzle/queries/next-visits/due-items.ts'
import { insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import { insertTicket } from '#drizzle/queries/next-visits/tickets.ts'
import {
  contactAttempts,
  dueItems,
  stoppedRecalls,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'

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
  const [own, child] = [findChild(db, merged), findChild(db, kept)]
  if (!own || !child) throw new Error('There are two entries.')
  mergeChild(db, own, child, { uid: 'anna', now: NOW, ...BY_ADMIN.moment })
})

it('keeps the newer of two tickets when two entries of a child are merged', () => {
  expect(allOf(db, tickets)).toMatchObject([
    { id: 'a', childId: kept, state: 'withdrawn' },
    { id: 'b', childId: kept, state: 'open' },
  ])
})

it('moves rows of the plan that the other entry does not have, and keeps what it has', () => {
  const items = allOf(db, dueItems).toSorted((one, other) => (one.rowId < other.rowId ? -1 : 1))
  expect(items).toMatchObject([
    // The ticket that stays.
    { childId: kept, rowId: 'row-1', asked: 3, ticketId: 'b' },
    { childId: kept, rowId: 'row-2', asked: 1 },
  ])
})

it('moves stopped emails and calls', () => {
  expect(allOf(db, stoppedRecalls)).toMatchObject([{ id: 'stop', childId: kept, uid: 'anna' }])
  expect(allOf(db, contactAttempts)).toMatchObject([{ id: 'call', childId: kept }])
})
