import { readFileSync } from 'node:fs'
import type { CalendarPart, EmailMessage } from '../sending/mailer.ts'
import { describeEmail } from '../templates/describe-email.ts'
import { LOGO_CID, renderHtml } from '../templates/layout-html.ts'
import { renderText } from '../templates/layout-text.ts'
import { toSmtpAddress } from './address.ts'
import { calendarFile } from './calendar-file.ts'
import type { EmailSender, EmailSubject } from './email-subject.ts'

const LOGO = {
  cid: LOGO_CID,
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('../templates/logo.png', import.meta.url)),
}

/**
 * The email about a subject, ready to be sent. Each appointment that is booked, moved or canceled
 * comes with its calendar file; all other emails are without.
 */
export function composeEmail(subject: EmailSubject, sender: EmailSender): EmailMessage {
  const content = describeEmail(subject, sender)
  return {
    id: subject.id,
    to: subject.recipient,
    subject: content.subject,
    text: renderText(content, sender),
    html: renderHtml(content, sender),
    calendars: invitations(subject, sender),
    unsubscribeUrl: content.unsubscribeUrl,
    images: [LOGO],
  }
}

function invitations(subject: EmailSubject, sender: EmailSender): CalendarPart[] {
  if (subject.kind !== 'booked' && subject.kind !== 'moved' && subject.kind !== 'cancelled') {
    return []
  }
  // As the email's envelope has it.
  const { name, address } = subject.recipient
  const recipient = { name, address: toSmtpAddress(address) ?? '' }
  const isCancelled = subject.kind === 'cancelled'
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  const others = subject.kind === 'booked' ? subject.others : []
  const isOtherDoctor = subject.kind === 'moved' && subject.isOtherDoctor
  return [subject.appointment, ...others].map((appointment) => {
    const event = { appointment, isCancelled, recipient, isOtherDoctor }
    const { content } = calendarFile(event, sender)
    return { method, content }
  })
}
