import type { GuardianField } from '#contract/audit/events.ts'
import { count } from '#contract/count.ts'
import { formatWireDate } from '#contract/dates.ts'
import { describeRate, formatShare } from '#contract/insights/rates.ts'
import { formatAmount, toDollars } from '#contract/money.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import type { EmailSender, EmailSubject } from '../content/email-subject.ts'
import type { EmailDetail } from './email-content.ts'
import { lineOf, shortName, type Texts } from './email-details.ts'

// Guardians, corrected addresses, links to an account, and the weekly figures of the clinic.

export function invite(
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

export function describeLoss(
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

export function describeNewAddress(
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
          ? 'We won’t send emails to this one any longer.'
          : 'We send emails about them to this one now.'
      }`,
    ],
    details: [],
    action: { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [`If you didn’t ask for this, call us at ${clinic.phone}.`],
    reason: 'You get this email because our front desk has this address, or had it.',
  }
}

export function describeWeek(
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

export function proposeLink(
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
