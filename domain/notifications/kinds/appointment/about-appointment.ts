import type { DropReason, NotificationKind } from '#contract/notifications/notifications.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { refundCeilingOf } from '#domain/booking/refund-ceiling.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { sequenceOf } from '#domain/notifications/content/calendar-file.ts'
import { drop, type Question, type Reading } from '#domain/notifications/content/email-kind.ts'
import type {
  EmailedAppointment,
  EmailedChild,
  EmailedTerms,
} from '#domain/notifications/content/email-subject.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findGuardedChild, getsEmails } from '#drizzle/queries/guardians/children.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'

/** What every email about one appointment shows. */
export interface AboutOne {
  appointment: EmailedAppointment
}

/** The appointment's present state. */
interface FoundAppointment extends AboutOne {
  row: AppointmentRow
  /** Why an email about its time no longer applies, or not to the recipient. */
  change: DropReason | undefined
  /** The same for another appointment, of any patient. */
  findChange: (one: AppointmentRow) => DropReason | undefined
  isForThem: (one: AppointmentRow) => boolean
  emailed: (one: AppointmentRow) => EmailedAppointment
  startsAt: Date
}

/** Reads the appointment of a notification, and has `decide` say whether the email still applies. */
export function readAppointment<Shown>(
  { db, timeZone, notification, now }: Question<NotificationKind>,
  decide: (found: FoundAppointment) => Reading<Shown>,
): Reading<Shown> {
  const { uid, version, appointmentId, createdAt } = notification
  const row = appointmentId === null ? undefined : findAppointment(db, appointmentId)
  if (!row) return drop('nothing_left')
  const emailed = (each: AppointmentRow) => toEmailed(db, each, { changedAt: createdAt, uid })
  const findChange = (one: AppointmentRow): DropReason | undefined => {
    if (one.status === 'cancelled') return 'cancelled'
    if (one.version !== version) return 'superseded'
    return instantOf(one, timeZone) <= now ? 'started' : undefined
  }
  const isForThem = (one: AppointmentRow) => uid === null || getsEmails(db, one, uid)
  const change = isForThem(row) ? findChange(row) : 'not_guardian'
  const startsAt = instantOf(row, timeZone)
  const appointment = emailed(row)
  return decide({ row, appointment, change, findChange, isForThem, emailed, startsAt })
}

/** The terms of the appointment, and the clinic's present rules. */
export function readTerms(db: Database, row: AppointmentRow, now: Date): EmailedTerms {
  const rules = readSettings(db)
  const { terms, moves } = row
  return { terms: terms ?? DEFAULT_TERMS, refundCeiling: refundCeilingOf(row), moves, rules, now }
}

/** @param changedAt when the change in the email was made; `uid`: the recipient's */
export function toEmailed(
  db: Database,
  row: AppointmentRow,
  { changedAt, uid }: { changedAt: Date; uid: string | null },
): EmailedAppointment {
  const { id, calendarUid, organizer, date, startMinute, lengthMinutes, paid } = row
  const time = { date, startMinute, lengthMinutes }
  const inCalendars = { id, sequence: sequenceOf(row), calendarUid, organizer }
  const isOwed = !paid && !findReoffer(db, id)
  const emailed = { ...inCalendars, changedAt, ...time, ...(!isOwed && { isPaid: true }) }
  const child = childOf(row)
  if (!child) return emailed
  const isGuardian = uid === null || findGuardedChild(db, { id: child.id, uid }) !== undefined
  const isShared = uid !== null && uid !== row.patientUid
  return { ...emailed, child, isShared, ...(!isGuardian && { isPaidOnly: true }) }
}

/** Undefined for the account holder. */
export function childOf({ childId, childName }: AppointmentRow): EmailedChild | undefined {
  return childId === null || childName === null ? undefined : { id: childId, name: childName }
}
