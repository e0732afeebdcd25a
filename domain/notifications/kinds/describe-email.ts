import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { EmailContent, Texts } from '../content/email-content.ts'
import type { EmailSender } from '../content/email-subject.ts'
import { shortName } from '../templates/email-details.ts'
import { EMAIL_KINDS, type EmailSubject, type SubjectOf } from './email-kinds.ts'

/**
 * The content of an email. Treatment, doctor and price are shown after login only; a child is named in the
 * text, never in the subject.
 */
export function describeEmail(subject: EmailSubject, sender: EmailSender): EmailContent {
  const name = shortName(subject.recipient.name)
  return {
    greeting: name ? `Hello ${name},` : 'Hello,',
    reason: reasonOf(subject),
    ...textsOf(subject, sender),
  }
}

function textsOf<Kind extends NotificationKind>(
  subject: SubjectOf<Kind>,
  sender: EmailSender,
): Texts {
  return EMAIL_KINDS[subject.kind].describe(subject, sender)
}

const HAS_APPOINTMENT = 'You get this email because an appointment was booked with your account.'
const OF_CHILD = 'You get this email because you are a guardian of this child.'
const WITHOUT_ACCOUNT = 'You get this email because our front desk booked an appointment for you.'
const PAID = 'You get this email because you paid for this appointment.'

function reasonOf(subject: EmailSubject): string {
  if ('appointment' in subject && subject.appointment.isPaidOnly) return PAID
  if ('appointment' in subject && subject.appointment.isShared) return OF_CHILD
  return subject.recipient.hasAccount ? HAS_APPOINTMENT : WITHOUT_ACCOUNT
}
