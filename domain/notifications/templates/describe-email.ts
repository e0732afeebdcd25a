import { format } from 'date-fns/format'
import type { GuardianField } from '#contract/audit/events.ts'
import { groupDeadlines, zoneAt } from '#contract/booking/deadlines.ts'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { formatWireDate, fromIsoDate } from '#contract/dates.ts'
import { describeRate, formatShare } from '#contract/insights/rates.ts'
import { formatAmount, toDollars } from '#contract/money.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import { describeQuote, REFUND_DAYS } from '#contract/payments/refund-terms.ts'
import { addressLine, thingsToBring } from '#contract/schedule/clinic-details.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import { toHeaderText } from '../content/address.ts'
import { appointmentUrl } from '../content/calendar-file.ts'
import type {
  EmailedAppointment,
  EmailedChild,
  EmailedReoffer,
  EmailSender,
  EmailSubject,
  FormerTime,
} from '../content/email-subject.ts'
import type { EmailContent, EmailDetail, EmailLine } from './email-content.ts'

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
  const name = shortName(subject.recipient.name)
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
  if (subject.kind === 'offer_made') return offerTime(subject, sender)
  if (subject.kind === 'offer_expired') return endOffer(subject, sender)
  if (subject.kind === 'offer_answered') return tellOfAnswer(subject, sender)
  if (subject.kind === 'reoffer_made') return offerOtherTimes(subject, sender)
  if (subject.kind === 'reoffer_withdrawn') return keepTimes(subject, sender)
  if (subject.kind === 'weekly_figures') return describeWeek(subject, sender)
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
        closing: [hasAccount ? whereToSee([appointment]) : HOW_TO_LINK, change],
      }
    case 'calendar_event':
      return {
        subject: `For your calendar: appointment on ${when}`,
        preview: 'It adds the appointment to your calendar.',
        heading: 'For your calendar',
        paragraphs: [
          'This email adds one of the appointments that were booked together to your calendar.',
        ],
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
    case 'patient_changed':
      return {
        subject: `Appointment changed: ${when}`,
        preview: 'Our front desk has corrected for whom it is.',
        heading: 'We corrected for whom an appointment is',
        paragraphs: [
          subject.isNew
            ? 'Our front desk has corrected for whom an appointment is: it is for a child of whom you are a guardian.'
            : 'Our front desk has corrected for whom the appointment is. The time stays.',
        ],
        details: [
          ...(appointment.child === undefined
            ? [{ label: 'For', lines: [shortName(recipient.name)] }]
            : childOf(appointment)),
          timeOf('When', appointment, sender),
          placeOf(sender),
        ],
        action: view,
        closing: [`If this is wrong, call us at ${sender.clinic.phone}.`],
      }
    case 'reassigned':
      return {
        subject: `No longer your appointment: ${when}`,
        preview: 'Our front desk has corrected for whom it is.',
        heading: 'This appointment is for another patient',
        paragraphs: [
          `Our front desk has corrected for whom this appointment is: it is not for ${shortName(appointment.child?.name ?? '')}. Nothing is left to do, and it leaves your calendar.`,
        ],
        details: [timeOf('When', appointment, sender), placeOf(sender)],
        action: { label: 'Your appointments', url: `${sender.siteUrl}/dashboard` },
        closing: [`If this is wrong, call us at ${sender.clinic.phone}.`],
      }
    case 'payment_due':
      return {
        subject: `Please pay for your appointment: ${when}`,
        preview: hasAccount ? 'You can pay online.' : 'You can pay at our front desk.',
        heading: 'Your appointment is not paid yet',
        paragraphs: [
          hasAccount
            ? 'Your appointment is not paid yet. You can pay online after logging in, or at our front desk.'
            : `Your appointment is not paid yet. You can pay at our front desk, or call us at ${sender.clinic.phone}.`,
        ],
        details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
        action: hasAccount ? { ...view, label: 'Pay for the appointment' } : view,
        closing: [`Have you paid already? Call us at ${sender.clinic.phone}.`],
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
          closing: [`If this is wrong, call us at ${sender.clinic.phone}.`],
        }
      }
      return {
        subject: 'Your refund is on its way',
        preview: `Banks usually take ${REFUND_DAYS}.`,
        heading: 'Your refund is on its way',
        paragraphs: [
          `We sent your refund to the card that you used. Banks usually take ${REFUND_DAYS} to show it.`,
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

/** Several appointments that were booked together: of a day, or of several days. */
function confirmTogether(
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

function thankYou({ isShared }: EmailedAppointment): string {
  return isShared
    ? 'Another guardian has booked with us. We look forward to seeing you.'
    : 'Thank you for booking with us. We look forward to seeing you.'
}

/** Asks for no money that was paid meanwhile: the email may have waited for the address to be confirmed. */
function whereToSee(appointments: readonly EmailedAppointment[]): string {
  const isToPay = appointments.some(({ isShared, isPaid }) => !isShared && !isPaid)
  const what = isToPay ? 'what was booked, and pay for it,' : 'what was booked'
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
      { label: 'Child', lines: [lineOf(child)] },
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
      `Our front desk has changed the email address for your appointments. ${
        isOld
          ? 'We will send no more emails to this one.'
          : 'We send emails about them to this one now.'
      }`,
    ],
    details: [],
    action: { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [`If you didn’t ask for this, call us at ${clinic.phone}.`],
    reason: 'You get this email because our front desk has this address, or had it.',
  }
}

function describeWeek(
  { figures }: Extract<EmailSubject, { kind: 'weekly_figures' }>,
  { siteUrl }: EmailSender,
): Texts {
  const { from, to, booked, bookedMinutes, openMinutes, missed, missedOf } = figures
  const days = `${formatWireDate(from)} to ${formatWireDate(to)}`
  const filled =
    openMinutes === 0
      ? 'The clinic was not open'
      : `${formatShare(bookedMinutes / openMinutes)} of the open minutes`
  const unpaid = `${formatAmount(toDollars(figures.unpaidCents))}, ${count(figures.unpaid, 'appointment')}`
  return {
    subject: `Last week at the clinic: ${count(booked, 'appointment')}`,
    preview: `The figures of ${days}.`,
    heading: 'Last week at the clinic',
    paragraphs: [`These are the figures of ${days}.`],
    details: [
      { label: 'Booked', lines: [count(booked, 'appointment'), filled] },
      { label: 'Missed', lines: [describeRate(missed, missedOf)] },
      ...(figures.thirdNext ? [describeWaits(figures.thirdNext)] : []),
      { label: 'Money taken', lines: [formatAmount(toDollars(figures.takenCents))] },
      { label: 'Not paid for more than 30 days', lines: [unpaid] },
    ],
    action: { label: 'Open Insights', url: `${siteUrl}/dashboard/insights?range=weeks` },
    closing: ['All figures, and what they count, are in the dashboard.'],
    reason:
      'You get this email because you are an admin of the clinic’s site. It can be switched off on the page Clinic.',
  }
}

function describeWaits({
  median,
  longest,
}: NonNullable<NotificationData<'weekly_figures'>['thirdNext']>): EmailDetail {
  const lines =
    median === null
      ? ['No treatment has three free times']
      : [
          `${count(median, 'day')} from now (median)`,
          ...(longest ? [`Longest: ${longest.name}, ${count(longest.days, 'day')}`] : []),
        ]
  return { label: 'Third next free time', lines }
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
    details: [{ label: 'Booked for', lines: [shortName(familyName)] }],
    action: { label: 'Check and confirm', url: `${siteUrl}/dashboard` },
    closing: [`If they are not yours, say so there, or call us at ${clinic.phone}.`],
    reason: 'You get this email because you have an account with this address.',
  }
}

const WAITING = 'You get this email because your family is on our waiting list.'

function offerTime(
  {
    time,
    until,
    isSooner,
    offerId,
    recipient,
    ...about
  }: Extract<EmailSubject, { kind: 'offer_made' }>,
  sender: EmailSender,
): Texts {
  const { siteUrl, clinic } = sender
  const end = describeInstant(until, sender)
  return {
    subject: `${about.others.length > 0 ? 'Times' : 'A time'} for you: ${shortTime(time)}`,
    preview: `We hold it for you until ${end}.`,
    heading: isSooner ? 'A sooner time is free' : 'A time is free',
    paragraphs: [
      `We hold this time for you until ${end}. Then we offer it to the next family.`,
      isSooner
        ? 'When you accept, your appointment moves there. Price and payment stay.'
        : 'Nothing is booked until you accept.',
    ],
    details: [...offeredTimes({ time, ...about }, sender), placeOf(sender)],
    action: recipient.hasAccount
      ? { label: 'See this offer', url: `${siteUrl}/dashboard/offers/${offerId}` }
      : { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [
      recipient.hasAccount
        ? `You can also decline it there, so that another family gets it sooner.`
        : `To accept or decline, call us at ${clinic.phone}.`,
    ],
    reason: WAITING,
  }
}

function endOffer(
  { time, paused, ...about }: Extract<EmailSubject, { kind: 'offer_expired' }>,
  sender: EmailSender,
): Texts {
  return {
    subject: paused ? 'Are you still looking for a time?' : `Offer expired: ${shortTime(time)}`,
    preview: paused ? 'Tell us, and we go on.' : 'You are still on the waiting list.',
    heading: paused ? 'Still looking?' : 'We held a time for you',
    paragraphs: [
      'We did not hear from you in time, so another family can have it.',
      paused
        ? 'It was the second time in a row. We send no more offers until you tell us that you are still looking.'
        : 'You are still on the waiting list.',
    ],
    details: offeredTimes({ time, ...about }, sender),
    action: { label: 'View the waiting list', url: `${sender.siteUrl}/dashboard/waitlist` },
    closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    reason: WAITING,
  }
}

function tellOfAnswer(
  { time, isAccepted, ...about }: Extract<EmailSubject, { kind: 'offer_answered' }>,
  sender: EmailSender,
): Texts {
  const answer = isAccepted ? 'accepted' : 'declined'
  return {
    subject: `Offer ${answer}: ${shortTime(time)}`,
    preview: `There is nothing left to do.`,
    heading: `The offer was ${answer}`,
    paragraphs: [`Another guardian, or our front desk for your family, has ${answer} this time.`],
    details: offeredTimes({ time, ...about }, sender),
    action: viewAppointments(sender),
    closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    reason: WAITING,
  }
}

const MAY_ANSWER =
  'You get this email because you can move or cancel the appointment that it is about.'

/** The clinic has closed: a family answers for all of its appointments behind one link. */
function offerOtherTimes(
  { reoffers, until, recipient }: Extract<EmailSubject, { kind: 'reoffer_made' }>,
  sender: EmailSender,
): Texts {
  const { siteUrl, clinic } = sender
  const [first, ...others] = reoffers
  const isOne = others.length === 0
  const end = describeInstant(until, sender)
  const [times, them] = isOne ? ['another time', 'it'] : ['other times', 'what is not answered']
  return {
    subject: isOne
      ? `New time for your appointment on ${shortTime(first.from)}`
      : `New times for your ${reoffers.length} appointments`,
    preview: `Please answer by ${end}.`,
    heading: isOne ? 'We have to move your appointment' : 'We have to move your appointments',
    paragraphs: [
      `We’re sorry: we can’t keep the ${isOne ? 'time of your appointment' : 'times of your appointments'}. We hold ${times} for you until ${end}.`,
      `You can accept, choose other times, or cancel. Price and payment stay when you accept. Without an answer we cancel ${them} then, and refund everything that was paid.`,
    ],
    details: [...reoffers.flatMap((each) => describeReoffer(each, sender)), placeOf(sender)],
    action: recipient.hasAccount
      ? { label: 'Answer', url: `${siteUrl}/dashboard/offers/${first.offerId}` }
      : { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [
      recipient.hasAccount
        ? `Questions? Call us at ${clinic.phone}.`
        : `To answer, call us at ${clinic.phone}.`,
    ],
    reason: MAY_ANSWER,
  }
}

function describeReoffer({ from, to, child }: EmailedReoffer, sender: EmailSender): EmailDetail[] {
  return [...childOf({ child }), timeOf('New time', to, sender), timeOf('Before', from, sender)]
}

function keepTimes(
  { reoffers, recipient }: Extract<EmailSubject, { kind: 'reoffer_withdrawn' }>,
  sender: EmailSender,
): Texts {
  const [first, ...others] = reoffers
  const isOne = others.length === 0
  return {
    subject: isOne
      ? `Your appointment stays: ${shortTime(first.from)}`
      : `Your ${reoffers.length} appointments stay as they were`,
    preview: 'You don’t have to answer.',
    heading: isOne ? 'Your appointment stays' : 'Your appointments stay as they were',
    paragraphs: [
      `We can keep the ${isOne ? 'time' : 'times'} after all. You don’t have to answer: nothing has changed.`,
    ],
    details: [
      ...reoffers.flatMap(({ from, child }) => [
        ...childOf({ child }),
        timeOf('When', from, sender),
      ]),
      placeOf(sender),
    ],
    action: recipient.hasAccount ? viewAppointments(sender) : signUp(sender),
    closing: [waysToChange(recipient, sender)],
    reason: MAY_ANSWER,
  }
}

type OfferedTimes = Pick<Extract<EmailSubject, { kind: 'offer_made' }>, 'time' | 'child' | 'others'>

/** One time, or those of siblings in order. */
function offeredTimes({ time, child, others }: OfferedTimes, sender: EmailSender): EmailDetail[] {
  const own = child === undefined ? time : { ...time, child }
  if (others.length > 0) return [timesOf([own, ...others], sender)]
  return [...childOf({ child }), timeOf('When', time, sender)]
}

/** 'Mon, Mar 1 at 12:00 PM', on the clinic's clock. */
function describeInstant(instant: Date, { timeZone }: EmailSender): string {
  const { today, minute } = wallClockAt(instant, timeZone)
  return shortTime({ date: today, startMinute: minute, lengthMinutes: 0 })
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

/** Until when they can be canceled and moved. */
function termsOf(
  appointments: readonly EmailedAppointment[],
  { terms, recipient }: Pick<Extract<EmailSubject, { kind: 'booked' }>, 'terms' | 'recipient'>,
  { timeZone }: EmailSender,
): EmailDetail[] {
  // They are those of who booked and pays.
  if (appointments.every(({ isShared }) => isShared)) return []
  const { rules, refundCeiling: ceiling, moves, now, ...own } = terms
  const online = recipient.hasAccount ? { ...rules, canMove: moves < rules.mostMoves } : null
  const isOneDay = appointments.every(({ date }) => date === appointments[0]?.date)
  const groups = groupDeadlines(
    appointments.map(({ date, startMinute }) => ({
      label: isOneDay ? formatMinute(startMinute) : format(fromIsoDate(date), 'EEE, MMM d'),
      question: {
        ...{ date, startMinute, timeZone, ...own, ceiling, online, now },
        isReadLater: true,
      },
    })),
  )
  const shown = groups.flatMap(({ labels, lines }) =>
    lines.map((line) => (groups.length > 1 ? `${labels.join(', ')}: ${line}` : line)),
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

/** Whom it is for; nothing for the account holder. */
function childOf({ child }: { child?: EmailedChild | undefined }): EmailDetail[] {
  return child ? [{ label: 'For', lines: [lineOf(child)] }] : []
}

const lineOf = (child: EmailedChild, before = ''): EmailLine => ({
  before,
  name: shortName(child.name),
  child,
})

const shortName = (name: string) => toHeaderText(name, LONGEST_NAME)

/** Several appointments by their days, in order of time; those of children with their names. */
function timesOf(
  times: readonly (FormerTime & { child?: EmailedChild })[],
  sender: EmailSender,
): EmailDetail {
  const days = Map.groupBy(times.toSorted(byTime), ({ date }) => date)
  const lines = [...days].flatMap(([date, ofDay]): EmailLine[] => [
    format(fromIsoDate(date), 'EEEE, MMMM d, yyyy'),
    ...ofDay.map(({ child, ...time }) => {
      const range = timeRange(time, sender)
      return child ? lineOf(child, `${range}, `) : range
    }),
  ])
  return { label: 'When', lines }
}

function byTime(one: FormerTime, other: FormerTime): number {
  return one.date.localeCompare(other.date) || one.startMinute - other.startMinute
}

/** '9:00 AM – 9:30 AM PST': the clinic's time, wherever it is read. */
function timeRange(time: FormerTime, { timeZone }: EmailSender): string {
  const { startMinute, lengthMinutes } = time
  const zone = zoneAt(instantOf(time, timeZone), timeZone)
  return `${formatMinute(startMinute)} – ${formatMinute(startMinute + lengthMinutes)} ${zone}`
}

/** 'Tue, Mar 2 at 9:00 AM' */
function shortTime({ date, startMinute }: FormerTime): string {
  return `${format(fromIsoDate(date), 'EEE, MMM d')} at ${formatMinute(startMinute)}`
}
