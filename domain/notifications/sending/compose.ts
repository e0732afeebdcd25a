import { readFileSync } from 'node:fs'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { calendarFile } from '#domain/notifications/content/calendar-file.ts'
import type { CalendarEvent } from '#domain/notifications/content/email-kind.ts'
import type { EmailSender } from '#domain/notifications/content/email-subject.ts'
import { withoutIsolates } from '#domain/notifications/content/isolates.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import { describeTo, speakTo } from '#domain/notifications/kinds/describe-email.ts'
import {
  EMAIL_KINDS,
  type EmailSubject,
  type SubjectOf,
} from '#domain/notifications/kinds/email-kinds.ts'
import { LOGO_CID, renderHtml } from '#domain/notifications/templates/layout-html.ts'
import { renderText } from '#domain/notifications/templates/layout-text.ts'
import type { CalendarPart, EmailMessage } from './mailer.ts'

const LOGO = {
  cid: LOGO_CID,
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('../templates/logo.png', import.meta.url)),
}

/** The email about a subject, ready to send, with a calendar file if its kind has one. */
export function composeEmail(subject: EmailSubject, sender: EmailSender): EmailMessage {
  const speaker = speakTo(subject, sender)
  const content = describeTo(subject, speaker)
  return {
    id: subject.id,
    to: subject.recipient,
    subject: withoutIsolates(content.subject),
    text: renderText(content, speaker),
    html: renderHtml(content, speaker),
    calendar: calendarOf(subject, speaker),
    replyTo: content.replyTo,
    unsubscribeUrl: content.unsubscribeUrl,
    images: [LOGO],
  }
}

/** What an email changes in the recipient's calendar, if anything. */
function eventOf<Kind extends NotificationKind>(
  subject: SubjectOf<Kind>,
): CalendarEvent | undefined {
  return EMAIL_KINDS[subject.kind].calendar?.(subject)
}

/** Whether an email puts an appointment into a calendar, or changes it there. */
export function bringsInvitation(subject: EmailSubject): boolean {
  return eventOf(subject)?.method === 'REQUEST'
}

function calendarOf(subject: EmailSubject, speaker: Speaker): CalendarPart | undefined {
  const event = eventOf(subject)
  if (!event) return undefined
  // The same address as in the email's envelope.
  const { name, address } = subject.recipient
  const recipient = { name, address: toEmailAddress(address) ?? '' }
  const { appointment, method } = event
  const isCancelled = method === 'CANCEL'
  const { content } = calendarFile({ appointment, isCancelled, recipient }, speaker)
  return { method, content }
}
