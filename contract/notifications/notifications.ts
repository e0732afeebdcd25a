import * as z from 'zod/mini'
import { guardianField } from '#contract/audit/events.ts'
import { appointmentId } from '#contract/ids.ts'
import { alarmKind } from '../audit/alarms.ts'
import { accountEmail } from '../identity/users.ts'
import { pageBefore } from '../paging.ts'
import { refundQuote } from '../payments/refund-terms.ts'
import { shownPhone } from '../phone.ts'

// Notifications are emails to families: rows written in the transaction of the change that they describe.
// Their data is ids and numbers, as in events.

const ofPayment = { intentId: z.string() }
/** Notifications from before refunds had rows of their own have no `refundId`. */
const ofRefund = { ...ofPayment, refundId: z.optional(z.string()) }

const formerTime = z.object({
  date: z.string(),
  startMinute: z.number(),
  lengthMinutes: z.number(),
})

/** A kind: its name for staff, and the schema of its `data`. */
function kind<Data extends z.core.$ZodLooseShape>(label: string, data: Data) {
  return { label, data: z.object(data) }
}

/** The kinds about one appointment. */
const appointmentKinds = {
  /** `others`: ids of the appointments booked together with it, in order of time. */
  booked: kind('Confirmation', { others: z.optional(z.array(z.string())) }),
  /** A calendar invitation for one of several appointments that were booked together. */
  calendar_event: kind('For the calendar', { corrected: z.optional(z.literal(true)) }),
  paid: kind('Payment received', ofPayment),
  /**
   * The time and doctor of which the recipient was told before; `isOtherDoctor`: the doctor changed as well.
   * Emails from before 0.5.0 do not say which doctor.
   */
  moved: kind('Appointment moved', {
    from: formerTime,
    fromDoctorId: z.optional(z.nullable(z.string())),
    isOtherDoctor: z.optional(z.boolean()),
  }),
  /**
   * Staff changed the patient. Emails from before 0.4.0 do not say who it was for. `from`: as in a
   * cancellation.
   */
  patient_changed: kind('Patient corrected', {
    fromChildId: z.optional(z.nullable(z.string())),
    from: z.optional(formerTime),
  }),
  /**
   * Staff changed the patient, and the recipient, a guardian of the former patient, can no longer see the
   * appointment. The time is the one at that moment.
   */
  reassigned: kind('For another patient', { fromChildId: z.string(), time: formerTime }),
  /** Staff request payment, before or after the visit. */
  payment_due: kind('Please pay', { askedAt: z.string() }),
  /**
   * `actor`: uid of the guardian who canceled, null if the front desk did so for the family; `refund`:
   * whether the recipient gets a refund, absent for guardians who did not pay; `quote`: how much, and why;
   * `from`: the time of which the recipient was told, if no email about its last move was sent.
   */
  cancelled: kind('Appointment canceled', {
    by: z.enum(['clinic', 'family']),
    actor: z.optional(z.nullable(z.string())),
    refund: z.optional(z.boolean()),
    quote: z.optional(refundQuote),
    from: z.optional(formerTime),
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
  /** The address of a family without an account changed. Goes to the old and the new address. */
  family_email_changed: kind('New address', { changeId: z.string(), to: z.enum(['old', 'new']) }),
  /** The clinic turned two-step verification off. */
  second_factor_reset: kind('Two-step verification off', {}),
  /** The front desk proposes to link what was booked with this email to the account. */
  family_link_proposed: kind('Link to account', { linkId: z.string() }),
  /** The family's records are here: with the link it claims them. */
  claim_offered: kind('New website', { claimId: z.string() }),
  /** A time is held for the family. */
  offer_made: kind('Time offered', { offerId: z.string() }),
  /**
   * The time is no longer held. `paused`: no further offers until the family confirms that it still waits.
   */
  offer_expired: kind('Offer expired', { offerId: z.string(), paused: z.boolean() }),
  /** Another guardian answered the offer. */
  offer_answered: kind('Offer answered', { offerId: z.string() }),
  /** The clinic closed the times of the family's appointments, and holds other times for them. */
  reoffer_made: kind('New time offered', { offerIds: z.array(z.string()) }),
  /** Half of the time to answer is over. */
  reoffer_reminder: kind('Other time: reminder', { offerIds: z.array(z.string()) }),
  /** The clinic reopened the times: the appointments stay. */
  reoffer_withdrawn: kind('Other time withdrawn', { offerIds: z.array(z.string()) }),
  /**
   * The family's wait ended, because the clinic no longer gives the treatment on any of its days. The entry
   * is the first sibling's. `next`: the first day that would fit, if known.
   */
  wait_closed: kind('Waiting list: closed days', {
    entryId: z.string(),
    next: z.nullable(z.string()),
  }),
  /** The clinic asks the family to book a visit. */
  ticket_opened: kind('Next visit', { ticketId: z.string() }),
  /** The family has missed these visits of the check-up plan, and is asked to book them again. */
  visit_missed: kind('Missed visit', { tickets: z.array(z.string()) }),
  /** Check-ups of the family's children are due. */
  visits_due: kind('Visits due', { tickets: z.array(z.string()) }),
  /**
   * To an admin, about an event that staff must act on. `eventId`: the first event that has not been emailed.
   */
  alarm: kind('Alarm', { alarm: alarmKind, eventId: z.string() }),
  /** To the clinic's address. */
  contact_message: kind('Message', { messageId: z.string() }),
  /** To an admin: the figures of those days. `missedOf`: how many cases the missed ones are counted among. */
  weekly_figures: kind('Weekly figures', {
    from: z.string(),
    to: z.string(),
    booked: z.number(),
    bookedMinutes: z.number(),
    openMinutes: z.number(),
    missed: z.number(),
    missedOf: z.number(),
    takenCents: z.number(),
    /** Past appointments that have been unpaid for more than 30 days. */
    unpaid: z.number(),
    unpaidCents: z.number(),
    /** The week's alarms, and the result of the last drill of the second copy; absent before 0.4.0. */
    alarms: z.optional(z.array(z.object({ alarm: alarmKind, count: z.number() }))),
    secondCopy: z.optional(z.enum(['checked', 'failed', 'none'])),
    /** Days until the third next free time at the time of writing; absent before 0.4.0. */
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
 * due: waits for its time; sending: a process is sending it; dropped: no longer needed; bounced: the mailbox
 * does not exist; failed: could not be sent.
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
  /** The recipient is no longer a guardian of the child, or lost the right to its emails. */
  'not_guardian',
])
export type DropReason = z.infer<typeof dropReason>

/** `GET /notifications?state=&person=&appointment=&before=&limit=`. */
export const notificationsQuery = z.strictObject({
  state: z.optional(notificationState),
  /** Email of a user, to list the emails to them. */
  person: z.optional(accountEmail),
  /** Id of an appointment, to list the emails about it. */
  appointment: z.optional(appointmentId),
  ...pageBefore(50, 200),
})

/** An email as staff see it. */
const listedNotification = z.object({
  _id: z.string(),
  kind: notificationKind,
  state: notificationState,
  /** Null once the account is removed. */
  recipient: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** What it is about: 'Allergy Testing, Jun 5, 2022, 9:00 AM', 'Jun 5, 2022'. */
  about: z.nullable(z.string()),
  /** ISO instants, UTC: when it is due, and when it was sent. */
  dueAt: z.string(),
  sentAt: z.nullable(z.string()),
  attempts: z.number(),
  /** Why it was dropped: a `dropReason`. */
  dropReason: z.nullable(dropReason),
  /** The mail server's answer, without addresses. */
  problem: z.nullable(z.string()),
  /** Whether it was sent or dropped, and still applies. */
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

/** `GET /notifications/unreachable`: users whose address bounced, latest first. */
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

/** `POST /webhooks/mail`: a mail server reports that an email was not delivered. */
export const mailReport = z.object({
  type: z.literal('bounce'),
  address: accountEmail,
  /** The enhanced status code of RFC 3463: '5.1.1'. */
  status: z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'Invalid status')),
  /** Of the email, if known. */
  messageId: z.optional(z.string().check(z.maxLength(300))),
})
export const mailReportResponse = z.object({ received: z.literal(true) })

/** `POST /notifications/unreachable/{id}/clear`: the address that staff confirmed with the family. */
export const addressThatWorks = z.strictObject({ email: accountEmail })
