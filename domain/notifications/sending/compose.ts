import { readFileSync } from 'node:fs'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import { calendarFile } from '#domain/notifications/content/calendar-file.ts'
import type { EmailSender, EmailSubject } from '#domain/notifications/content/email-subject.ts'
import { describeEmail } from '#domain/notifications/templates/describe-email.ts'
import { LOGO_CID, renderHtml } from '#domain/notifications/templates/layout-html.ts'
import { renderText } from '#domain/notifications/templates/layout-text.ts'
import type { CalendarPart, EmailMessage } from './mailer.ts'

const LOGO = {
  cid: LOGO_CID,
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('../templates/logo.png', import.meta.url)),
}

/**
 * The email about a subject, ready to be sent. An appointment that is booked, moved or canceled comes
 * with its calendar file; of several that were booked together, each has an email for that.
 */
export function composeEmail(subject: EmailSubject, sender: EmailSender): EmailMessage {
  const content = describeEmail(subject, sender)
  return {
    id: subject.id,
    to: subject.recipient,
    subject: content.subject,
    text: renderText(content, sender),
    html: renderHtml(content, sender),
    calendar: calendarOf(subject, sender),
    unsubscribeUrl: content.unsubscribeUrl,
    images: [LOGO],
  }
}

/** Whether an email about one appointment puts it into the calendar, changes it there or takes it out. */
function hasEvent(subject: EmailSubject) {
  if (subject.kind === 'booked') return subject.others.length === 0
  return (
    isWithdrawal(subject) || ['calendar_event', 'moved', 'patient_changed'].includes(subject.kind)
  )
}

/** Whether the recipient's calendar is to lose it. */
function isWithdrawal({ kind }: EmailSubject) {
  return kind === 'cancelled' || kind === 'reassigned'
}

/** Whether an email puts an appointment into a calendar, or changes it there. */
export function bringsInvitation(subject: EmailSubject): boolean {
  return hasEvent(subject) && !isWithdrawal(subject)
}

function calendarOf(subject: EmailSubject, sender: EmailSender): CalendarPart | undefined {
  if (!('appointment' in subject) || !hasEvent(subject)) return undefined
  // As the email's envelope has it.
  const { name, address } = subject.recipient
  const recipient = { name, address: toEmailAddress(address) ?? '' }
  const isCancelled = isWithdrawal(subject)
  const { appointment } = subject
  const { content } = calendarFile({ appointment, isCancelled, recipient }, sender)
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', content }
}
