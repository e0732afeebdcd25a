import { formatSlot } from '#contract/booking/slots.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { addChild } from '#domain/guardians/children.ts'
import { acceptOffer, declineOffer } from '#domain/offers/answer-offer.ts'
import { cancelUnanswered } from '#domain/reoffers/reoffer-appointments.ts'
import { addClosure, previewClosure } from '#domain/schedule/closures.ts'
import { BY_ADMIN, book, MOMENT, TIME_ZONE } from '#domain/testing/booking.ts'
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
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { passOn } from '../entries.ts'
import { answering, openOffers, wait } from './waiting-clinic.ts'

// The life of offers in steps that can be repeated: what is done already, a step leaves as it is.

const DAY = '2027-03-05'
const LATER_DAY = '2027-03-10'
const CLOSED_DAY = '2027-03-16'
const HOUR = 3_600_000
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

function booked(db: Transaction, uid: string, changes: Parameters<typeof book>[1]) {
  const outcome = book(db, { uid, ...changes })
  if (outcome.outcome !== 'booked') throw new Error(outcome.outcome)
  return outcome.appointment
}

/** A clinic with appointments to cancel, families that wait, and a day to close. */
export function prepareOffers(db: Transaction): void {
  storeTimeZone(db, TIME_ZONE)
  for (const uid of ['admin', 'desk', 'eve']) addPatient(db, uid)
  booked(db, 'anna', { date: DAY })
  const own = booked(db, 'bea', { date: LATER_DAY })
  wait(db, 'bea', NOW, { appointment: own.id })
  const children = ['Mia', 'Ben'].map((name) => {
    const added = addChild(
      db,
      { name, birthDate: '2020-06-05' },
      { uid: 'eve', ...MOMENT, now: NOW },
    )
    if (added.outcome !== 'added') throw new Error(added.outcome)
    return added.added.child.id
  })
  const thatDay = { from: LATER_DAY, to: LATER_DAY }
  wait(db, 'eve', new Date(NOW.getTime() + 1), { ...thatDay, children })
  wait(db, 'cem', new Date(NOW.getTime() + 2), thatDay)
  for (const [index, uid] of ['fay', 'gus', 'hal'].entries()) {
    const startMinute = 540 + 30 * index
    const { id, version } = booked(db, uid, {
      date: CLOSED_DAY,
      slot: formatSlot({ startMinute, lengthMinutes: 30 }),
    })
    receiveAtDesk(db, { id, version, method: 'cash', actor: 'desk' }, NOW)
  }
}

function appointmentOf(db: Transaction, uid: string) {
  return db
    .select()
    .from(appointments)
    .all()
    .find(({ patientUid, status }) => patientUid === uid && status === 'booked')
}

/** The open offer of a family. */
function offerOf(db: Transaction, uid: string) {
  const entries = db.select().from(waitlistEntries).all()
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
  if (db.select().from(closures).all().length > 0) return
  const days = { fromDate: CLOSED_DAY, toDate: CLOSED_DAY, fromMinute: 0, toMinute: 1440 }
  const closure = { doctorId: null, reason: 'Training', ...days }
  const preview = previewClosure(db, closure, BY_ADMIN)
  const fingerprint = preview.outcome === 'preview' ? preview.plan?.fingerprint : undefined
  addClosure(db, { closure, appointments: 'reoffer', fingerprint }, BY_ADMIN)
}

function endOffers(db: Transaction, now: Date): void {
  passOn(db, now)
  cancelUnanswered(db, now)
}

/** Each is a transaction. */
const STEPS: readonly ((db: Transaction) => void)[] = [
  (db) => {
    const row = appointmentOf(db, 'anna')
    if (row) cancelByClinic(db, row, BY_ADMIN)
  },
  (db) => accept(db, 'bea'),
  (db) => decline(db, 'eve'),
  reofferDay,
  (db) => accept(db, 'fay'),
  (db) => decline(db, 'gus'),
  (db) => endOffers(db, later(5)),
  (db) => endOffers(db, later(48)),
  (db) => endOffers(db, later(60 * 24)),
]

/** Takes all steps. */
export function takeOfferSteps(db: Transaction): void {
  for (const step of STEPS) writeAtOnce(db, step)
}

/** What has become of everything, without ids and instants. */
export function describeOutcome(db: Transaction) {
  const kinds = (rows: readonly { kind: string }[]) =>
    Object.fromEntries(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]).sort(),
    )
  return {
    appointments: db
      .select()
      .from(appointments)
      .all()
      .map(({ patientUid, status, date, startMinute }) => [patientUid, status, date, startMinute])
      .sort(),
    offers: db
      .select()
      .from(offers)
      .all()
      .map(({ state }) => state)
      .sort(),
    freed: db
      .select()
      .from(freedTimes)
      .all()
      .map(({ state }) => state)
      .sort(),
    entries: db
      .select()
      .from(waitlistEntries)
      .all()
      .map(({ uid, state }) => [uid, state])
      .sort(),
    emails: kinds(db.select().from(notifications).all()),
    events: kinds(db.select().from(events).all()),
  }
}
