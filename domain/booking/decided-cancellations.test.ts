import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { dayAfter } from '#contract/dates.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { addClosure, listAffected, removeClosure } from '#domain/schedule/closures.ts'
import { deleteDoctor } from '#domain/schedule/delete-doctor.ts'
import { impactOf, listScheduleConflicts } from '#domain/schedule/schedule-conflicts.ts'
import { BY_ADMIN, book, booked, byFamily, MOMENT } from '#domain/testing/booking.ts'
import { countRows, type Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import {
  appointments,
  clinicChanges,
  decidedCancellations,
  doctors,
  events,
  notifications,
} from '#drizzle/schema/index.ts'
import {
  addAppointment,
  addPatient,
  addTreatingDoctor,
  allOf,
  NOW,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { cancelByFamily } from './cancel-appointment.ts'
import { CANCELED_AT_ONCE, cancelDecided } from './decided-cancellations.ts'
import { moveToTime } from './move-appointment.ts'

// docs/requirements.md#canceled-with-the-schedule

const FIRST_DAY = '2027-03-02'
const LAST_DAY = '2027-05-30'
const YEAR = { fromDate: FIRST_DAY, toDate: LAST_DAY, fromMinute: 0, toMinute: 1440 }

let db: Transaction

beforeEach(() => {
  db = seededDatabase()
  addPatient(db, 'admin')
})

/** Ten appointments a day, each for a different family. */
function addAppointments(count: number, doctorId: string | null = null): string[] {
  return Array.from({ length: count }, (_, index) => {
    const patientUid = addPatient(db, `family${index}`)
    const date = dayAfter(FIRST_DAY, Math.floor(index / 10))
    const startMinute = 540 + 30 * (index % 10)
    const id = `appointment-${String(index).padStart(3, '0')}`
    return addAppointment(db, { id, patientUid, date, startMinute, doctorId })
  })
}

function close() {
  const closure = { doctorId: null, reason: 'Renovation', ...YEAR }
  const affected = listAffected(db, closure, MOMENT)
  const { fingerprint } = impactOf(db, affected)
  const closed = addClosure(db, { closure, appointments: 'cancel', fingerprint }, BY_ADMIN)
  if (closed.outcome !== 'closed') throw new Error(closed.outcome)
  return closed
}

const canceled = () => countRows(db, appointments, eq(appointments.status, 'cancelled'))

/**
 * Runs the job until it is done.
 * @returns the number of appointments that each transaction canceled
 */
function runJob(): number[] {
  const slices: number[] = []
  for (let isDone = false; !isDone; ) {
    const before = canceled()
    isDone = cancelDecided(db, NOW)
    slices.push(canceled() - before)
  }
  return slices
}

it('closes at once, and cancels hundreds of appointments in small transactions, each once', () => {
  const ids = addAppointments(400)
  for (const id of ids.slice(0, 30)) {
    receiveAtDesk(db, { id, version: 0, method: 'cash', actor: 'admin' }, NOW)
  }
  expect(close()).toMatchObject({ cancelled: 0, refunded: 0, toCancel: 400 })
  expect(canceled()).toBe(0)
  expect(book(db, { uid: 'late', date: LAST_DAY }).outcome).toBe('day_not_bookable')

  const [first = 0, ...others] = runJob()
  expect(Math.max(first, ...others)).toBeLessThanOrEqual(CANCELED_AT_ONCE)
  expect(runJob()).toEqual([0])
  expect(canceled()).toBe(400)
  expect(countRows(db, events, eq(events.kind, 'appointment.cancelled'))).toBe(400)
  expect(countRows(db, notifications, eq(notifications.kind, 'cancelled'))).toBe(400)
  expect(countRows(db, clinicChanges)).toBe(400)
  const told = allOf(db, notifications).filter(({ data }) => 'refund' in data && data.refund)
  expect(told).toHaveLength(30)
})

it('continues after a kill in the middle of a transaction', () => {
  addAppointments(100)
  close()
  cancelDecided(db, NOW)
  const before = canceled()
  expect(() =>
    db.$client.transaction(() => {
      cancelDecided(db, NOW)
      throw new Error('killed')
    })(),
  ).toThrow('killed')
  expect(canceled()).toBe(before)
  runJob()
  expect(countRows(db, events, eq(events.kind, 'appointment.cancelled'))).toBe(100)
})

it('records in the audit log how many appointments a closure cancels in all', () => {
  addAppointments(30)
  const { id } = close()
  const added = allOf(db, events).find(
    ({ kind, subject }) => kind === 'closure.added' && subject === id,
  )
  expect(added?.data).toMatchObject({ cancelled: 30 })
})

it('lists appointments that are being canceled neither as conflicts nor as affected by another change', () => {
  addAppointments(30)
  close()
  expect(allOf(db, decidedCancellations)).toHaveLength(30)
  expect(listScheduleConflicts(db, MOMENT)).toEqual([])
  expect(listAffected(db, { doctorId: null, reason: '', ...YEAR }, MOMENT)).toEqual([])
})

it('skips what a family has moved meanwhile, and refunds what it has canceled in full', () => {
  const [moved = '', own = ''] = addAppointments(20)
  receiveAtDesk(db, { id: own, version: 0, method: 'cash', actor: 'admin' }, NOW)
  close()
  const row = findAppointment(db, moved)
  const time = { date: '2027-05-31', slot: formatSlot({ startMinute: 540, lengthMinutes: 30 }) }
  const later = { ...BY_ADMIN, moment: { ...MOMENT, lastDay: '2027-06-30' } }
  if (row) expect(moveToTime(db, row, time, later).outcome).toBe('moved')
  const uid = findAppointment(db, own)?.patientUid ?? ''
  const wanted = { id: own, version: 0, refundCents: 110_00 }
  expect(cancelByFamily(db, wanted, byFamily(uid)).outcome).toBe('cancelled')
  runJob()
  expect(findAppointment(db, moved)).toMatchObject({ status: 'booked', date: '2027-05-31' })
  expect(countRows(db, events, eq(events.kind, 'appointment.cancelled'))).toBe(19)
})

it('keeps the remaining appointments when the closure is removed', () => {
  addAppointments(30)
  const { id } = close()
  cancelDecided(db, NOW)
  const before = canceled()
  expect(before).toBeGreaterThan(0)
  removeClosure(db, id, BY_ADMIN)
  runJob()
  expect(canceled()).toBe(before)
})

it('cancels the appointments of a deleted doctor, too', () => {
  const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  addAppointments(50, ada)
  const email = allOf(db, doctors).find(({ id }) => id === ada)?.email ?? ''
  const { fingerprint } = impactOf(
    db,
    listAffected(db, { doctorId: ada, reason: '', ...YEAR }, MOMENT),
  )
  const outcome = deleteDoctor(db, { email, appointments: 'cancel', fingerprint }, BY_ADMIN)
  expect(outcome).toEqual({ outcome: 'deleted' })
  expect(canceled()).toBe(0)
  runJob()
  expect(canceled()).toBe(50)
})

it('cancels a few appointments immediately, without the job', () => {
  booked(db, { date: '2027-03-05' })
  expect(close()).toMatchObject({ cancelled: 1, toCancel: 0 })
  expect(allOf(db, decidedCancellations)).toEqual([])
})
