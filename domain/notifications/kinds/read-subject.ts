import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { drop, type Obstacle, type Reader } from '../content/email-kind.ts'
import { findRecipient } from '../content/recipient.ts'
import { EMAIL_KINDS, type SubjectOf } from './email-kinds.ts'

type Read<Kind extends NotificationKind> = { outcome: 'send'; subject: SubjectOf<Kind> } | Obstacle

/**
 * Reads the present state of a notification's subject, and decides whether the email still applies
 * (docs/requirements.md#emails-dropped).
 */
export function readSubject<Kind extends NotificationKind>(
  reader: Reader,
  notification: NotificationOf<Kind>,
  now: Date,
): Read<Kind> {
  const { id, kind } = notification
  const email = EMAIL_KINDS[kind]
  const recipient =
    email.findRecipient?.(reader.db, notification) ?? findRecipient(reader.db, notification)
  if (typeof recipient === 'string') return drop(recipient)
  const reading = email.read({ ...reader, notification, recipient, now })
  if (reading.outcome !== 'send') return reading
  return { outcome: 'send', subject: { ...reading.shown, id, kind, recipient } }
}
