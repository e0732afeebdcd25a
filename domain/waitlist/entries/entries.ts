import type { EventData } from '#contract/audit/events.ts'
import type { Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, personOf } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type EntryRow,
  listBlock,
  listEntriesOf,
  listEntriesOfAppointment,
  listOffersOf,
  listOverEntries,
  updateEntry,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { freeTime, readClock } from '../offers/free-time.ts'
import { endSilently, expireNext, withdrawOffer } from '../offers/offer-times.ts'

/** How long one transaction may end what is over, in milliseconds: other writers wait for it. */
const END_FOR_MS = 20

type EndReason = EventData<'waitlist.left'>['reason']

/** Ends an entry and its siblings'. Their open offers go to the next family. */
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

/**
 * Ends what is over, one thing after the other, until the transaction's time is.
 * @returns whether nothing is left to be ended
 */
export function endOverdue(db: Transaction, now: Date): boolean {
  const end = performance.now() + END_FOR_MS
  const { today } = readClock(db, now)
  do {
    if (expireNext(db, now)) continue
    const [entry] = listOverEntries(db, today, 1)
    if (!entry) return true
    endEntry(db, entry, { reason: 'over' }, now)
  } while (performance.now() < end)
  return false
}

/** Ends the patient's wait for a treatment that is now booked. */
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
  for (const entry of listEntriesOfAppointment(db, cancelled.id)) {
    if (by === 'family' || entry.closureId !== null) {
      endEntry(db, entry, { reason: 'cancelled' }, now)
      continue
    }
    updateEntry(db, entry.id, { appointmentId: null, rank: 0 })
    withdrawOpenOffer(db, entry, now)
  }
  freeTime(db, cancelled, now)
}

/** An appointment is another patient's now: for the former one, no earlier time is looked for. */
export function afterPatientChange(db: Transaction, appointmentId: string, now: Date): void {
  for (const entry of listEntriesOfAppointment(db, appointmentId)) {
    endEntry(db, entry, { reason: 'cancelled' }, now)
  }
}

/** An appointment was moved: the time that it has left is offered. */
export function afterMove(db: Transaction, before: AppointmentRow, now: Date): void {
  for (const entry of listEntriesOfAppointment(db, before.id)) {
    if (entry.closureId === null) withdrawOpenOffer(db, entry, now)
    else endEntry(db, entry, { reason: 'left' }, now)
  }
  freeTime(db, before, now)
}
