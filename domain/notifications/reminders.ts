import { dayAfter, type IsoDate } from '../../contract/dates.ts'
import type { Database } from '../../drizzle/client.ts'
import type { AppointmentRow } from '../../drizzle/queries/appointments.ts'
import { addNotification } from '../../drizzle/queries/notifications.ts'
import { instantOf, wallClockAt } from '../clinic-clock.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

export interface PlannedReminder {
  key: string
  dueAt: Date
  /** When the next reminder is due, which makes this one useless; null for the last one. */
  until: Date | null
}

/** The clinic's time zone and its reminders. */
export interface ReminderClock {
  timeZone: string
  settings?: ReminderSettings
}

/**
 * When a family is reminded of a day's appointments (docs/requirements.md#reminders).
 * @param since when an appointment of that day was booked or moved there
 */
export function planReminders(
  date: IsoDate,
  since: Date,
  { timeZone, settings = reminderSettings }: ReminderClock,
): PlannedReminder[] {
  return allReminders(date, timeZone, settings).filter(
    ({ dueAt }) => dueAt.getTime() - since.getTime() >= settings.minimumAgeMs,
  )
}

// Time zones are slow to compute with, and many families book the same days.
const KEPT_DAYS = 1_000
const kept = new WeakMap<ReminderSettings, Map<string, PlannedReminder[]>>()

function allReminders(
  date: IsoDate,
  timeZone: string,
  settings: ReminderSettings,
): PlannedReminder[] {
  const days = kept.get(settings) ?? new Map<string, PlannedReminder[]>()
  kept.set(settings, days)
  const key = `${date} ${timeZone}`
  const known = days.get(key)
  if (known) return known
  const times = settings.reminders.map(({ daysBefore, minute: startMinute }) => {
    const instant = instantOf({ date: dayAfter(date, -daysBefore), startMinute }, timeZone)
    return afterQuietHours(instant, { timeZone, settings })
  })
  const reminders = settings.reminders.flatMap(({ key }, index) => {
    const dueAt = times[index]
    return dueAt ? [{ key, dueAt, until: times[index + 1] ?? null }] : []
  })
  if (days.size >= KEPT_DAYS) days.clear()
  days.set(key, reminders)
  return reminders
}

/**
 * Writes the reminders of an appointment; those of a family and day are written once. Call it in
 * the transaction that books or moves it.
 */
export function addReminders(
  db: Database,
  { patientUid: uid, email: recipient, date }: AppointmentRow,
  now: Date,
  clock: ReminderClock,
): void {
  if (uid === null) return
  for (const { key, dueAt, until } of planReminders(date, now, clock)) {
    const dedupeKey = `reminder:${uid}:${date}:${key}`
    const data = { date, until: until?.toISOString() ?? null }
    addNotification(db, { kind: 'reminder', uid, recipient, dedupeKey, dueAt, data }, now)
  }
}

/** That instant, or the end of the quiet hours that it falls into. */
export function afterQuietHours(
  instant: Date,
  { timeZone, settings = reminderSettings }: ReminderClock,
): Date {
  const { from, to } = settings.quietHours
  const { today, minute } = wallClockAt(instant, timeZone)
  const isLate = minute >= from
  const isEarly = minute < to
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? isLate || isEarly : isLate && isEarly
  if (!isQuiet) return instant
  const end = isOverMidnight && isLate ? dayAfter(today, 1) : today
  return instantOf({ date: end, startMinute: to }, timeZone)
}
