import type { EventData } from '#contract/audit/events.ts'
import { overlaps } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, personOf } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import {
  type EntryRow,
  findFreedTime,
  hasWaitingEntry,
  listBlock,
  listEntriesOf,
  listEntriesOfAppointment,
  listOffersOf,
  listOpenOffers,
  listOverEntries,
  listUnoffered,
  listWaiting,
  updateEntry,
  updateFreedTime,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { fitsOf, isWithin, type OfferableTime } from '../offers/find-fit.ts'
import {
  endSilently,
  expireOffers,
  inSavepoint,
  offerFreedTime,
  offerNext,
  readClock,
  withdrawOffer,
} from '../offers/offer-times.ts'

type EndReason = EventData<'waitlist.left'>['reason']

/** Ends an entry, with those of the siblings, and offers to the next family what it was offered. */
export function endEntry(
  db: Transaction,
  entry: EntryRow,
  { reason, actor = null }: { reason: EndReason; actor?: string | null },
  now: Date,
): void {
  for (const one of listBlock(db, entry)) endOne(db, one, { reason, actor }, now)
}

function endOne(
  db: Transaction,
  entry: EntryRow,
  { reason, actor }: { reason: EndReason; actor: string | null },
  now: Date,
): void {
  if (!endSilently(db, entry.id, now)) return
  // A re-offer says in the events of its offer what has become of it.
  if (entry.closureId === null) {
    appendEvent(db, { kind: 'waitlist.left', actor, subject: entry.id, data: { reason } }, now)
  }
  withdrawOpenOffer(db, entry, now)
}

function withdrawOpenOffer(db: Transaction, { id }: EntryRow, now: Date): void {
  const open = listOffersOf(db, [id]).find(({ state }) => state === 'open')
  if (open) withdrawOffer(db, open, null, now)
}

/** Expires what is due, and offers every time without an open offer to the next family. */
export function passOn(db: Transaction, now: Date): void {
  expireOffers(db, now)
  const { today } = readClock(db, now)
  for (const entry of listOverEntries(db, today)) endEntry(db, entry, { reason: 'over' }, now)
  for (const freed of listUnoffered(db)) inSavepoint(db, () => offerNext(db, freed, now))
}

/**
 * A closure or an absence has gone: families that wait are offered what it opens. What no family
 * wants is public.
 */
export function offerOpenedTimes(
  db: Transaction,
  opened: Pick<ClosureRow, 'doctorId' | 'fromDate' | 'toDate' | 'fromMinute' | 'toMinute'>,
  now: Date,
): void {
  if (!hasWaitingEntry(db)) return
  inSavepoint(db, () => {
    const clock = readClock(db, now)
    const fits = rememberFits(db, opened, clock)
    for (const entry of listWaiting(db)) {
      if (entry.state !== 'open' || entry.closureId !== null) continue
      const time = findOpenedFit(opened, entry, clock.today, fits.on)
      if (!time) continue
      offerFreedTime(db, time, now)
      fits.forget(time.date)
    }
  })
}

type OpenedTimes = Parameters<typeof offerOpenedTimes>[1]

/** What was opened on each day for a treatment, until a time of that day is offered. */
function rememberFits(
  db: Transaction,
  { doctorId, fromMinute, toMinute }: OpenedTimes,
  clock: ReturnType<typeof readClock>,
) {
  const span = { startMinute: fromMinute, lengthMinutes: toMinute - fromMinute }
  const days = new Map<IsoDate, Map<string, ReturnType<typeof fitsOf>>>()
  return {
    forget: (date: IsoDate) => days.delete(date),
    on(date: IsoDate, treatmentId: string) {
      const ofDay = days.get(date) ?? new Map<string, ReturnType<typeof fitsOf>>()
      days.set(date, ofDay)
      const fitOf =
        ofDay.get(treatmentId) ?? fitsOf(db, { treatmentId, doctorId, date, ...span }, clock)
      ofDay.set(treatmentId, fitOf)
      return fitOf
    },
  }
}

/** The first time of what was opened that fits an entry. */
function findOpenedFit(
  { fromDate, toDate }: OpenedTimes,
  entry: EntryRow,
  today: IsoDate,
  fitsOn: ReturnType<typeof rememberFits>['on'],
): OfferableTime | undefined {
  const { treatmentId } = entry
  const [first, last] = [
    [fromDate, entry.fromDate, today].sort().at(-1) ?? fromDate,
    [toDate, entry.toDate].sort()[0] ?? toDate,
  ]
  for (let date = first; date <= last; date = dayAfter(date)) {
    const fit = fitsOn(date, treatmentId)(entry)
    if (!fit) continue
    const { startMinute, lengthMinutes, doctor } = fit
    return { treatmentId, doctorId: doctor?.id ?? null, date, startMinute, lengthMinutes }
  }
  return undefined
}

/** Withdraws the offers of times that a closure or an absence takes. */
export function withdrawClosedOffers(db: Transaction, closed: OpenedTimes, now: Date): void {
  const { doctorId, fromDate: from, toDate: to, fromMinute, toMinute } = closed
  const span = { startMinute: fromMinute, lengthMinutes: toMinute - fromMinute }
  for (const offer of listOpenOffers(db, { from, to })) {
    const isTheirs = doctorId === null || doctorId === offer.doctorId
    if (!isTheirs || !overlaps(offer, span)) continue
    const freed = findFreedTime(db, offer.freedTimeId)
    // Nothing is left of it for other families.
    if (freed && isWithin(freed, span)) updateFreedTime(db, freed.id, { state: 'public' })
    withdrawOffer(db, offer, null, now)
  }
}

/** A patient has got the treatment: they wait for it no more. */
export function endWishOf(db: Transaction, booked: AppointmentRow, now: Date): void {
  const wish = { person: personOf(booked) ?? '', treatmentId: booked.treatmentId }
  for (const entry of listEntriesOf(db, wish)) endEntry(db, entry, { reason: 'booked' }, now)
}

/**
 * An appointment was canceled: its time is offered, and an entry that was to move it ends, or waits in
 * the first rank when the clinic canceled.
 */
export function afterCancellation(
  db: Transaction,
  cancelled: AppointmentRow,
  by: 'family' | 'clinic',
  now: Date,
): void {
  inSavepoint(db, () => {
    for (const entry of listEntriesOfAppointment(db, cancelled.id)) {
      if (by === 'family' || entry.closureId !== null) {
        endEntry(db, entry, { reason: 'cancelled' }, now)
        continue
      }
      updateEntry(db, entry.id, { appointmentId: null, rank: 0 })
      withdrawOpenOffer(db, entry, now)
    }
  })
  offerFreedTime(db, cancelled, now)
}

/** An appointment is another patient's now: for the former one, no earlier time is looked for. */
export function afterPatientChange(db: Transaction, appointmentId: string, now: Date): void {
  inSavepoint(db, () => {
    for (const entry of listEntriesOfAppointment(db, appointmentId)) {
      endEntry(db, entry, { reason: 'cancelled' }, now)
    }
  })
}

/** An appointment was moved: the time that it has left is offered. */
export function afterMove(db: Transaction, before: AppointmentRow, now: Date): void {
  inSavepoint(db, () => {
    for (const entry of listEntriesOfAppointment(db, before.id)) {
      if (entry.closureId === null) withdrawOpenOffer(db, entry, now)
      else endEntry(db, entry, { reason: 'left' }, now)
    }
  })
  offerFreedTime(db, before, now)
}
