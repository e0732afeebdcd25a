import { REFUND_DAYS } from '#contract/payments/refund-terms.ts'
import type { EmailSender, EmailSubject } from '../content/email-subject.ts'
import {
  confirmTogether,
  describeCanceler,
  describeMoney,
  describeMove,
  isSameTime,
  payTogether,
  remind,
  thankYou,
  whereToSee,
} from './appointment-emails.ts'
import type { EmailContent } from './email-content.ts'
import {
  childOf,
  HOW_TO_LINK,
  placeOf,
  shortName,
  shortTime,
  signUp,
  type Texts,
  termsOf,
  thingsOf,
  timeOf,
  viewAppointment,
  viewReceipt,
  waysToChange,
} from './email-details.ts'
import {
  describeLoss,
  describeNewAddress,
  describeWeek,
  invite,
  proposeLink,
} from './family-emails.ts'
import {
  endOffer,
  endWait,
  keepTimes,
  offerOtherTimes,
  offerTime,
  tellOfAnswer,
} from './offer-emails.ts'

const HAS_APPOINTMENT = 'You get this email because an appointment was booked with your account.'
const OF_CHILD = 'You get this email because you are a guardian of the child that it is about.'
const WITHOUT_ACCOUNT = 'You get this email because our front desk booked an appointment for you.'

/**
 * The content of an email. Neither treatment nor doctor or price: those are behind the login. A child is
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
  if (subject.kind === 'wait_closed') return endWait(subject, sender)
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
      if (subject.isCorrected) {
        return {
          subject: `Corrected for your calendar: appointment on ${when}`,
          preview: 'It replaces the event in your calendar.',
          heading: 'Corrected for your calendar',
          paragraphs: [
            'Your calendar may show another time: our clinic’s time zone was set wrong when we sent the appointment. This email replaces it there. The appointment itself has not changed.',
          ],
          details,
          action: view,
          closing: [change],
        }
      }
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
        preview: 'Our front desk has corrected who it is for.',
        heading: 'We corrected who an appointment is for',
        paragraphs: [
          subject.isNew
            ? 'Our front desk has corrected who an appointment is for: it is for a child you are a guardian of.'
            : 'Our front desk has corrected who the appointment is for. The time stays.',
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
        preview: 'Our front desk has corrected who it is for.',
        heading: 'This appointment is for another patient',
        paragraphs: [
          `Our front desk has corrected who this appointment is for: it is not for ${shortName(appointment.child?.name ?? '')}. Nothing is left to do, and it leaves your calendar.`,
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
