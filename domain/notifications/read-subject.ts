import type { DropReason } from '../../contract/notifications.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOwnOnDay,
} from '../../drizzle/queries/appointments.ts'
import type { NotificationOf } from '../../drizzle/queries/notifications.ts'
import { findPayment } from '../../drizzle/queries/payments.ts'
import { findUser } from '../../drizzle/queries/users.ts'
import { instantOf } from '../clinic-clock.ts'
import type { EmailedAppointment, EmailSubject } from './email-subject.ts'
import { afterQuietHours } from './reminders.ts'
import { reminderSettings } from './settings.ts'

export interface Reader {
  db: Database
  /** The clinic's. */
  timeZone: string
  /** The address that switches off a user's reminders. */
  unsubscribeUrl: (uid: string) => string
}

export type Reading =
  | { outcome: 'send'; subject: EmailSubject }
  | { outcome: 'drop'; reason: DropReason }
  | { outcome: 'wait'; until: Date }

interface Recipient {
  name: string
  address: string
}

/**
 * Reads again what a notification is about, and decides whether it is still true and useful
 * (docs/requirements.md#emails-dropped).
 */
export function readSubject(reader: Reader, notification: NotificationOf, now: Date): Reading {
  const recipient = findRecipient(reader.db, notification)
  if (typeof recipient === 'string') return drop(recipient)
  switch (notification.kind) {
    case 'reminder':
      return readReminder(reader, { notification, recipient, now })
    case 'guardian_invited': {
      const { inviterName, acceptPath, until } = notification.data
      if (new Date(until) <= now) return drop('expired')
      const { id, kind } = notification
      return { outcome: 'send', subject: { id, kind, recipient, inviterName, acceptPath } }
    }
    default:
      return readAppointment(reader, { notification, recipient, now })
  }
}

function drop(reason: DropReason): Reading {
  return { outcome: 'drop', reason }
}

/** To whom it goes now, or why it is not sent. */
function findRecipient(db: Database, notification: NotificationOf): Recipient | DropReason {
  const { kind, uid, recipient, appointmentId } = notification
  const user = uid === null ? undefined : findUser(db, uid)
  if (user) {
    const { name, email: address } = user
    if (!user.emailVerified) return 'unverified'
    if (user.bouncedEmail === address) return 'unreachable'
    if (kind === 'reminder' && !user.reminders) return 'switched_off'
    return { name, address }
  }
  if (recipient === null) return 'account_removed'
  if (kind === 'guardian_invited') return { name: '', address: recipient }
  const name = appointmentId === null ? undefined : findAppointment(db, appointmentId)?.patientName
  return name === undefined ? 'account_removed' : { name, address: recipient }
}

interface Question<Kind extends NotificationOf['kind']> {
  notification: NotificationOf<Kind>
  recipient: Recipient
  now: Date
}

function readReminder(
  { db, timeZone, unsubscribeUrl }: Reader,
  { notification, recipient, now }: Question<'reminder'>,
): Reading {
  const { id, kind, uid, dueAt, createdAt } = notification
  const { date, until } = notification.data
  if (uid === null) return drop('account_removed')
  if (until !== null && new Date(until) <= now) return drop('expired')
  const isToCome = (appointment: AppointmentRow) => instantOf(appointment, timeZone) > now
  const [first, ...rest] = listOwnOnDay(db, { uid, date })
    .filter(isToCome)
    .sort((a, b) => a.startMinute - b.startMinute)
  if (!first) return drop('nothing_left')
  const isYoung = ({ createdAt: booked }: AppointmentRow) =>
    dueAt.getTime() - booked.getTime() < reminderSettings.minimumAgeMs
  if ([first, ...rest].every(isYoung)) return drop('nothing_left')
  const quietUntil = afterQuietHours(now, { timeZone })
  if (quietUntil > now) {
    const isTooLate = until !== null && quietUntil >= new Date(until)
    return isTooLate ? drop('expired') : { outcome: 'wait', until: quietUntil }
  }
  const emailed = (row: AppointmentRow) => toEmailed(row, createdAt)
  const appointments = [emailed(first), ...rest.map(emailed)] as const
  const subject = { id, kind, recipient, appointments, unsubscribeUrl: unsubscribeUrl(uid) }
  return { outcome: 'send', subject }
}

function readAppointment(
  { db, timeZone }: Reader,
  {
    notification,
    recipient,
    now,
  }: Question<Exclude<NotificationOf['kind'], 'reminder' | 'guardian_invited'>>,
): Reading {
  const { id, version, appointmentId, createdAt } = notification
  const row = appointmentId === null ? undefined : findAppointment(db, appointmentId)
  if (!row) return drop('nothing_left')
  const about = { id, recipient, appointment: toEmailed(row, createdAt) }
  const isStarted = instantOf(row, timeZone) <= now
  switch (notification.kind) {
    case 'booked':
    case 'moved':
      if (row.status === 'cancelled') return drop('cancelled')
      if (row.version !== version) return drop('superseded')
      if (isStarted) return drop('started')
      return {
        outcome: 'send',
        subject:
          notification.kind === 'booked'
            ? { ...about, kind: 'booked' }
            : { ...about, kind: 'moved', from: notification.data.from },
      }
    case 'cancelled':
      if (row.status !== 'cancelled') return drop('superseded')
      if (isStarted) return drop('started')
      return { outcome: 'send', subject: { ...about, kind: 'cancelled', ...notification.data } }
    case 'paid': {
      const { intentId } = notification.data
      if (row.transactionId !== intentId) return drop('superseded')
      return { outcome: 'send', subject: { ...about, kind: 'paid' } }
    }
    case 'unpaid':
      if (row.paid) return drop('superseded')
      return { outcome: 'send', subject: { ...about, kind: 'unpaid' } }
    case 'refunded':
    case 'refund_failed': {
      const { kind } = notification
      const payment = findPayment(db, notification.data.intentId)
      if (payment?.state !== kind) return drop('superseded')
      return { outcome: 'send', subject: { ...about, kind } }
    }
  }
}

/** @param changedAt when the change was made that the email describes */
function toEmailed(row: AppointmentRow, changedAt: Date): EmailedAppointment {
  const { id, version, date, startMinute, lengthMinutes } = row
  return { id, version, changedAt, date, startMinute, lengthMinutes }
}
