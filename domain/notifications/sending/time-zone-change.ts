import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { listDaysOf } from '#drizzle/queries/notifications/reminders.ts'
import {
  findBookedDayAfter,
  finishTimeZone,
  listOutdatedInvitations,
  listSentInvitations,
  markOutdated,
  raiseSequence,
  readAppliedTimeZone,
  type SentInvitation,
  storeTimeZoneProgress,
} from '#drizzle/queries/notifications/time-zones.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { CALENDAR_KINDS } from '../kinds/email-kinds.ts'
import { correctReminders, readReminderSettings } from '../reminders.ts'

/** The time limit of one transaction, in milliseconds, because other writers wait for it. */
const STEP_FOR_MS = 20

interface ZoneContext {
  db: Database
  /** The clinic's time zone as it is set now. */
  timeZone: string
  now: () => Date
}

/** Whether reminders and calendar files follow another time zone than the clinic's. */
export function isTimeZoneBehind(db: Database, timeZone: string): boolean {
  return readAppliedTimeZone(db).timeZone !== timeZone
}

/**
 * Computes all reminders again after the clinic's time zone was corrected, and marks the calendar files that
 * now show a wrong time. May be stopped after any transaction; the next run continues.
 * @returns whether the time zone had changed
 */
export async function followTimeZone(
  { db, timeZone, now }: ZoneContext,
  { signal, stepMs = STEP_FOR_MS }: { signal?: AbortSignal; stepMs?: number } = {},
): Promise<boolean> {
  if (!isTimeZoneBehind(db, timeZone)) return false
  const step = { timeZone, now, stepMs }
  while (!(await writeTransaction(db, (tx) => followSome(tx, step)))) signal?.throwIfAborted()
  return true
}

/** @returns whether everything now follows the time zone */
function followSome(
  db: Transaction,
  { timeZone, now, stepMs }: Omit<ZoneContext, 'db'> & { stepMs: number },
): boolean {
  const end = performance.now() + stepMs
  const { timeZone: applied, progress } = readAppliedTimeZone(db)
  if (applied === timeZone) return true
  // From yesterday on: today in one zone may be yesterday in the other.
  const first = dayAfter(wallClockAt(now(), timeZone).today, -1)
  const known = progress?.timeZone === timeZone ? progress : { date: first, after: '' }
  let { after } = known
  for (let date: IsoDate | undefined = known.date; date !== undefined; ) {
    const stopAt = (key: string) => {
      storeTimeZoneProgress(db, { timeZone, date: date ?? first, after: key })
      return false
    }
    for (const { key, correct } of correctionsOf(db, date, { timeZone, now: now() })) {
      if (key <= after) continue
      correct()
      if (performance.now() >= end) return stopAt(key)
    }
    date = findBookedDayAfter(db, date)
    after = ''
    if (performance.now() >= end && date !== undefined) return stopAt(after)
  }
  finishTimeZone(db, timeZone)
  return true
}

/** What has to be corrected of a day, in a fixed order. */
function correctionsOf(
  db: Transaction,
  date: IsoDate,
  { timeZone, now }: { timeZone: string; now: Date },
): { key: string; correct: () => void }[] {
  const settings = readReminderSettings(db)
  const reminders = listDaysOf(db, date).map((day) => ({
    key: `reminders:${day.uid ?? day.deskFamilyId}`,
    correct: () => correctReminders(db, day, now, { timeZone, settings }),
  }))
  const invitations = Map.groupBy(listSentInvitations(db, date), (sent) => sent.appointmentId)
  const calendars = [...invitations].map(([id, sent]) => ({
    key: `invitations:${id}`,
    correct: () => markInvitations(db, date, sent, timeZone),
  }))
  return [...reminders, ...calendars].sort((one, other) => (one.key < other.key ? -1 : 1))
}

/** For each recipient, only the last email counts. */
function markInvitations(
  db: Transaction,
  date: IsoDate,
  sent: readonly SentInvitation[],
  timeZone: string,
): void {
  const last = new Map(sent.map(({ family, id }) => [family, id]))
  for (const { id, family, startMinute, isOutdated, timeZone: sentIn } of sent) {
    const instantIn = (zone: string) => instantOf({ date, startMinute }, zone).getTime()
    const isOther = last.get(family) === id && instantIn(sentIn) !== instantIn(timeZone)
    if (isOther !== isOutdated) markOutdated(db, id, isOther)
  }
}

/**
 * Sends the outdated calendar files again, with a higher SEQUENCE. May be stopped after any transaction; the
 * next call sends the rest.
 * @returns how many
 */
export async function resendInvitations(
  { db, timeZone }: Omit<ZoneContext, 'now'>,
  by: ChangedBy,
  { stepMs = STEP_FOR_MS } = {},
): Promise<number> {
  let total = 0
  for (;;) {
    const resent = await writeTransaction(db, (tx) => resendSome(tx, { timeZone, by, stepMs }))
    if (resent === 0) return total
    total += resent
  }
}

const MOST_AT_ONCE = 50

function resendSome(
  db: Transaction,
  { timeZone, by: { actor, now }, stepMs }: { timeZone: string; by: ChangedBy; stepMs: number },
): number {
  const end = performance.now() + stepMs
  const which = { from: wallClockAt(now, timeZone), ofCalendars: CALENDAR_KINDS }
  let resent = 0
  for (const { notification, version } of listOutdatedInvitations(db, which, MOST_AT_ONCE)) {
    const { id, appointmentId, uid, deskFamilyId, recipient } = notification
    if (appointmentId === null || recipient === null) continue
    raiseSequence(db, appointmentId)
    const to = { appointmentId, version, uid, deskFamilyId, recipient, dueAt: now }
    const about = { kind: 'calendar_event', data: { corrected: true } } as const
    const notificationId = addNotification(
      db,
      { ...about, ...to, dedupeKey: `${id}/corrected` },
      now,
    )
    resent += 1
    const subject = uid ?? deskFamilyId
    if (notificationId !== undefined && subject !== null) {
      const data = { notificationId, kind: about.kind }
      appendEvent(db, { kind: 'user.email_resent', actor, subject, data }, now)
    }
    if (performance.now() >= end) break
  }
  return resent
}
