import { expect } from 'vitest'
import { overlaps } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { freeTimesOn, treatmentsOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { addClosure, previewClosure } from '#domain/schedule/closures.ts'
import { BY_ADMIN, freeSlots, TIME_ZONE } from '#domain/testing/booking.ts'
import { findHoldErrors } from '#drizzle/checks/holds.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listOccupiedTimes } from '#drizzle/queries/booking/appointments.ts'
import { storeTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  appointments,
  holds,
  notifications,
  offers,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { type JoinDetails, joinWaitlist } from '../entries/join.ts'
import { openDaysOf } from '../entries/open-days.ts'

/** A seeded database in the clinic's time zone. */
export function waitingClinic(): Transaction {
  const db = seededDatabase()
  storeTimeZone(db, TIME_ZONE)
  return db
}

/** The clinic's moment at an instant. */
export function momentAt(now: Date) {
  return { ...wallClockAt(now, TIME_ZONE), timeZone: TIME_ZONE, lastDay: '2027-05-30' }
}

/** The input for answering an offer, except its id. */
export function answering(uid: string, now: Date, isStaff = false) {
  const unpaidLimits = { verified: 0, unverified: 0 }
  const caller = { uid, isStaff }
  return { caller, moment: momentAt(now), now, terms: DEFAULT_TERMS, unpaidLimits }
}

/** Has a family, registered if necessary, wait for an allergy test. */
export function wait(
  db: Transaction,
  family: string,
  now: Date,
  details: Partial<JoinDetails> = {},
) {
  addPatient(db, family)
  const joined = joinWaitlist(
    db,
    {
      family,
      treatment: 'Allergy Testing',
      from: '2027-03-01',
      to: '2027-05-30',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      part: 'any',
      phone: '555 0100',
      address: '1 Main Street',
      ...details,
    },
    { actor: family, now },
  )
  if (joined.outcome !== 'joined') throw new Error(joined.outcome)
  return joined.entry
}

/** The emails of a kind. */
export function emailsOf(db: Transaction, kind: NotificationKind) {
  return allOf(db, notifications).filter((email) => email.kind === kind)
}

/** The appointments of an account holder. */
export function bookedBy(db: Transaction, uid: string) {
  return allOf(db, appointments).filter(({ patientUid }) => patientUid === uid)
}

export function openOffers(db: Transaction) {
  return allOf(db, offers).filter(({ state }) => state === 'open')
}

/** A day's free times of a treatment at an instant. */
export function freeOn(db: Transaction, name: string, date: IsoDate, now: Date): string[] {
  return freeSlots(db, name, date, momentAt(now))
}

/** Checks what must hold at any time. */
export function expectHealthy(db: Transaction): void {
  expect(findHoldErrors(db)).toEqual([])
}

export function heldTimes(db: Transaction) {
  return allOf(db, holds)
}

/** Checks that no time held by an offer can be booked with its doctor or treatment. */
export function expectHidden(db: Transaction, now: Date): void {
  const schedule = currentSchedule(db)
  for (const { date, doctorId, treatmentId, ...held } of heldTimes(db)) {
    const timesOf = freeTimesOn(schedule, listOccupiedTimes(db, date), date, momentAt(now))
    const clashes = treatmentsOn(schedule, date).flatMap((treatment) =>
      timesOf(treatment)
        .filter((free) => overlaps(free, held))
        .filter(({ doctorIds }) =>
          doctorId === null ? treatment.id === treatmentId : doctorIds.includes(doctorId),
        ),
    )
    expect(clashes).toEqual([])
  }
}

/** Checks that no family waits for days on which the clinic no longer gives the treatment. */
export function expectMeetable(db: Transaction, now: Date): void {
  const offered = new Set(openOffers(db).map(({ entryId }) => entryId))
  const firstOpenDay = openDaysOf(db, { ...momentAt(now), now, minute: -1 })
  const lost = allOf(db, waitlistEntries)
    .filter(
      ({ id, state, closureId }) => state !== 'ended' && closureId === null && !offered.has(id),
    )
    .filter((entry) => (firstOpenDay(entry) ?? '9999-12-31') > entry.toDate)
  expect(lost).toEqual([])
}

/** A closure of the whole clinic, or an absence of one doctor, on a day. */
export function closing(date: IsoDate, doctorId: string | null = null) {
  const day = { fromDate: date, toDate: date, fromMinute: 0, toMinute: 1440 }
  return { doctorId, reason: 'Training', ...day }
}

/** Closes the time and re-offers its appointments. */
export function closeWithReoffers(
  db: Transaction,
  closure: ReturnType<typeof closing>,
  context = BY_ADMIN,
) {
  const preview = previewClosure(db, closure, context)
  const fingerprint = preview.outcome === 'preview' ? preview.plan?.fingerprint : undefined
  return addClosure(db, { closure, appointments: 'reoffer', fingerprint }, context)
}
