import type { EventData } from '#contract/audit/events.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
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
import { notifyAboutClosedDays } from '../offers/notify-guardians.ts'
import { endSilently, expireNext, withdrawOffer } from '../offers/offer-times.ts'
import { openDaysOf } from './open-days.ts'

/**
 * How long one transaction may end entries and offers, in milliseconds, because other writers wait for it.
 */
const END_FOR_MS = 20

type EndReason = EventData<'waitlist.left'>['reason']

/** Ends an entry and its siblings' entries. Their open offers go to the next family. */
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
  // The events about the re-offer itself record its end.
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
 * Ends expired offers and impossible entries until the transaction's time is used up.
 * @returns whether nothing is left
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
 * A function that checks the next unchecked entry, and ends it if the clinic gives the treatment on none of
 * its days: docs/requirements.md#closed-days. It returns whether there was an entry to check.
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
    notifyAboutClosedDays(db, entry, open ?? null, now)
    return true
  }
}

/** Ends the patient's wait for a treatment that is now booked. */
export function endEntriesFor(db: Transaction, booked: AppointmentRow, now: Date): void {
  const waiting = { person: personOf(booked) ?? '', treatmentId: booked.treatmentId }
  for (const entry of listEntriesOf(db, waiting)) endEntry(db, entry, { reason: 'booked' }, now)
}

/**
 * After a cancellation: offers the freed time. An entry that was to move the appointment ends; if the clinic
 * canceled, it stays, with priority.
 */
export function updateEntriesAfterCancellation(
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

/** After a change of the patient: ends the former patient's wait for an earlier time. */
export function endEntriesAfterPatientChange(
  db: Transaction,
  appointmentId: string,
  now: Date,
): void {
  for (const entry of listEntriesOfAppointment(db, appointmentId)) {
    endEntry(db, entry, { reason: 'cancelled' }, now)
  }
}

/** Whether the family decides about a time that the clinic offered for this appointment. */
export function hasOfferFor(db: Database, appointmentId: string): boolean {
  return listEntriesOfAppointment(db, appointmentId).some(
    ({ id, closureId }) =>
      closureId !== null || listOffersOf(db, [id]).some(({ state }) => state === 'open'),
  )
}

/**
 * After a move: offers the time that the appointment left.
 * @param delayMs for how many milliseconds that waits
 */
export function updateEntriesAfterMove(
  db: Transaction,
  before: AppointmentRow,
  now: Date,
  delayMs = 0,
): void {
  for (const entry of listEntriesOfAppointment(db, before.id)) {
    if (entry.closureId === null) withdrawOpenOffer(db, entry, now)
    else endEntry(db, entry, { reason: 'left' }, now)
  }
  freeTime(db, before, now, delayMs)
}
