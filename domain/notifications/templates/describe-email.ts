import { format } from 'date-fns/format'
import { describeDeadlines, zoneAt } from '#contract/booking/deadlines.ts'
import { fromIsoDate } from '#contract/dates.ts'
import type { GuardianField } from '#contract/events.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import { addressLine, thingsToBring } from '#contract/schedule/clinic-details.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { toHeaderText } from '../content/address.ts'
import { appointmentUrl } from '../content/calendar-file.ts'
import type {
  EmailedAppointment,
  EmailSender,
  EmailSubject,
  FormerTime,
} from '../content/email-subject.ts'
import type { EmailContent, EmailDetail } from './email-content.ts'

const LONGEST_NAME = 60

const HAS_APPOINTMENT = 'You get this email because an appointment was booked with your account.'
const OF_CHILD = 'You get this email because you are a guardian of the child that it is about.'
const WITHOUT_ACCOUNT = 'You get this email because our front desk booked an appointment for you.'

const HOW_TO_LINK =
  'To see your appointments online, sign up with this email address and tell us at the front desk.'

type Texts = Omit<EmailContent, 'greeting' | 'reason'> & { reason?: string }

/**
 * What an email says. Neither treatment nor doctor or price: those are behind the login. A child is
 * named in the text only.
 */
export function describeEmail(subject: EmailSubject, sender: EmailSender): EmailContent {
  const name = toHeaderText(subject.recipient.name, LONGEST_NAME)
  return {
    greeting: name ? `Hello ${name},` : 'Hello,',
    reason: reasonOf(subject),
    ...textsOf(subject, sender),
  }
}

const PAID = 'You get this email because you paid for the appointment that it is about.'

function reasonOf(subject: EmailSubject): string {
  if ('appointment' in subject && subject.appointment.isPaidOnly) return PAID
  if ('appointment' in subject && subject.appointment.isShared) return OF_CHILD
  return subject.recipient.hasAccount ? HAS_APPOINTMENT : WITHOUT_ACCOUNT
}

