import type { DropReason, NotificationKind } from '#contract/notifications/notifications.ts'
import type { Database } from '#drizzle/client.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import type { Texts } from './email-content.ts'
import type { Addressed, EmailedAppointment, EmailSender, Recipient } from './email-subject.ts'

export interface Reader {
  db: Database
  /** The clinic's. */
  timeZone: string
  /** The address that switches off a family's reminders. */
  unsubscribeUrl: (family: string) => string
}

/** What a kind decides by whether a notification is still true. */
export interface Question<Kind extends NotificationKind = NotificationKind> extends Reader {
  notification: NotificationOf<Kind>
  recipient: Recipient
  now: Date
}

export type Obstacle = { outcome: 'drop'; reason: DropReason } | { outcome: 'wait'; until: Date }

/** `shown`: what the email shows, read again. */
export type Reading<Shown> = { outcome: 'send'; shown: Shown } | Obstacle

export function drop(reason: DropReason): Obstacle {
  return { outcome: 'drop', reason }
}

export function send<Shown>(shown: Shown): Reading<Shown> {
  return { outcome: 'send', shown }
}

/** An event of the recipient's calendar. */
export interface CalendarEvent {
  appointment: EmailedAppointment
  /** Whether the email puts it there, or changes it, or takes it out. */
  method: 'REQUEST' | 'CANCEL'
}

/** Everything that makes a kind of email; it is listed in `kinds/email-kinds.ts`. `Shown`: what it shows. */
export interface EmailKind<Kind extends NotificationKind, Shown extends object> {
  /** Reads again what it is about, and decides whether it is still true (docs/requirements.md#emails-dropped). */
  read(question: Question<Kind>): Reading<Shown>
  /** Its subject and its words. */
  describe(subject: Addressed & Shown, sender: EmailSender): Texts
  /** What it changes in the recipient's calendar, if anything. */
  calendar?(subject: Shown): CalendarEvent | undefined
  /** Who it goes to now, or why it is not sent; unless it says so, the family or the account. */
  findRecipient?(db: Database, notification: NotificationOf<Kind>): Recipient | DropReason
  /** One of each variant by a name of its own; to a parent with an account unless it says otherwise. */
  examples: Readonly<Record<string, Shown & { recipient?: Recipient }>>
}
