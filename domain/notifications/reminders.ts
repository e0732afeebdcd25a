import { millisecondsInHour } from 'date-fns/constants'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { fromTimeField } from '#contract/schedule/time-fields.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { listEmailedGuardians } from '#drizzle/queries/guardians/children.ts'
import { reminderPrefix } from '#drizzle/queries/notifications/notifications.ts'
import {
  correctReminder,
  listDaysWithoutReminder,
  listUpcomingDays,
  putReminder,
  type ReminderDay,
  removeDueReminders,
} from '#drizzle/queries/notifications/reminders.ts'
import { instantOf, wallClockAt } from '../clinic-clock.ts'
import { REMINDER_KEYS, type ReminderKey, type ReminderSettings } from './settings.ts'

interface PlannedReminder {
  key: ReminderKey
  dueAt: Date
  /** When the next reminder is due, which replaces this one; null for the last one. */
  until: Date | null
}

/** The clinic's time zone and its reminders. */
interface ReminderClock {
  timeZone: string
  settings: ReminderSettings
}

/** The reminders as an admin set them, or the defaults. */
export function readReminderSettings(db: Database): ReminderSettings {
  const rules = readSettings(db)
  const [first, second] = REMINDER_KEYS
  const reminder = (key: ReminderKey, daysBefore: number, time: string) =>
    daysBefore > 0 ? [{ key, daysBefore, minute: fromTimeField(time) }] : []
  return {
    reminders: [
      ...reminder(first, rules.firstReminderDays, rules.firstReminderTime),
      ...reminder(second, rules.secondReminderDays, rules.secondReminderTime),
    ],
    quietHours: { from: fromTimeField(rules.quietFrom), to: fromTimeField(rules.quietUntil) },
    minimumAgeMs: rules.reminderMinimumHours * millisecondsInHour,
  }
}

/**
 * When a family is reminded of a day's appointments, earliest first (docs/requirements.md#reminders).
 * @param since when an appointment of that day was booked or moved there
 */
export function planReminders(date: IsoDate, since: Date, clock: ReminderClock): PlannedReminder[] {
  return allReminders(date, clock).filter(
    ({ dueAt }) => dueAt.getTime() - since.getTime() >= clock.settings.minimumAgeMs,
  )
}

// Cached: time zones are slow to compute with, and many families book the same days.
const KEPT_DAYS = 1_000
const kept = new Map<string, PlannedReminder[]>()

function allReminders(date: IsoDate, clock: ReminderClock): PlannedReminder[] {
  const id = JSON.stringify([date, clock])
  const known = kept.get(id)
  if (known) return known
  const { timeZone, settings } = clock
  const times = settings.reminders
    .map(({ key, daysBefore, minute: startMinute }) => {
      const instant = instantOf({ date: dayAfter(date, -daysBefore), startMinute }, timeZone)
      return { key, dueAt: afterQuietHours(instant, clock) }
    })
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  const reminders = times.map((time, index) => ({
    ...time,
    until: times[index + 1]?.dueAt ?? null,
  }))
  if (kept.size >= KEPT_DAYS) kept.clear()
  kept.set(id, reminders)
  return reminders
}

/**
 * Writes the reminders of an appointment, also to guardians who get emails about the child. A family gets one
 * set for each day.
 */
export function addReminders(
  db: Transaction,
  { patientUid: uid, deskFamilyId, childId, email: recipient, date }: AppointmentRow,
  now: Date,
  { timeZone }: Pick<ReminderClock, 'timeZone'>,
): void {
  const clock = { timeZone, settings: readReminderSettings(db) }
  const day = { date, since: now }
  if (recipient !== '' && (uid ?? deskFamilyId) !== null) {
    putReminders(db, { ...day, uid, deskFamilyId, recipient }, now, clock)
  }
  for (const guardian of childId === null ? [] : listEmailedGuardians(db, childId)) {
    if (guardian.uid === uid) continue
    const { uid: other, email } = guardian
    putReminders(db, { ...day, uid: other, deskFamilyId: null, recipient: email }, now, clock)
  }
}

/**
 * Moves all reminders that are not due yet to the times that an admin has set since. One whose new time has
 * passed keeps its old one.
 */
export function rescheduleReminders(db: Transaction, now: Date, timeZone: string): void {
  const settings = readReminderSettings(db)
  const used = settings.reminders.map(({ key }) => key)
  removeDueReminders(
    db,
    REMINDER_KEYS.filter((key) => !used.includes(key)),
  )
  const { today } = wallClockAt(now, timeZone)
  for (const day of listUpcomingDays(db, today)) putReminders(db, day, now, { timeZone, settings })
}

/**
 * Writes the reminders of appointments that have none: they were booked before the site sent any, or belonged
 * to another family.
 * @param deskFamilyId only notifications of this family without an account
 * @returns how many it wrote
 */
export function addMissingReminders(
  db: Transaction,
  now: Date,
  timeZone: string,
  deskFamilyId?: string,
): number {
  const clock = { timeZone, settings: readReminderSettings(db) }
  const { today } = wallClockAt(now, timeZone)
  return listDaysWithoutReminder(db, { today, deskFamilyId })
    .map((day) => putReminders(db, day, now, clock))
    .reduce((sum, count) => sum + count, 0)
}

/** @returns how many reminders that day has after now */
function putReminders(db: Transaction, day: ReminderDay, now: Date, clock: ReminderClock): number {
  const planned = planReminders(day.date, day.since, clock).filter(({ dueAt }) => dueAt > now)
  for (const reminder of planned) putReminder(db, toRow(day, reminder), now)
  return planned.length
}

function toRow(
  { uid, deskFamilyId, recipient, date }: ReminderDay,
  { key, dueAt, until }: PlannedReminder,
) {
  const dedupeKey = `${reminderPrefix(uid ?? deskFamilyId ?? '')}${date}:${key}`
  const data = { date, until: until?.toISOString() ?? null }
  return { uid, deskFamilyId, recipient, dedupeKey, dueAt, data }
}

/**
 * Moves the reminders of a day to the times of another time zone. One whose new time has passed is due at
 * once, and is sent or dropped as any late reminder.
 */
export function correctReminders(
  db: Transaction,
  day: ReminderDay,
  now: Date,
  clock: ReminderClock,
): void {
  const planned = new Set(planReminders(day.date, day.since, clock))
  for (const reminder of allReminders(day.date, clock)) {
    const row = toRow(day, reminder)
    const isNew = !correctReminder(db, row)
    if (isNew && planned.has(reminder) && reminder.dueAt > now) putReminder(db, row, now)
  }
}

/** The instant, or the end of the quiet hours that it lies in. */
export function afterQuietHours(instant: Date, { timeZone, settings }: ReminderClock): Date {
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
