import { formatSlot } from '#contract/booking/slots.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { addChildOf, BY_ADMIN, booked, TIME_ZONE } from '#domain/testing/booking.ts'
import { acceptOffer, declineOffer } from '#domain/waitlist/answers/answer-offer.ts'
import { cancelUnanswered } from '#domain/waitlist/reoffers/reoffer-appointments.ts'
import type { Transaction } from '#drizzle/client.ts'
import { storeTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  appointments,
  closures,
  events,
  freedTimes,
  notifications,
  offers,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { passOn, runHandlers } from './run-handlers.ts'
import { answering, closeWithReoffers, closing, openOffers, wait } from './waiting-clinic.ts'

// The life of offers in repeatable steps: a repeated step changes nothing.

const DAY = '2027-03-05'
const LATER_DAY = '2027-03-10'
const CLOSED_DAY = '2027-03-16'
const HOUR = 3_600_000
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

/** A clinic with appointments to cancel, waiting families, and a day to close. */
export function prepareOffers(db: Transaction): void {
  storeTimeZone(db, TIME_ZONE)
  for (const uid of ['admin', 'desk', 'eve']) addPatient(db, uid)
  booked(db, { date: DAY })
  const own = booked(db, { uid: 'bea', date: LATER_DAY })
  wait(db, 'bea', NOW, { appointment: own.id })
  const children = ['Mia', 'Ben'].map((name) => addChildOf(db, 'eve', name))
  const thatDay = { from: LATER_DAY, to: LATER_DAY }
  wait(db, 'eve', new Date(NOW.getTime() + 1), { ...thatDay, children })
  wait(db, 'cem', new Date(NOW.getTime() + 2), thatDay)
  for (const [index, uid] of ['fay', 'gus', 'hal'].entries()) {
    const startMinute = 540 + 30 * index
    const { id, version } = booked(db, {
      uid,
      date: CLOSED_DAY,
      slot: formatSlot({ startMinute, lengthMinutes: 30 }),
    })
    receiveAtDesk(db, { id, version, method: 'cash', actor: 'desk' }, NOW)
  }
}

function appointmentOf(db: Transaction, uid: string) {
  return allOf(db, appointments).find(
    ({ patientUid, status }) => patientUid === uid && status === 'booked',
  )
}

/** The open offer of a family. */
function offerOf(db: Transaction, uid: string) {
  const entries = allOf(db, waitlistEntries)
  return openOffers(db).find(({ entryId }) => entries.find(({ id }) => id === entryId)?.uid === uid)
}

function accept(db: Transaction, uid: string, now = NOW): void {
  const offer = offerOf(db, uid)
  if (offer) acceptOffer(db, { id: offer.id, version: offer.version }, answering(uid, now))
}

function decline(db: Transaction, uid: string, now = NOW): void {
  const offer = offerOf(db, uid)
  if (offer) declineOffer(db, offer.id, answering(uid, now))
}

function reofferDay(db: Transaction): void {
  if (allOf(db, closures).length === 0) closeWithReoffers(db, closing(CLOSED_DAY))
}

function endOffers(db: Transaction, now: Date): void {
  passOn(db, now)
  while (!cancelUnanswered(db, now));
}

/** Runs the jobs; running them again is harmless. */
const handlers = (db: Transaction) => runHandlers(db, NOW)

/** Each step is a transaction. */
const STEPS: readonly ((db: Transaction) => void)[] = [
  (db) => {
    const row = appointmentOf(db, 'anna')
    if (row) cancelByClinic(db, row, BY_ADMIN)
  },
  handlers,
  (db) => accept(db, 'bea'),
  handlers,
  (db) => decline(db, 'eve'),
  handlers,
  reofferDay,
  (db) => accept(db, 'fay'),
  (db) => decline(db, 'gus'),
  handlers,
  (db) => endOffers(db, later(5)),
  (db) => endOffers(db, later(48)),
  (db) => endOffers(db, later(60 * 24)),
]

/** Takes all steps. */
export function takeOfferSteps(db: Transaction): void {
  for (const step of STEPS) writeAtOnce(db, step)
}

/** The outcome of everything, without ids and instants. */
export function describeOutcome(db: Transaction) {
  const kinds = (rows: readonly { kind: string }[]) =>
    Object.fromEntries(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]).sort(),
    )
  return {
    appointments: allOf(db, appointments)
      .map(({ patientUid, status, date, startMinute }) => [patientUid, status, date, startMinute])
      .sort(),
    offers: allOf(db, offers)
      .map(({ state }) => state)
      .sort(),
    freed: allOf(db, freedTimes)
      .map(({ state }) => state)
      .sort(),
    entries: allOf(db, waitlistEntries)
      .map(({ uid, state }) => [uid, state])
      .sort(),
    emails: kinds(allOf(db, notifications)),
    events: kinds(allOf(db, events)),
  }
}
