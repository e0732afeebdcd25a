import { format } from 'date-fns/format'
import { addressLine } from '../../../contract/clinic-details.ts'
import { fromIsoDate } from '../../../contract/dates.ts'
import { instantOf } from '../../clinic-clock.ts'
import { toHeaderText } from '../address.ts'
import { appointmentUrl } from '../calendar-file.ts'
import type { EmailedAppointment, EmailSender, EmailSubject, FormerTime } from '../email-subject.ts'
import type { EmailContent, EmailDetail } from './email-content.ts'

const LONGEST_NAME = 60

const HAS_APPOINTMENT = 'You get this email because an appointment was booked with your account.'

type Texts = Omit<EmailContent, 'greeting' | 'reason'> & { reason?: string }

/**
 * What an email says. Neither treatment nor doctor, child or price: those are behind the login.
 */
export function describeEmail(subject: EmailSubject, sender: EmailSender): EmailContent {
  const name = toHeaderText(subject.recipient.name, LONGEST_NAME)
  return {
    greeting: name ? `Hello ${name},` : 'Hello,',
    reason: HAS_APPOINTMENT,
    ...textsOf(subject, sender),
  }
}

function textsOf(subject: EmailSubject, sender: EmailSender): Texts {
  if (subject.kind === 'reminder') return remind(subject, sender)
  if (subject.kind === 'guardian_invited') return invite(subject, sender)
  const { appointment } = subject
  const when = shortTime(appointment)
  const details = [timeOf('When', appointment, sender), placeOf(sender)]
  const view = viewAppointment(appointment, sender)
  const call = callToChange(sender)
  switch (subject.kind) {
    case 'booked':
      return {
        subject: `Appointment confirmed: ${when}`,
        preview: 'We look forward to seeing you.',
        heading: 'Your appointment is confirmed',
        paragraphs: ['Thank you for booking with us. We look forward to seeing you.'],
        details,
        action: view,
        closing: ['You can see what was booked, and pay for it, after logging in.', call],
      }
    case 'paid':
      return {
        subject: `Payment received for your appointment: ${when}`,
        preview: 'Thank you. Your receipt is in your account.',
        heading: 'We received your payment',
        paragraphs: ['Thank you. Your appointment is paid, and your receipt is in your account.'],
        details,
        action: { ...view, label: 'View receipt' },
        closing: [call],
      }
    case 'moved':
      return {
        subject: `Appointment moved: ${when}`,
        preview: 'Your appointment has a new time.',
        heading: 'Your appointment has a new time',
        paragraphs: ['Your appointment was moved. Please note the new time.'],
        details: [
          timeOf('New time', appointment, sender),
          timeOf('Before', subject.from, sender),
          placeOf(sender),
        ],
        action: view,
        closing: [call],
      }
    case 'cancelled':
      return {
        subject: `Appointment canceled: ${when}`,
        preview: 'This appointment will not take place.',
        heading: 'Your appointment is canceled',
        paragraphs: [
          subject.by === 'clinic'
            ? 'We’re sorry: we had to cancel this appointment.'
            : 'This appointment is canceled, as requested.',
          subject.refund
            ? 'Your payment is being refunded. We’ll email you when the money is on its way.'
            : 'No payment is being refunded.',
        ],
        details,
        action: { label: 'Book another time', url: `${sender.siteUrl}/appointment` },
        closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      }
    case 'refunded':
      return {
        subject: 'Your refund is on its way',
        preview: 'Banks usually take 5 to 10 business days.',
        heading: 'Your refund is on its way',
        paragraphs: [
          'We sent your payment back to the card that you used. Banks usually take 5 to 10 business days to show it.',
        ],
        details: [timeOf('Appointment', appointment, sender)],
        action: view,
        closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      }
    case 'refund_failed':
      return {
        subject: 'We couldn’t complete your refund',
        preview: 'Please call us so that we can return your money another way.',
        heading: 'We couldn’t complete your refund',
        paragraphs: [
          'Your bank did not accept the refund of your payment.',
          `Please call us at ${sender.clinic.phone}, so that we can return your money another way.`,
        ],
        details: [timeOf('Appointment', appointment, sender)],
        action: view,
        closing: [],
      }
    case 'unpaid':
      return {
        subject: `Your appointment is unpaid again: ${when}`,
        preview: 'Your payment was reversed.',
        heading: 'Your payment was reversed',
        paragraphs: ['Your payment was reversed. The appointment is still booked, but not paid.'],
        details,
        action: view,
        closing: [
          `You can pay again after logging in. Questions? Call us at ${sender.clinic.phone}.`,
        ],
      }
  }
}

