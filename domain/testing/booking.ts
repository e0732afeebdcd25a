import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listOccupiedTimes } from '#drizzle/queries/booking/appointments.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { freeTimesOn, treatmentsOn } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { type BookingRequest, bookAppointment } from '../booking/book-appointment.ts'
import { addChild } from '../guardians/children.ts'

/** The clinic's time zone; MOMENT is NOW there. */
export const TIME_ZONE = 'America/New_York'
/** A Monday, 08:00. */
export const MOMENT = {
  today: '2027-03-01',
  minute: 8 * 60,
  timeZone: TIME_ZONE,
  lastDay: '2027-05-30',
}
export const TUESDAY = '2027-03-02'

/** The author of an admin's changes at NOW. */
export const BY_ADMIN = { actor: 'admin', moment: MOMENT, now: NOW }

/** The context of a family's own change. */
export const byFamily = (uid: string, { moment = MOMENT, now = NOW } = {}) => ({
  caller: { uid, isStaff: false },
  rules: DEFAULT_CHANGE_RULES,
  moment,
  now,
})

/** The second treatment that tests book, at its price. */
export const WEIGHT_LOSS = { treatment: 'Weight Loss', priceCents: 80_00 }

/** Books an allergy test for Anna, registering her if necessary, with `changes`. */
export function book(db: Transaction, changes: Partial<BookingRequest> = {}, moment = MOMENT) {
  const request: BookingRequest = {
    uid: 'anna',
    treatment: 'Allergy Testing',
    date: TUESDAY,
    slot: '09:00 AM - 09:30 AM',
    priceCents: 110_00,
    phone: '555 0100',
    address: '1 Main Street',
    ...changes,
  }
  addPatient(db, request.uid)
  return bookAppointment(db, request, { moment, now: NOW, terms: DEFAULT_TERMS })
}

/** The same; fails the test unless it succeeds. */
export function booked(db: Transaction, changes: Partial<BookingRequest> = {}, moment = MOMENT) {
  const outcome = book(db, changes, moment)
  if (outcome.outcome !== 'booked') throw new Error(outcome.outcome)
  return outcome.appointment
}

/** A day's free times of a treatment, as `GET /available` lists them. */
export function freeSlots(
  db: Transaction,
  name: string,
  date = TUESDAY,
  moment: ClinicMoment = MOMENT,
): string[] {
  const schedule = currentSchedule(db)
  const timesOf = freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment)
  const treatment = treatmentsOn(schedule, date).find((one) => one.name === name)
  return treatment ? timesOf(treatment).map(formatSlot) : []
}

/** Adds a child to a registered family; returns its id. */
export function addChildOf(db: Transaction, uid: string, name: string): string {
  const outcome = addChild(db, { name, birthDate: '2020-06-05' }, { uid, ...MOMENT, now: NOW })
  if (outcome.outcome !== 'added') throw new Error(outcome.outcome)
  return outcome.added.child.id
}
