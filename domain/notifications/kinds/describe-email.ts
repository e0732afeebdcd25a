import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { EmailContent, Texts } from '../content/email-content.ts'
import type { EmailSender } from '../content/email-subject.ts'
import { type Speaker, speak } from '../content/speech.ts'
import { shortName } from '../templates/email-details.ts'
import { EMAIL_KINDS, type EmailSubject, type SubjectOf } from './email-kinds.ts'

/**
 * The content of an email. Treatment, doctor and price are shown after login only; a child is named in the
 * text, never in the subject.
 */
export function describeEmail(subject: EmailSubject, sender: EmailSender): EmailContent {
  return describeTo(subject, speakTo(subject, sender))
}

/** The sender, in the language of the email's recipient. */
export function speakTo({ kind, recipient }: EmailSubject, sender: EmailSender): Speaker {
  return speak(EMAIL_KINDS[kind].isForStaff ? 'en' : recipient.language, sender)
}

export function describeTo(subject: EmailSubject, speaker: Speaker): EmailContent {
  const { shared } = speaker.words
  const name = shortName(subject.recipient.name)
  const texts = textsOf(subject, speaker)
  const { unsubscribeUrl } = texts
  return {
    greeting: name ? shared.hello(name) : shared.helloWithoutName,
    reason: reasonOf(subject, speaker),
    ...texts,
    ...(unsubscribeUrl && { unsubscribeUrl: speaker.ownAddress(unsubscribeUrl) }),
  }
}

function textsOf<Kind extends NotificationKind>(subject: SubjectOf<Kind>, speaker: Speaker): Texts {
  return EMAIL_KINDS[subject.kind].describe(subject, speaker)
}

function reasonOf(subject: EmailSubject, { words: { shared } }: Speaker): string {
  if ('appointment' in subject && subject.appointment.isPaidOnly) return shared.whyPaid
  if ('appointment' in subject && subject.appointment.isShared) return shared.whyGuardian
  return subject.recipient.hasAccount ? shared.whyBooked : shared.whyBookedByDesk
}