function remind(
  { appointments, unsubscribeUrl }: Extract<EmailSubject, { kind: 'reminder' }>,
  sender: EmailSender,
): Texts {
  const [first, ...others] = appointments
  const isOne = others.length === 0
  const day = format(fromIsoDate(first.date), 'EEEE, MMMM d')
  const count = appointments.length
  return {
    subject: isOne
      ? `Reminder: your appointment on ${shortTime(first)}`
      : `Reminder: your ${count} appointments on ${format(fromIsoDate(first.date), 'EEE, MMM d')}`,
    preview: isOne ? `We’ll see you on ${day}.` : `Your ${count} appointments on ${day}.`,
    heading: isOne ? 'See you soon' : `Your ${count} appointments on ${day}`,
    paragraphs: [
      isOne
        ? 'This is a reminder of your appointment.'
        : 'This is a reminder of your appointments.',
    ],
    details: [
      ...(isOne ? [timeOf('When', first, sender)] : [timesOf(appointments, sender)]),
      placeOf(sender),
    ],
    action: isOne
      ? viewAppointment(first, sender)
      : { label: 'View appointments', url: `${sender.siteUrl}/dashboard` },
    closing: [callToChange(sender)],
    reason: 'You get this reminder because an appointment was booked with your account.',
    unsubscribeUrl,
  }
}

function invite(
  { inviterName, acceptPath }: Extract<EmailSubject, { kind: 'guardian_invited' }>,
  { siteUrl, clinic }: EmailSender,
): Texts {
  const inviter = toHeaderText(inviterName, LONGEST_NAME)
  return {
    subject: `You’re invited to ${clinic.fullName}`,
    preview: 'Manage a child’s appointments together.',
    heading: 'Manage appointments together',
    paragraphs: [
      `${inviter} invites you to manage a child’s appointments at ${clinic.fullName}.`,
      'Log in or sign up with the email address that this was sent to, then accept the invitation.',
    ],
    details: [],
    action: { label: 'View invitation', url: `${siteUrl}${acceptPath}` },
    closing: [
      'If you don’t know this person, ignore this email: nothing happens until you accept.',
    ],
    reason: 'You get this email because a family of the clinic entered your address.',
  }
}

function viewAppointment({ id }: EmailedAppointment, { siteUrl }: EmailSender) {
  return { label: 'View appointment', url: appointmentUrl(id, siteUrl) }
}

function callToChange({ clinic }: EmailSender): string {
  return `To change or cancel, call us at ${clinic.phone}.`
}

function placeOf({ clinic }: EmailSender): EmailDetail {
  return { label: 'Where', lines: [clinic.fullName, addressLine(clinic)] }
}

function timeOf(label: string, time: FormerTime, sender: EmailSender): EmailDetail {
  const day = format(fromIsoDate(time.date), 'EEEE, MMMM d, yyyy')
  return { label, lines: [day, timeRange(time, sender)] }
}

/** Several appointments of a day, in order of time. */
function timesOf(times: readonly FormerTime[], sender: EmailSender): EmailDetail {
  const [first] = times
  const day = first ? format(fromIsoDate(first.date), 'EEEE, MMMM d, yyyy') : ''
  const inOrder = times.toSorted((one, other) => one.startMinute - other.startMinute)
  return { label: 'When', lines: [day, ...inOrder.map((time) => timeRange(time, sender))] }
}

/** '9:00 AM – 9:30 AM PST': the clinic's time, wherever it is read. */
function timeRange(time: FormerTime, { timeZone }: EmailSender): string {
  const { startMinute, lengthMinutes } = time
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instantOf(time, timeZone))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${clockTime(startMinute)} – ${clockTime(startMinute + lengthMinutes)} ${zone}`
}

/** 'Tue, Mar 2 at 9:00 AM' */
function shortTime({ date, startMinute }: FormerTime): string {
  return `${format(fromIsoDate(date), 'EEE, MMM d')} at ${clockTime(startMinute)}`
}

function clockTime(minute: number): string {
  // Any day without a clock change.
  return format(new Date(2000, 0, 1, 0, minute), 'h:mm a')
}
