import * as z from 'zod/mini'
import { guardianField } from '#contract/audit/events.ts'
import { appointmentId } from '#contract/ids.ts'
import { alarmKind } from '../audit/alarms.ts'
import { accountEmail } from '../identity/users.ts'
import { pageBefore } from '../paging.ts'
import { refundQuote } from '../payments/refund-terms.ts'
import { shownPhone } from '../phone.ts'

// Emails to families are notifications: rows that are written with the change they describe. The
// data of each kind is ids and numbers, as in events.

const ofPayment = { intentId: z.string() }
/** Those before refunds had rows of their own name none. */
const ofRefund = { ...ofPayment, refundId: z.optional(z.string()) }

const formerTime = z.object({
  date: z.string(),
  startMinute: z.number(),
  lengthMinutes: z.number(),
})

/** A kind by what staff call it, and the schema of its `data`. */
function kind<Data extends z.core.$ZodLooseShape>(label: string, data: Data) {
  return { label, data: z.object(data) }
}

/** Each kind about one appointment. */
const appointmentKinds = {
  /** `others`: ids of the appointments that were booked together with it, in order of time. */
  booked: kind('Confirmation', { others: z.optional(z.array(z.string())) }),
  /** For the calendar: one of several appointments that were booked together. */
  calendar_event: kind('For the calendar', { corrected: z.optional(z.literal(true)) }),
  paid: kind('Payment received', ofPayment),
  /** The time that the appointment had before; `isOtherDoctor`: the doctor has changed as well. */
  moved: kind('Appointment moved', {
    from: formerTime,
    isOtherDoctor: z.optional(z.boolean()),
  }),
  /** Staff have corrected who it is for; emails before 0.4.0 do not say who it was for. */
  patient_changed: kind('Patient corrected', { fromChildId: z.optional(z.nullable(z.string())) }),
  /**
   * Staff have corrected who it is for, and the recipient, a guardian of the child that it was for,
   * cannot see it any more. The time is the one that it had then.
   */
  reassigned: kind('For another patient', { fromChildId: z.string(), time: formerTime }),
  /** Staff ask to pay for it: it is over, or to come. */
  payment_due: kind('Please pay', { askedAt: z.string() }),
  /**
   * `actor`: uid of the guardian who canceled, null for the front desk at the family's request;
   * `refund`: whether money of the recipient is on its way back, absent for other guardians than the
   * payer; `quote`: how much, and why.
   */
  cancelled: kind('Appointment canceled', {
    by: z.enum(['clinic', 'family']),
    actor: z.optional(z.nullable(z.string())),
    refund: z.optional(z.boolean()),
    quote: z.optional(refundQuote),
  }),
  refunded: kind('Refund', ofRefund),
  refund_failed: kind('Refund failed', ofRefund),
  /** The payment was reversed outside of our own refunds. */
  unpaid: kind('Payment reversed', ofPayment),
}
export type AppointmentKind = keyof typeof appointmentKinds

/** Each kind of notification. */
export const notificationKinds = {
  ...appointmentKinds,
  /** `date`: the day of the family's appointments; `until`: the next reminder's ISO instant, if any. */
  reminder: kind('Reminder', { date: z.string(), until: z.nullable(z.string()) }),
  guardian_invited: kind('Invitation', { invitationId: z.string() }),
  /** The recipient was removed as a guardian, or lost these rights. */
  guardian_changed: kind('Guardian rights', {
    childId: z.string(),
    change: z.enum(['removed', 'lost']),
    lost: z.array(guardianField),
  }),
  /** The address of a family without an account was changed: to the old and to the new one. */
  family_email_changed: kind('New address', { changeId: z.string(), to: z.enum(['old', 'new']) }),
  /** The front desk proposes to give the account what was booked with its email. */
  family_link_proposed: kind('Link to account', { linkId: z.string() }),
  /** A time is held for the family. */
  offer_made: kind('Time offered', { offerId: z.string() }),
  /** It is no longer held; `paused`: no further offers until the family says that it still looks. */
  offer_expired: kind('Offer expired', { offerId: z.string(), paused: z.boolean() }),
  /** Another guardian has answered it. */
  offer_answered: kind('Offer answered', { offerId: z.string() }),
  /** The clinic closes the times of the family's appointments; others are held for them. */
  reoffer_made: kind('Other time held', { offerIds: z.array(z.string()) }),
  /** The family has not answered: half of its time is over. */
  reoffer_reminder: kind('Other time: reminder', { offerIds: z.array(z.string()) }),
  /** It opens them again: the appointments stay as they are. */
  reoffer_withdrawn: kind('Other time withdrawn', { offerIds: z.array(z.string()) }),
  /**
   * The family's wait has ended, as the clinic gives the treatment on none of its days any more. The entry is
   * that of the first sibling; `next`: the day from which on the wish could be met, if known.
   */
  wait_closed: kind('Waiting list: closed days', {
    entryId: z.string(),
    next: z.nullable(z.string()),
  }),
  /** To an admin, about events that need a person: `eventId` is the first that no email was about. */
  alarm: kind('Alarm', { alarm: alarmKind, eventId: z.string() }),
  /** To an admin: figures of those days. `missedOf`: the cases of which they were missed. */
  weekly_figures: kind('Weekly figures', {
    from: z.string(),
    to: z.string(),
    booked: z.number(),
    bookedMinutes: z.number(),
    openMinutes: z.number(),
    missed: z.number(),
    missedOf: z.number(),
    takenCents: z.number(),
    /** Past appointments that are not paid, for more than 30 days. */
    unpaid: z.number(),
    unpaidCents: z.number(),
    /** What needed a person in that week, and how the last drill of a second copy ended; none before 0.4.0. */
    alarms: z.optional(z.array(z.object({ alarm: alarmKind, count: z.number() }))),
    secondCopy: z.optional(z.enum(['checked', 'failed', 'none'])),
    /** Days until the third next free time when it was written; emails before 0.4.0 have none. */
    thirdNext: z.optional(
      z.object({
        median: z.nullable(z.number()),
        longest: z.nullable(z.object({ name: z.string(), days: z.number() })),
      }),
    ),
  }),
}
export type NotificationKind = keyof typeof notificationKinds
export type NotificationData<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: z.infer<(typeof notificationKinds)[Each]['data']>
}[Kind]

