import type { EventData } from '#contract/audit/events.ts'
import type { Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, personOf } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { readScheduleVersion } from '#drizzle/queries/schedule/schedule.ts'
import {
  type EntryRow,
  findEntryToLookAt,
  listBlockEntries,
  listEntriesOf,
  listEntriesOfAppointment,
  listOffersOf,
  listOverEntries,
  updateEntry,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { freeTime, readClock } from '../offers/free-time.ts'
import { endSilently, expireNext, withdrawOffer } from '../offers/offer-times.ts'
import { tellAboutClosedDays } from '../offers/tell.ts'
import { openDaysOf } from './open-days.ts'

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
  for (const one of listBlockEntries(db, entry)) endOne(db, one, { reason, actor }, now)
}

function endOne(
  db: Transaction,
  entry: EntryRow,
  { reason, actor }: { reason: EndReason; actor: string | null },
  now: Date,
): void {
  // A re-offer says in the events of its offer what has become of it.
  const isReoffer = entry.closureId !== null
  if (!endSilently(db, entry.id, now, isReoffer ? null : reason)) return
  if (!isReoffer) {
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
  const lookAtNext = prepareLooks(db, now)
  do {
    if (expireNext(db, now)) continue
    const [entry] = listOverEntries(db, today, 1)
    if (entry) endEntry(db, entry, { reason: 'over' }, now)
    else if (!lookAtNext()) return true
  } while (performance.now() < end)
  return false
}

/**
 * A function that looks at the next entry of which it is not known that the clinic gives the treatment on one of
 * its days, and ends it when it does on none: docs/requirements.md#closed-days. It answers whether there was one.
 */
function prepareLooks(db: Transaction, now: Date): () => boolean {
  const { today } = readClock(db, now)
  let schedule: ReturnType<typeof readSchedule> | undefined
  function readSchedule() {
    // Today counts until it is over.
    const clock = { ...readClock(db, now), minute: -1 }
    return { version: readScheduleVersion(db), firstOpenDay: openDaysOf(db, clock) }
  }
  return () => {
    const entry = findEntryToLookAt(db, today)
    if (!entry) return false
    schedule ??= readSchedule()
    const { version, firstOpenDay } = schedule
    const open = firstOpenDay(entry)
    if (open !== undefined && open <= entry.toDate) {
      updateEntry(db, entry.id, { openOn: open, openAtVersion: version })
      return true
    }
    endEntry(db, entry, { reason: 'closed' }, now)
    tellAboutClosedDays(db, entry, open ?? null, now)
    return true
  }
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
