import type { DropReason, NotificationKind } from '#contract/notifications/notifications.ts'
import type { Database } from '#drizzle/client.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import type { Texts } from './email-content.ts'
import type { Addressed, EmailedAppointment, Recipient } from './email-subject.ts'
import type { RecallFamily } from './link-tokens.ts'
import type { Speaker } from './speech.ts'

export interface Reader {
  db: Database
  /** The clinic's. */
  timeZone: string
  /** The address that switches off a family's reminders. */
  unsubscribeUrl: (family: string) => string
  /** The address that stops emails about next visits of children. */
  recallUrl: (of: RecallFamily) => string
  /** The address by which a family claims its records. */
  claimUrl: (claimId: string) => string
}

/** The facts by which a kind decides whether a notification still applies. */
export interface Question<Kind extends NotificationKind = NotificationKind> extends Reader {
  notification: NotificationOf<Kind>
  recipient: Recipient
  now: Date
}

export type Obstacle = { outcome: 'drop'; reason: DropReason } | { outcome: 'wait'; until: Date }

/** `shown`: the present data that the email shows. */
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
  /** Whether the email adds or changes the event, or removes it. */
  method: 'REQUEST' | 'CANCEL'
}

/**
 * Everything that defines a kind of email; `kinds/email-kinds.ts` lists it. `Shown`: the data that it shows.
 */
export interface EmailKind<Kind extends NotificationKind, Shown extends object> {
  /**
   * Reads the present state of its subject, and decides whether the email still applies
   * (docs/requirements.md#emails-dropped).
   */
  read(question: Question<Kind>): Reading<Shown>
  /** To the clinic, whose emails are in English whatever language the recipient reads. */
  isForStaff?: true
  /** Its subject line and texts. */
  describe(subject: Addressed & Shown, speaker: Speaker): Texts
  /** What it changes in the recipient's calendar, if anything. */
  calendar?(subject: Shown): CalendarEvent | undefined
  /** Finds the recipient, or why the email is not sent; by default the family or the account. */
  findRecipient?(db: Database, notification: NotificationOf<Kind>): Recipient | DropReason
  /** One example of each variant, by name; to a parent with an account unless it says otherwise. */
  examples: Readonly<Record<string, Shown & { recipient?: Recipient }>>
}