export const notificationKind = z.enum(Object.keys(notificationKinds) as NotificationKind[])

/**
 * due: to be sent when its time comes; sending: a process is sending it; dropped: it was not needed
 * any more; bounced: the mailbox does not exist; failed: it could not be sent.
 */
const notificationState = z.enum(['due', 'sending', 'sent', 'dropped', 'bounced', 'failed'])
export type NotificationState = z.infer<typeof notificationState>

/** Every state, in the order of the filter. */
export const NOTIFICATION_STATES = notificationState.options

/** Why an email was not sent. */
export const dropReason = z.enum([
  'account_removed',
  'unverified',
  'unreachable',
  'switched_off',
  'superseded',
  'cancelled',
  'started',
  'nothing_left',
  'expired',
  /** The recipient does not look after the child any more, or lost the right to its emails. */
  'not_guardian',
])
export type DropReason = z.infer<typeof dropReason>

/** `GET /notifications?state=&person=&appointment=&before=&limit=`. */
export const notificationsQuery = z.strictObject({
  state: z.optional(notificationState),
  /** Email of a user: emails to them. */
  person: z.optional(accountEmail),
  /** Id of an appointment: emails about it. */
  appointment: z.optional(appointmentId),
  ...pageBefore(50, 200),
})

/** An email as staff see it. */
const listedNotification = z.object({
  _id: z.string(),
  kind: notificationKind,
  state: notificationState,
  /** Null once the account has been removed. */
  recipient: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** Its subject: 'Allergy Testing, Jun 5, 2022, 09:00 AM - 09:30 AM', 'Jun 5, 2022'. */
  about: z.nullable(z.string()),
  /** ISO instants, UTC. When it is due, or was sent. */
  dueAt: z.string(),
  sentAt: z.nullable(z.string()),
  attempts: z.number(),
  /** Why it was dropped: a `dropReason`. */
  dropReason: z.nullable(dropReason),
  /** The mail server's answer, without addresses. */
  problem: z.nullable(z.string()),
  /** Whether it is finished, and still true. */
  canResend: z.boolean(),
})
export type ListedNotification = z.infer<typeof listedNotification>

/** Newest first. */
export const notificationPage = z.object({
  notifications: z.array(listedNotification),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})

/** `POST /notifications/{id}/resend`. */
export const notificationParams = z.object({ id: z.uuid('Invalid notification ID') })
export const resendResponse = z.object({ _id: z.string() })

/** `POST /notifications/invitations`: how many emails were written. */
export const resentInvitations = z.object({ invitations: z.number() })

/** `GET /notifications/unreachable`: users whose address bounced, the latest first. */
export const unreachableList = z.array(
  z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Of their latest appointment; null when they have none. */
    phone: z.nullable(shownPhone.phone),
    dialablePhone: shownPhone.dialablePhone,
    /** ISO instant, UTC. */
    since: z.string(),
  }),
)
export type UnreachableUser = z.infer<typeof unreachableList>[number]

/** The header that signs `POST /webhooks/mail`: `t=SECONDS,v1=HEX`, as Stripe does. */
export const MAIL_SIGNATURE = 'x-mail-signature'

/** `POST /webhooks/mail`: a mail server reports an email that it could not deliver after all. */
export const mailReport = z.object({
  type: z.literal('bounce'),
  address: accountEmail,
  /** The enhanced status code of RFC 3463: '5.1.1'. */
  status: z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'Invalid status')),
  /** Of the email, if known. */
  messageId: z.optional(z.string().check(z.maxLength(300))),
})
export const mailReportResponse = z.object({ received: z.literal(true) })

/** `POST /notifications/unreachable/{id}/clear`: the address that staff have asked about. */
export const addressThatWorks = z.strictObject({ email: accountEmail })
