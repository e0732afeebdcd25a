import type { EventData, EventKind } from '#contract/audit/events.ts'
import { overlaps } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Transaction } from '#drizzle/client.ts'
import { readClosures } from '#drizzle/queries/schedule/closures.ts'
import { findEntry, listOpenOffers, type OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { ANY_DAY } from '../offers/find-fit.ts'
import { type OpenedTimes, readClock } from '../offers/free-time.ts'
import { giveUpOffering, offerSome, withdrawOffer } from '../offers/offer-times.ts'
import { endReoffersOf } from '../reoffers/reoffer-appointments.ts'

// What follows in the waiting list when times become free or are closed. Each step is a transaction of a few
// milliseconds, does nothing when repeated, and may be the last one before a crash.

/** How long one transaction may withdraw offers, in milliseconds, because other writers wait for it. */
const WITHDRAW_FOR_MS = 20

interface Happened<Kind extends EventKind> {
  subject: string
  data: EventData<Kind>
  now: Date
}

export interface WaitlistHandler<Kind extends EventKind> {
  name: string
  on: Kind
  /** @returns whether nothing is left to do */
  step(db: Transaction, event: Happened<Kind>): boolean
  /** Called after the last attempt failed. */
  giveUp?(db: Transaction, event: Omit<Happened<Kind>, 'data'>): void
}

const handle = <Kind extends EventKind>(handler: WaitlistHandler<Kind>) => handler

/** Offers freed times to the waiting families; times that cannot be offered become public. */
export const offerFreedTimes = handle({
  name: 'waitlist.offer',
  on: 'times.freed',
  step: (db, { subject, now }) => offerSome(db, subject, now),
  giveUp: (db, { subject, now }) => giveUpOffering(db, subject, now),
})

/** Withdraws offers of times that a closure or an absence takes. */
export const withdrawClosed = handle({
  name: 'waitlist.withdraw_closed',
  on: 'closure.added',
  step(db, { subject, data, now }) {
    const isRemoved = !readClosures(db, data.fromDate).some(({ id }) => id === subject)
    return isRemoved || withdrawOffers(db, offersIn(db, data), now)
  },
})

/** Withdraws offers of an extra session's times, unless they are within the hours. */
export const withdrawSession = handle({
  name: 'waitlist.withdraw_session',
  on: 'session.withdrawn',
  step(db, { data: { date, ...times }, now }) {
    const offered = offersIn(db, { ...times, fromDate: date, toDate: date })
    const isGiven = givenTimes(db, date, now)
    return withdrawOffers(
      db,
      offered.filter((offer) => !isGiven(offer)),
      now,
    )
  },
})

/** Ends the re-offers of a removed closure: its appointments stay. */
export const endReoffers = handle({
  name: 'waitlist.end_reoffers',
  on: 'closure.removed',
  step: (db, { subject, now }) => endReoffersOf(db, subject, now),
})

/** Open offers whose times overlap these. */
function offersIn(
  db: Transaction,
  { doctorId, fromDate: from, toDate: to, fromMinute, toMinute }: OpenedTimes,
): OfferRow[] {
  const span = { startMinute: fromMinute, lengthMinutes: toMinute - fromMinute }
  return listOpenOffers(db, { from, to }).filter(
    (offer) => (doctorId === null || doctorId === offer.doctorId) && overlaps(offer, span),
  )
}

/**
 * Withdraws offers until the transaction's time is used up.
 * @returns whether all were withdrawn
 */
function withdrawOffers(db: Transaction, offers: readonly OfferRow[], now: Date): boolean {
  const end = performance.now() + WITHDRAW_FOR_MS
  for (const offer of offers) {
    if (performance.now() >= end) return false
    withdrawOffer(db, offer, null, now)
  }
  return true
}

/** A function that says whether the clinic gives an offer's treatment at its time with its doctor. */
function givenTimes(db: Transaction, date: IsoDate, now: Date) {
  const schedule = currentSchedule(db)
  const timesOf = freeTimesOn(schedule, [], date, { ...readClock(db, now), lastDay: ANY_DAY })
  return ({ entryId, startMinute, doctorId }: OfferRow): boolean => {
    const treatmentId = findEntry(db, entryId)?.treatmentId
    const treatment = schedule.treatments.find(({ id }) => id === treatmentId)
    const time = treatment && timesOf(treatment).find((one) => one.startMinute === startMinute)
    return time !== undefined && (doctorId === null || time.doctorIds.includes(doctorId))
  }
}
