import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { IsoDate } from '#contract/dates.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointments, clinicSettings, notifications } from '#drizzle/schema/index.ts'
import type { TimeZoneProgress } from '#drizzle/schema/schedule.ts'
import { type NotificationOf, typed } from './notifications.ts'

// The progress of following a corrected time zone, and the calendar files that show a wrong time.

/** The time zone that reminders and calendar files follow, and the progress of a correction. */
export function readAppliedTimeZone(db: Database) {
  const { appliedTimeZone: timeZone, timeZoneProgress: progress } = clinicSettings
  const row = db.select({ timeZone, progress }).from(clinicSettings).get()
  if (!row) throw new Error('The database has no settings.')
  return row
}

export function storeTimeZoneProgress(db: Transaction, progress: TimeZoneProgress): void {
  db.update(clinicSettings).set({ timeZoneProgress: progress }).run()
}

/** Records that everything follows that time zone. */
export function finishTimeZone(db: Transaction, timeZone: string): void {
  db.update(clinicSettings).set({ appliedTimeZone: timeZone, timeZoneProgress: null }).run()
}

/** The next day with booked appointments. */
export function findBookedDayAfter(db: Database, date: IsoDate): IsoDate | undefined {
  return db
    .select({ date: appointments.date })
    .from(appointments)
    .where(and(sql`${appointments.status} = 'booked'`, gt(appointments.date, date)))
    .orderBy(asc(appointments.date))
    .limit(1)
    .get()?.date
}

/** The recipient of an email, whatever their address. */
const familyOf = ({ uid, deskFamilyId }: { uid: unknown; deskFamilyId: unknown }): SQL<string> =>
  sql`coalesce(${uid}, ${deskFamilyId}, '')`

/** An email that put an appointment into a calendar. */
export interface SentInvitation {
  id: string
  appointmentId: string
  family: string
  startMinute: number
  /** The time zone in which it was sent. */
  timeZone: string
  isOutdated: boolean
}

/** The invitations of a day's booked appointments, ordered by appointment and email. */
export function listSentInvitations(db: Database, date: IsoDate): SentInvitation[] {
  return db
    .select({
      id: notifications.id,
      appointmentId: appointments.id,
      family: familyOf(notifications),
      startMinute: appointments.startMinute,
      timeZone: sql<string>`${notifications.timeZone}`,
      isOutdated: notifications.isOutdated,
    })
    .from(appointments)
    .innerJoin(notifications, eq(notifications.appointmentId, appointments.id))
    .where(
      and(
        eq(appointments.date, date),
        sql`${appointments.status} = 'booked'`,
        isNotNull(notifications.timeZone),
      ),
    )
    .orderBy(asc(appointments.id), asc(notifications.id))
    .all()
}

/** Records whether the calendar of an email's recipient shows a wrong time. */
export function markOutdated(db: Transaction, id: string, isOutdated: boolean): void {
  db.update(notifications).set({ isOutdated }).where(eq(notifications.id, id)).run()
}

const newer = alias(notifications, 'newer')

interface OutdatedOf {
  /** The clinic's present day and minute. */
  from: { today: IsoDate; minute: number }
  /** The kinds of emails that change calendars. */
  ofCalendars: readonly NotificationKind[]
}

/** Upcoming appointments whose recipients got no later email for their calendar. */
function isToCorrect(db: Database, { from, ofCalendars }: OutdatedOf) {
  const { today, minute } = from
  const since = db
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.appointmentId, notifications.appointmentId),
        gt(newer.id, notifications.id),
        sql`${familyOf(newer)} = ${familyOf(notifications)}`,
        inArray(newer.kind, ofCalendars),
      ),
    )
  return and(
    // As in the partial index.
    sql`${notifications.isOutdated} = 1`,
    isNotNull(notifications.recipient),
    sql`${appointments.status} = 'booked'`,
    sql`(${appointments.date}, ${appointments.startMinute}) > (${today}, ${minute})`,
    sql`not exists ${since}`,
  )
}

export function countOutdatedInvitations(db: Database, which: OutdatedOf): number {
  const found = db
    .select({ count: sql<number>`count(*)` })
    .from(notifications)
    .innerJoin(appointments, eq(appointments.id, notifications.appointmentId))
    .where(isToCorrect(db, which))
    .get()
  return found?.count ?? 0
}

/** The first of them, each with its appointment's version. */
export function listOutdatedInvitations(
  db: Database,
  which: OutdatedOf,
  limit: number,
): { notification: NotificationOf; version: number }[] {
  return db
    .select({ notification: notifications, version: appointments.version })
    .from(notifications)
    .innerJoin(appointments, eq(appointments.id, notifications.appointmentId))
    .where(isToCorrect(db, which))
    .orderBy(asc(notifications.appointmentId), asc(notifications.id))
    .limit(limit)
    .all()
    .map(({ notification, version }) => ({ notification: typed(notification), version }))
}

/** Raises the SEQUENCE of an appointment in calendars; its version and UID stay. */
export function raiseSequence(db: Transaction, appointmentId: string): void {
  db.update(appointments)
    .set({ calendarRevision: sql`${appointments.calendarRevision} + 1` })
    .where(eq(appointments.id, appointmentId))
    .run()
}
