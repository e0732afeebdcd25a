import { format } from 'date-fns/format'
import { fromIsoDate } from '#contract/dates.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import type { EmailedAppointment, EmailSender, EmailSubject } from '../content/email-subject.ts'
import {
  byTime,
  childOf,
  HOW_TO_LINK,
  lineOf,
  placeOf,
  shortTime,
  signUp,
  type Texts,
  termsOf,
  thingsOf,
  timeOf,
  timesOf,
  viewAppointment,
  viewAppointments,
  waysToChange,
} from './email-details.ts'

// Appointments that were booked, paid, moved or canceled, and reminders of them.

/** Several appointments that were booked together: of a day, or of several days. */
export function confirmTogether(
  subject: Extract<EmailSubject, { kind: 'booked' }>,
  sender: EmailSender,
): Texts {
  const { appointment, others, recipient } = subject
  const appointments = [appointment, ...others].toSorted(byTime)
  const days = [appointments[0], appointments.at(-1)].map(
    (one) => one && format(fromIsoDate(one.date), 'EEE, MMM d'),
  )
  return {
    subject: `${appointments.length} appointments confirmed: ${[...new Set(days)].join(' to ')}`,
    preview: 'We look forward to seeing you.',
    heading: 'Your appointments are confirmed',
    paragraphs: [thankYou(appointment)],
    details: [
      timesOf(appointments, sender),
      placeOf(sender),
      ...thingsOf(sender),
      ...termsOf(appointments, subject, sender),
    ],
    action: viewAppointments(sender),
    closing: [
      whereToSee(appointments),
      'An email for each appointment follows, which adds it to your calendar.',
      waysToChange(recipient, sender),
    ],
  }
}

export function thankYou({ isShared }: EmailedAppointment): string {
  return isShared
    ? 'Another guardian has booked with us. We look forward to seeing you.'
    : 'Thank you for booking with us. We look forward to seeing you.'
}

/** Asks for no money that was paid meanwhile: the email may have waited for the address to be confirmed. */
export function whereToSee(appointments: readonly EmailedAppointment[]): string {
  const isToPay = appointments.some(({ isShared, isPaid }) => !isShared && !isPaid)
  const what = isToPay ? 'what was booked, and pay for it,' : 'what was booked'
  return `You can see ${what} after logging in.`
}

/** Several appointments that were paid with one card entry. */
export function payTogether(
  appointments: readonly [EmailedAppointment, ...EmailedAppointment[]],
  { sender, change, view }: { sender: EmailSender; change: string; view: Texts['action'] },
): Texts {
  return {
    subject: `Payment received for your ${appointments.length} appointments`,
    preview: 'Thank you. Your receipt is in your account.',
    heading: 'We received your payment',
    paragraphs: ['Thank you. Your appointments are paid, and your receipt is in your account.'],
    details: appointments.map((each, index) => {
      const { label, lines } = timeOf(`Appointment ${index + 1}`, each, sender)
      return {
        label,
        lines: [...lines, ...(each.child ? [lineOf(each.child, 'For ')] : [])],
      }
    }),
    action: view,
    closing: [change],
  }
}

export function remind(
  { appointments, recipient, unsubscribeUrl }: Extract<EmailSubject, { kind: 'reminder' }>,
  sender: EmailSender,
): Texts {
  const [first, ...others] = appointments
  const isOne = others.length === 0
  const day = format(fromIsoDate(first.date), 'EEEE, MMMM d')
  const count = appointments.length
  const viewAll = isOne ? viewAppointment(first, sender) : viewAppointments(sender)
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
      ...(isOne
        ? [...childOf(first), timeOf('When', first, sender)]
        : [timesOf(appointments, sender)]),
      placeOf(sender),
      ...thingsOf(sender),
    ],
    action: recipient.hasAccount ? viewAll : signUp(sender),
    closing: [...(recipient.hasAccount ? [] : [HOW_TO_LINK]), waysToChange(recipient, sender)],
    reason: whyReminded(appointments, recipient),
    unsubscribeUrl,
  }
}

function whyReminded(
  appointments: readonly EmailedAppointment[],
  { hasAccount }: { hasAccount: boolean },
): string {
  if (appointments.every(({ isShared }) => isShared)) {
    return 'You get this reminder because you are a guardian of the child that it is about.'
  }
  return hasAccount
    ? 'You get this reminder because an appointment was booked with your account.'
    : 'You get this reminder because our front desk booked an appointment for you.'
}

/** The person who canceled it, in words that are true for the recipient. */
export function describeCanceler({
  by,
  who,
}: Extract<EmailSubject, { kind: 'cancelled' }>): string {
  if (by === 'clinic') return 'We’re sorry: we had to cancel this appointment.'
  switch (who) {
    case 'you':
      return 'You canceled this appointment.'
    case 'guardian':
      return 'Another guardian canceled this appointment.'
    case 'desk':
      return 'Our front desk canceled this appointment for your family.'
    default:
      return 'This appointment was canceled for your family.'
  }
}

/** The refund of a cancellation, and the reason; those before there were quotes name no amount. */
export function describeMoney({
  refund,
  quote,
  who,
}: Extract<EmailSubject, { kind: 'cancelled' }>): string[] {
  // The money of another guardian.
  if (refund === undefined) return []
  const why = quote ? [describeQuote(quote, who === 'you' ? 'canceled' : 'was canceled')] : []
  if (!refund) return why.length > 0 ? why : ['No payment is being refunded.']
  if (quote?.atDesk) return why
  return [...why, 'Your payment is being refunded. We’ll email you when the money is on its way.']
}

type Moved = Extract<EmailSubject, { kind: 'moved' }>

export function isSameTime({ appointment, from }: Moved): boolean {
  return appointment.date === from.date && appointment.startMinute === from.startMinute
}

/** Time, doctor, or both: whichever changed. The doctor's name is behind the login. */
export function describeMove(subject: Moved): Pick<Texts, 'preview' | 'heading' | 'paragraphs'> {
  const doctor = 'You see who it is after logging in.'
  if (isSameTime(subject)) {
    return {
      preview: 'Another doctor, at the same time.',
      heading: 'Your appointment is with another doctor',
      paragraphs: [`Another doctor will see you. The time stays the same. ${doctor}`],
    }
  }
  const note = 'Your appointment was moved. Please note the new time.'
  return {
    preview: 'Your appointment has a new time.',
    heading: subject.isOtherDoctor
      ? 'Your appointment has a new time and another doctor'
      : 'Your appointment has a new time',
    paragraphs: [subject.isOtherDoctor ? `${note} Another doctor will see you. ${doctor}` : note],
  }
}