function textsOf(subject: EmailSubject, sender: EmailSender): Texts {
  if (subject.kind === 'reminder') return remind(subject, sender)
  if (subject.kind === 'guardian_invited') return invite(subject, sender)
  if (subject.kind === 'guardian_changed') return describeLoss(subject, sender)
  if (subject.kind === 'family_email_changed') return describeNewAddress(subject, sender)
  if (subject.kind === 'family_link_proposed') return proposeLink(subject, sender)
  const { appointment, recipient } = subject
  const { hasAccount } = recipient
  const when = shortTime(appointment)
  const details = [...childOf(appointment), timeOf('When', appointment, sender), placeOf(sender)]
  const view = hasAccount ? viewAppointment(appointment, sender) : signUp(sender)
  const change = waysToChange(recipient, sender)
  const receipt = hasAccount
    ? 'Your receipt is in your account.'
    : 'We’ll give you a receipt at the front desk.'
  switch (subject.kind) {
    case 'booked':
      if (subject.others.length > 0) return confirmTogether(subject, sender)
      return {
        subject: `Appointment confirmed: ${when}`,
        preview: 'We look forward to seeing you.',
        heading: 'Your appointment is confirmed',
        paragraphs: [thankYou(appointment)],
        details: [...details, ...thingsOf(sender), ...termsOf([appointment], subject, sender)],
        action: view,
        closing: [hasAccount ? whereToSee(appointment) : HOW_TO_LINK, change],
      }
    case 'calendar_event':
      return {
        subject: `For your calendar: appointment on ${when}`,
        preview: 'It adds the appointment to your calendar.',
        heading: 'For your calendar',
        paragraphs: ['This email adds one of your appointments of that day to your calendar.'],
        details,
        action: view,
        closing: [change],
      }
    case 'paid':
      if (subject.others.length > 0) {
        const together = [appointment, ...subject.others] as const
        return payTogether(together, { sender, change, view: viewReceipt(subject, sender) })
      }
      return {
        subject: `Payment received for your appointment: ${when}`,
        preview: `Thank you. ${receipt}`,
        heading: 'We received your payment',
        paragraphs: [`Thank you. Your appointment is paid. ${receipt}`],
        details,
        action: hasAccount ? viewReceipt(subject, sender) : view,
        closing: [change],
      }
    case 'moved':
      return {
        subject: `Appointment ${isSameTime(subject) ? 'changed' : 'moved'}: ${when}`,
        ...describeMove(subject),
        details: [
          ...childOf(appointment),
          ...(isSameTime(subject)
            ? [timeOf('When', appointment, sender)]
            : [timeOf('New time', appointment, sender), timeOf('Before', subject.from, sender)]),
          placeOf(sender),
          ...termsOf([appointment], subject, sender),
        ],
        action: view,
        closing: [change],
      }
    case 'cancelled':
      return {
        subject: `Appointment canceled: ${when}`,
        preview: 'This appointment will not take place.',
        heading: 'Your appointment is canceled',
        paragraphs: [describeCanceler(subject), ...describeMoney(subject)],
        details,
        action: { label: 'Book another time', url: `${sender.siteUrl}/appointment` },
        closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      }
    case 'refunded':
      if (subject.atDesk) {
        return {
          subject: 'You got your refund at the clinic',
          preview: 'We handed your money back at the front desk.',
          heading: 'We handed your money back',
          paragraphs: ['We handed your refund back to you at the front desk.'],
          details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
          action: view,
          closing: [`Is that not so? Call us at ${sender.clinic.phone}.`],
        }
      }
      return {
        subject: 'Your refund is on its way',
        preview: 'Banks usually take 5 to 10 business days.',
        heading: 'Your refund is on its way',
        paragraphs: [
          'We sent your refund to the card that you used. Banks usually take 5 to 10 business days to show it.',
        ],
        details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
        action: view,
        closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      }
    case 'refund_failed':
      if (subject.atDesk) {
        return {
          subject: 'Your refund is waiting for you',
          preview: 'We recorded by mistake that you got it.',
          heading: 'Your refund is waiting for you',
          paragraphs: [
            'We recorded by mistake that we handed your refund back. You get it at the front desk when you come by.',
          ],
          details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
          action: view,
          closing: [`Questions? Call us at ${sender.clinic.phone}.`],
        }
      }
      return {
        subject: 'We couldn’t complete your refund',
        preview: 'Please call us so that we can return your money another way.',
        heading: 'We couldn’t complete your refund',
        paragraphs: [
          'Your bank did not accept the refund of your payment.',
          `Please call us at ${sender.clinic.phone}, so that we can return your money another way.`,
        ],
        details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
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
          `You can pay again ${hasAccount ? 'after logging in' : 'at the clinic'}. Questions? Call us at ${sender.clinic.phone}.`,
        ],
      }
  }
}

/** Several appointments of a day that were booked together. */
function confirmTogether(
  subject: Extract<EmailSubject, { kind: 'booked' }>,
  sender: EmailSender,
): Texts {
  const { appointment, others, recipient } = subject
  const appointments = [appointment, ...others]
  const day = format(fromIsoDate(appointment.date), 'EEE, MMM d')
  return {
    subject: `${appointments.length} appointments confirmed: ${day}`,
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
      whereToSee(appointment),
      'An email for each appointment follows, which adds it to your calendar.',
      waysToChange(recipient, sender),
    ],
  }
}

function thankYou({ isShared }: EmailedAppointment): string {
  return isShared
    ? 'Another guardian has booked with us. We look forward to seeing you.'
    : 'Thank you for booking with us. We look forward to seeing you.'
}

function whereToSee({ isShared }: EmailedAppointment): string {
  const what = isShared ? 'what was booked' : 'what was booked, and pay for it,'
  return `You can see ${what} after logging in.`
}

/** Several appointments that were paid with one card entry. */
function payTogether(
  appointments: readonly [EmailedAppointment, ...EmailedAppointment[]],
  { sender, change, view }: { sender: EmailSender; change: string; view: Texts['action'] },
): Texts {
  return {
    subject: `Payment received for your ${appointments.length} appointments`,
    preview: 'Thank you. Your receipt is in your account.',
    heading: 'We received your payment',
    paragraphs: ['Thank you. Your appointments are paid, and your receipt is in your account.'],
    details: appointments.map((each, index) => timeOf(`Appointment ${index + 1}`, each, sender)),
    action: view,
    closing: [change],
  }
}

