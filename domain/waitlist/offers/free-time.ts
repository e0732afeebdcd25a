import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import {
  findFreedTime,
  insertFreedTime,
  insertOpenedTimes,
  isOccupied,
  updateFreedTime,
} from '#drizzle/queries/waitlist/freed-times.ts'
import { hasWaitingEntry } from '#drizzle/queries/waitlist/waitlist.ts'
import type { Clock, OfferableTime } from './find-fit.ts'

// Code that frees a time stores it with an event. The job `waitlist.offer` then asks the waiting families.

/** For how many milliseconds a freed time stays hidden while families are asked. */
const HIDDEN_MS = 10_000

/** By the machine's clock, which the jobs use, too. */
export const hiddenFromNow = (delayMs = 0) => new Date(Date.now() + delayMs + HIDDEN_MS)

export function readClock(db: Database, now: Date): Clock {
  const timeZone = readTimeZone(db)
  return { now, timeZone, ...wallClockAt(now, timeZone) }
}

type FreedTime = OfferableTime & { treatmentId: string }

/** The row of a freed time. It is offered for half of the time until it begins. */
export function freedRow(
  { treatmentId, doctorId, date, startMinute, lengthMinutes }: FreedTime,
  freedAt: Date,
  { timeZone }: Pick<Clock, 'timeZone'>,
) {
  const startsAt = instantOf({ date, startMinute }, timeZone).getTime()
  const publicAt = new Date((freedAt.getTime() + startsAt) / 2)
  const time = { treatmentId, doctorId, date, startMinute, lengthMinutes }
  return { id: uuidv7(), ...time, freedAt, publicAt }
}

/**
 * Frees the time of an appointment: waiting families are asked first.
 * @param delayMs for how many milliseconds the job waits before it asks them
 */
export function freeTime(db: Transaction, freed: FreedTime, now: Date, delayMs = 0): void {
  // An extra patient leaves no free time.
  if (!hasWaitingEntry(db) || isOccupied(db, freed)) return
  const row = freedRow(freed, now, { timeZone: readTimeZone(db) })
  const { id } = insertFreedTime(db, { ...row, hiddenUntil: hiddenFromNow(delayMs) })
  announce(db, id, freed, now, delayMs)
}

export type OpenedTimes = Pick<
  ClosureRow,
  'doctorId' | 'fromDate' | 'toDate' | 'fromMinute' | 'toMinute'
>

/** Opens times, because the clinic opens or a doctor returns: waiting families are asked first. */
export function openTimes(
  db: Transaction,
  { doctorId, fromDate, toDate, fromMinute, toMinute }: OpenedTimes,
  now: Date,
): void {
  const { today } = readClock(db, now)
  if (!hasWaitingEntry(db) || toDate < today) return
  const from = fromDate < today ? today : fromDate
  const data = { doctorId, fromDate: from, toDate, fromMinute, toMinute }
  const id = uuidv7()
  insertOpenedTimes(db, { id, ...data, openedAt: now, hiddenUntil: hiddenFromNow() })
  appendEvent(db, { kind: 'times.freed', actor: null, subject: id, data }, now)
}

/** Passes the time of an ended offer to the next family, or makes it public. */
export function passOnTime(db: Transaction, freedTimeId: string, now: Date): void {
  const freed = findFreedTime(db, freedTimeId)
  if (freed?.state !== 'offering') return
  if (freed.publicAt <= now) updateFreedTime(db, freed.id, { state: 'public' })
  else announce(db, freed.id, freed, now)
}

function announce(
  db: Transaction,
  id: string,
  freed: FreedTime & { date: IsoDate },
  now: Date,
  delayMs = 0,
): void {
  const { treatmentId, doctorId, date, startMinute: fromMinute, lengthMinutes } = freed
  const span = { fromDate: date, toDate: date, fromMinute, toMinute: fromMinute + lengthMinutes }
  const data = { treatmentId, doctorId, ...span }
  appendEvent(db, { kind: 'times.freed', actor: null, subject: id, data }, now, delayMs)
}