function remind(
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

function invite(
  { inviterEmail, acceptPath }: Extract<EmailSubject, { kind: 'guardian_invited' }>,
  { siteUrl, clinic }: EmailSender,
): Texts {
  return {
    subject: `You’re invited to ${clinic.fullName}`,
    preview: 'Manage a child’s appointments together.',
    heading: 'Manage appointments together',
    paragraphs: [
      `The person with the address ${inviterEmail} invites you to manage a child’s appointments at ${clinic.fullName}.`,
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

const LOST: Record<GuardianField, string> = {
  owner: 'Managing the child and its guardians',
  mayBook: 'Booking, moving and canceling appointments',
  mayPay: 'Paying for what other guardians have booked',
  receivesEmail: 'Emails about the child’s appointments',
}

function describeLoss(
  { child, change, lost }: Extract<EmailSubject, { kind: 'guardian_changed' }>,
  { siteUrl, clinic }: EmailSender,
): Texts {
  const isRemoved = change === 'removed'
  const reason = 'You get this email because you were a guardian of the child that it is about.'
  return {
    subject: isRemoved
      ? 'You were removed as a guardian'
      : 'Your rights as a guardian have changed',
    preview: 'Another guardian has made this change.',
    heading: isRemoved ? 'You were removed as a guardian' : 'Your rights have changed',
    paragraphs: isRemoved
      ? [
          'Another guardian has removed you as a guardian of this child.',
          'You still see appointments that you paid for, and can cancel them online until shortly before they start.',
        ]
      : ['Another guardian has changed what you can do for this child.'],
    details: [
      { label: 'Child', lines: [nameOf(child)] },
      ...(isRemoved
        ? []
        : [{ label: 'No longer yours', lines: lost.map((field) => LOST[field]), isList: true }]),
    ],
    action: { label: 'View appointments', url: `${siteUrl}/dashboard` },
    closing: [`If this is wrong, call us at ${clinic.phone}.`],
    ...(isRemoved && { reason }),
  }
}

function describeNewAddress(
  { to }: Extract<EmailSubject, { kind: 'family_email_changed' }>,
  { siteUrl, clinic }: EmailSender,
): Texts {
  const isOld = to === 'old'
  return {
    subject: 'Your email address was changed',
    preview: 'Our front desk has changed the address for your appointments.',
    heading: 'Your email address was changed',
    paragraphs: [
      isOld
        ? 'Our front desk has changed the email address for your appointments. We will send no more emails to this one.'
        : 'Our front desk has changed the email address for your appointments. We send emails about them to this one now.',
    ],
    details: [],
    action: { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [`If you didn’t ask for this, call us at ${clinic.phone}.`],
    reason: 'You get this email because our front desk has this address, or had it.',
  }
}

function proposeLink(
  { familyName }: Extract<EmailSubject, { kind: 'family_link_proposed' }>,
  { siteUrl, clinic }: EmailSender,
): Texts {
  return {
    subject: 'Are these appointments yours?',
    preview: 'Confirm to see them in your account.',
    heading: 'Are these appointments yours?',
    paragraphs: [
      'Our front desk has appointments that were booked with your email address. Confirm in your account that they are yours to see them there.',
    ],
    details: [{ label: 'Booked for', lines: [nameOf(familyName)] }],
    action: { label: 'Check and confirm', url: `${siteUrl}/dashboard` },
    closing: [`If they are not yours, say so there, or call us at ${clinic.phone}.`],
    reason: 'You get this email because you have an account with this address.',
  }
}

function viewAppointment({ id }: EmailedAppointment, { siteUrl }: EmailSender) {
  return { label: 'View appointment', url: appointmentUrl(id, siteUrl) }
}

function viewAppointments({ siteUrl }: EmailSender) {
  return { label: 'View appointments', url: `${siteUrl}/dashboard` }
}

function viewReceipt(
  { receipt, appointment }: Extract<EmailSubject, { kind: 'paid' }>,
  { siteUrl }: EmailSender,
) {
  const url =
    receipt === null
      ? appointmentUrl(appointment.id, siteUrl)
      : `${siteUrl}/dashboard/receipts/${receipt}`
  return { label: 'View receipt', url }
}

function signUp({ siteUrl }: EmailSender) {
  return { label: 'Create an account', url: `${siteUrl}/signup` }
}

function waysToChange({ hasAccount }: { hasAccount: boolean }, { clinic }: EmailSender): string {
  return hasAccount
    ? `To move or cancel, log in or call us at ${clinic.phone}.`
    : `To change or cancel, call us at ${clinic.phone}.`
}

/** Who canceled it, in words that are true for the recipient. */
function describeCanceler({ by, who }: Extract<EmailSubject, { kind: 'cancelled' }>): string {
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

/** What comes back after a cancellation, and why; those before there were quotes name no amount. */
function describeMoney({
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

function isSameTime({ appointment, from }: Moved): boolean {
  return appointment.date === from.date && appointment.startMinute === from.startMinute
}

/** Time, doctor, or both: whichever changed. The doctor's name is behind the login. */
function describeMove(subject: Moved): Pick<Texts, 'preview' | 'heading' | 'paragraphs'> {
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

/** Until when each can be canceled and moved; those with the same deadlines are one. */
function termsOf(
  appointments: readonly EmailedAppointment[],
  { terms, recipient }: Pick<Extract<EmailSubject, { kind: 'booked' }>, 'terms' | 'recipient'>,
  { timeZone }: EmailSender,
): EmailDetail[] {
  const { rules, refundCeiling: ceiling, moves, now, ...own } = terms
  const online = recipient.hasAccount ? { ...rules, canMove: moves < rules.mostMoves } : null
  const lines = appointments.map(({ date, startMinute }) => {
    const question = { date, startMinute, timeZone, ...own, ceiling, online, now }
    return describeDeadlines({ ...question, isReadLater: true })
  })
  const isSame = lines.every((each) => each.join() === lines[0]?.join())
  const shown = isSame
    ? (lines[0] ?? [])
    : appointments.flatMap(({ startMinute }, index) =>
        (lines[index] ?? []).map((line) => `${clockTime(startMinute)}: ${line}`),
      )
  return shown.length > 0 ? [{ label: 'Changes and refunds', lines: shown }] : []
}

/** Nothing when the clinic asks for nothing. */
function thingsOf({ clinic }: EmailSender): EmailDetail[] {
  const lines = thingsToBring(clinic)
  return lines.length > 0 ? [{ label: 'What to bring', lines, isList: true }] : []
}

function placeOf({ clinic }: EmailSender): EmailDetail {
  return { label: 'Where', lines: [clinic.fullName, addressLine(clinic)] }
}

function timeOf(label: string, time: FormerTime, sender: EmailSender): EmailDetail {
  const day = format(fromIsoDate(time.date), 'EEEE, MMMM d, yyyy')
  return { label, lines: [day, timeRange(time, sender)] }
}

function childOf({ child }: EmailedAppointment): EmailDetail[] {
  return child === undefined ? [] : [{ label: 'For', lines: [nameOf(child)] }]
}

const nameOf = (child: string) => toHeaderText(child, LONGEST_NAME)

/** Several appointments of a day, in order of time; those of children with their names. */
function timesOf(times: readonly EmailedAppointment[], sender: EmailSender): EmailDetail {
  const [first] = times
  const day = first ? format(fromIsoDate(first.date), 'EEEE, MMMM d, yyyy') : ''
  const inOrder = times.toSorted((one, other) => one.startMinute - other.startMinute)
  const lines = inOrder.map((time) => {
    const range = timeRange(time, sender)
    return time.child === undefined ? range : `${range}, ${nameOf(time.child)}`
  })
  return { label: 'When', lines: [day, ...lines] }
}

/** '9:00 AM – 9:30 AM PST': the clinic's time, wherever it is read. */
function timeRange(time: FormerTime, { timeZone }: EmailSender): string {
  const { startMinute, lengthMinutes } = time
  const zone = zoneAt(instantOf(time, timeZone), timeZone)
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
