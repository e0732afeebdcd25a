import * as z from 'zod/mini'
import { cancelReason } from '#contract/booking/appointment-changes.ts'
import { deskAttendance, placeInSeries } from '#contract/booking/appointments.ts'
import { settingName } from '#contract/clinic/clinic-settings.ts'
import { exportReason } from '#contract/exports/exports.ts'
import { CLAIM_CHANNELS } from '#contract/families/family-claim.ts'
import { confirmedStep } from '#contract/front-desk/todo.ts'
import { secondFactorResetReason, sessionEnd, singleEnd } from '#contract/identity/users.ts'
import { importCounts } from '#contract/imports/imports.ts'
import {
  contactOutcome,
  ticketEnd,
  ticketOrigin,
  ticketReopening,
} from '#contract/next-visits/next-visits.ts'
import { cardRemoval } from '#contract/payments/card-removal.ts'
import { refundReason } from '#contract/payments/payments.ts'
import { receiptKind } from '#contract/payments/receipts.ts'
import { problemCause } from '#contract/payments/reconciliation.ts'
import { drillCheck } from '#contract/second-copy/second-copy.ts'
import { LANGUAGES, TRANSLATIONS } from '#words/languages.ts'

// Ids and numbers only: event data goes to logs and queues, where personal data must not be.

const nothing = z.object({})

/** Kinds of personal data that admins see. */
const viewedData = z.enum([
  'user list',
  'role',
  'audit log',
  'agenda',
  'emails',
  'families',
  'payments',
  'receipts',
  'messages',
])
export type ViewedData = z.infer<typeof viewedData>

const ofAppointment = z.object({ appointmentId: z.string() })
/** The subject is the payment. Events from before refunds had rows of their own have no `refundId`. */
const ofRefund = z.object({
  appointmentId: z.string(),
  refundId: z.optional(z.string()),
  amountCents: z.optional(z.number()),
})
/** Null for the clinic. */
const ofOwner = { doctorId: z.nullable(z.string()) }
const ofSession = {
  ...ofOwner,
  date: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
}
const closedTime = {
  ...ofOwner,
  fromDate: z.string(),
  toDate: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
}
const offeredTime = { entryId: z.string(), date: z.string(), startMinute: z.number() }
const withImage = z.object({ imageId: z.string() })

const doctorField = z.enum([
  'name',
  'email',
  'designation',
  'specialty',
  'npi',
  'facebook',
  'linkedin',
  'twitter',
  'treatments',
  /** It was sample data until the change. */
  'sample',
])

const treatmentField = z.enum([
  'name',
  'active',
  'booking',
  'doctor',
  'order',
  'ages',
  'times',
  'weekdays',
  'buffer',
  /** It was sample data until the change. */
  'sample',
])

/** The data of a change of a guardian's rights. */
export const guardianField = z.enum(['owner', 'mayBook', 'mayPay', 'receivesEmail'])
export type GuardianField = z.infer<typeof guardianField>

/** Each kind of event and the schema of its `data`. */
export const eventData = z.object({
  'user.registered': nothing,
  'user.promoted': nothing,
  'user.demoted': nothing,
  'user.staff_added': nothing,
  'user.staff_removed': nothing,
  /** The user now sees that doctor's day. */
  'user.doctor_added': z.object({ doctorId: z.string() }),
  'user.doctor_removed': nothing,
  /** `from`: the uid of the account that the user had before. */
  'user.relinked': z.object({ from: z.string() }),
  'user.updated': z.object({ fields: z.array(z.enum(['email', 'name', 'photo'])) }),
  /** The identity provider has verified the email. */
  'user.verified': nothing,
  /** `sessions`: how many sessions ended. */
  'user.sessions_ended': z.object({ reason: sessionEnd, sessions: z.number() }),
  /** An admin turned two-step verification off. */
  'user.second_factor_reset': z.object({ reason: secondFactorResetReason }),
  /** `device`: browser and system. */
  'user.session_ended': z.object({ reason: singleEnd, device: z.string() }),
  /** The actor has seen data of the subject; recorded once per hour and kind of data. */
  'user.viewed': z.object({ what: viewedData }),
  /** Phone or address in the profile; appointments keep their own. */
  'user.contact_changed': nothing,
  'user.reminders_changed': z.object({ reminders: z.boolean() }),
  /** Of emails and receipts. */
  'user.language_changed': z.object({ language: z.enum(LANGUAGES) }),
  /** The family gets no further emails about next visits of these children. */
  'user.recalls_stopped': z.object({ children: z.array(z.string()) }),
  /** The family gets them again. */
  'user.recalls_resumed': z.object({ children: z.array(z.string()) }),
  /** An email to the user bounced. They get no email until their address changes. */
  'user.unreachable': z.object({ source: z.enum(['smtp', 'webhook']) }),
  /** Staff asked the family: the address works again. */
  'user.reachable': nothing,
  'user.email_resent': z.object({ notificationId: z.string(), kind: z.string() }),
  /** `cancelled`: how many appointments were canceled with it. */
  'user.removed': z.object({ cancelled: z.number() }),
  /** The user agreed that the card of this payment is kept. */
  'user.card_agreed': z.object({ paymentId: z.string() }),
  'user.card_kept': z.object({ cardId: z.string(), paymentId: z.string() }),
  'user.card_removed': z.object({ cardId: z.string(), reason: cardRemoval }),
  /** A family without an account. */
  'family.added': nothing,
  'family.changed': nothing,
  'family.removed': nothing,
  /** Staff proposed to link the family to the account `uid`, which has not confirmed yet. */
  'family.link_proposed': z.object({ uid: z.string() }),
  'family.link_declined': z.object({ uid: z.string() }),
  /** The family's appointments and children now belong to the account `uid`. The other fields are counts. */
  'family.linked': z.object({
    uid: z.string(),
    appointments: z.number(),
    children: z.optional(z.number()),
  }),
  /** An admin has given the appointments back to the family. */
  'family.unlinked': z.object({ uid: z.string(), appointments: z.number() }),
  'child.added': nothing,
  'child.updated': z.object({ fields: z.array(z.enum(['name', 'birthDate', 'archived'])) }),
  /**
   * `deleted`: the child had no appointments, so its row was deleted. Restoring a child updates `archived`.
   */
  'child.archived': z.object({ deleted: z.boolean() }),
  /** The child was merged into `into`, which now has its appointments. */
  'child.merged': z.object({ into: z.string(), appointments: z.number() }),
  /** The alert's text is in no event. */
  'child.alerts_changed': z.object({ alertId: z.string(), version: z.number() }),
  /** Staff counted the visit as a row of the check-up plan. `visit`: an appointment or a past visit. */
  'child.check_up_counted': z.object({ row: z.string(), visit: z.string() }),
  'child.check_up_uncounted': z.object({ row: z.string() }),
  // The subject is the child.
  'guardian.invited': z.object({ invitationId: z.string() }),
  'guardian.joined': z.object({ invitationId: z.string() }),
  'guardian.updated': z.object({ uid: z.string(), fields: z.array(guardianField) }),
  'guardian.left': nothing,
  /** A guardian was removed, or an invitation withdrawn. */
  'guardian.revoked': z.object({
    uid: z.optional(z.string()),
    invitationId: z.optional(z.string()),
  }),
  'doctor.added': withImage,
  'doctor.updated': z.object({
    imageId: z.optional(z.string()),
    fields: z.optional(z.array(doctorField)),
  }),
  'doctor.removed': nothing,
  'treatment.added': nothing,
  'treatment.changed': z.object({ fields: z.array(treatmentField) }),
  'price.planned': z.object({ validFrom: z.string(), priceCents: z.number() }),
  'price.withdrawn': z.object({ validFrom: z.string(), priceCents: z.number() }),
  /** `fields`: the settings that changed. */
  'clinic.changed': z.object({ fields: z.array(settingName) }),
  /** Families can book online: from a day on, or at once. */
  'clinic.opened': z.object({ from: z.optional(z.string()) }),
  /** Families cannot book online until it is resumed. The reason is among the settings. */
  'clinic.paused': nothing,
  'clinic.resumed': nothing,
  /** An admin has looked at it and confirmed it. */
  'clinic.setup_confirmed': z.object({ step: confirmedStep }),
  /** The check-up plan: at which ages families are asked to book. */
  'clinic.plan_changed': z.object({
    isOn: z.boolean(),
    isAutomatic: z.boolean(),
    rows: z.number(),
  }),
  /** The subject is the page. */
  'legal.published': z.object({ version: z.int(), effectiveOn: z.string() }),
  /** A version has a text in another language, or a corrected one. */
  'legal.translated': z.object({
    version: z.int(),
    language: z.enum(TRANSLATIONS),
    revision: z.int(),
  }),
  /** An admin has written, confirmed or hidden words of the website. The subject is their section. */
  'site.changed': z.object({ version: z.int() }),
  /** An admin has changed the translation of a text of the clinic. The subject is the language. */
  'translation.changed': nothing,
  // The subject is a message of the contact page.
  'message.received': nothing,
  'message.done': nothing,
  /** The message was marked as not done. */
  'message.reopened': nothing,
  /** A calendar feed of staff or a doctor. */
  'feed.created': z.object({ withNames: z.boolean(), doctorId: z.optional(z.string()) }),
  'feed.revoked': nothing,
  /** A webhook endpoint of another system of the clinic. */
  'webhook.added': nothing,
  'webhook.changed': z.object({ active: z.boolean() }),
  'webhook.removed': nothing,
  'webhook.secret_rotated': nothing,
  /** An event was sent again. */
  'webhook.replayed': z.object({ eventId: z.string() }),
  /** The endpoint was turned off after days of failures. */
  'webhook.disabled': nothing,
  'image.received': z.object({ purpose: z.enum(['doctor', 'profile']) }),
  'image.retried': nothing,
  'image.processed': nothing,
  'image.failed': nothing,
  /** `ownerId`: the user or doctor whose photo it was; absent when it was never used. */
  'image.removed': z.object({ ownerId: z.optional(z.string()) }),
  'appointment.booked': z.object({
    /** From a file of the previous system. */
    imported: z.optional(z.literal(true)),
    treatmentId: z.string(),
    /** Absent when the treatment has no doctors. */
    doctorId: z.optional(z.string()),
    date: z.string(),
    startMinute: z.number(),
    /** `source` of another site's link that led to the booking. */
    source: z.optional(z.string()),
    bookingReferral: z.optional(z.string()),
    /** The front desk booked it for this family: a uid, or the id of a family without an account. */
    by: z.optional(z.literal('staff')),
    family: z.optional(z.string()),
    /** At a time outside opening hours. The reason is kept with the appointment. */
    outsideHours: z.optional(z.literal(true)),
    /** For a child whose age does not fit the treatment. */
    otherAge: z.optional(z.literal(true)),
    /** By staff, as an extra patient beside a taken time. */
    squeezed: z.optional(z.literal(true)),
    /** Its place in the series that it was booked with. */
    series: z.optional(placeInSeries),
  }),
  /** `clinic`: the clinic is closed then, or its schedule changed; the payment is refunded. */
  'appointment.cancelled': z.object({
    reason: z.enum(['user_removed', 'clinic', ...cancelReason.options]),
    by: z.optional(z.enum(['family', 'clinic'])),
    refundCents: z.optional(z.number()),
  }),
  /**
   * `from…`: the time and doctor before; `version`: the appointment's version after the move. Older events
   * name the doctors only if the move changed the doctor.
   */
  'appointment.moved': z.object({
    date: z.string(),
    startMinute: z.number(),
    fromDate: z.string(),
    fromMinute: z.number(),
    doctorId: z.optional(z.string()),
    fromDoctorId: z.optional(z.string()),
    version: z.optional(z.number()),
    /** By staff, to a time outside opening hours. */
    outsideHours: z.optional(z.literal(true)),
    /** Until when it can be undone, in milliseconds since the epoch; its emails wait that long. */
    undoUntil: z.optional(z.number()),
    /** Undoes the move before it. */
    undone: z.optional(z.literal(true)),
  }),
  /** It came with an import that was undone. */
  'appointment.withdrawn': z.object({ date: z.string(), startMinute: z.number() }),
  /** Staff changed the patient; null stands for the guardian. */
  'appointment.patient_changed': z.object({
    childId: z.nullable(z.string()),
    fromChildId: z.nullable(z.string()),
    /** The child's age does not fit the treatment. */
    otherAge: z.optional(z.literal(true)),
  }),
  /** Staff emailed the family a request to pay. */
  'appointment.payment_requested': nothing,
  /** A member of staff claimed it, or called the family; null undoes that. */
  'appointment.todo_marked': z.object({
    list: z.string(),
    claimed: z.boolean(),
    outcome: z.nullable(z.string()),
  }),
  /**
   * A member of staff claimed an unreachable family, a refund, a payment to check, an absence, or a call
   * about a waiting list entry; for a call, with its result.
   */
  'todo.claimed': z.object({
    list: z.string(),
    claimed: z.boolean(),
    outcome: z.optional(z.nullable(z.string())),
  }),
  /** An admin kept the appointment although it does not fit the schedule. */
  'appointment.kept': nothing,
  /** `early`: staff confirmed that the patient is here before check-in opens. */
  'appointment.arrived': z.object({ early: z.optional(z.literal(true)) }),
  'appointment.in_room': nothing,
  'appointment.completed': nothing,
  'appointment.no_show': nothing,
  /** A step of the attendance was undone. */
  'appointment.reopened': z.object({ from: deskAttendance, to: deskAttendance }),
  /** The staff's note was changed; it is in no event. */
  'appointment.noted': nothing,
  'appointment.paid': z.object({ intentId: z.string(), amountCents: z.number() }),
  /** The refund that had made it unpaid failed: the clinic still has the money. */
  'appointment.paid_again': z.object({ intentId: z.string(), refundId: z.string() }),
  /** The money was returned outside of our own refunds: in Stripe's dashboard, or by a lost dispute. */
  'appointment.unpaid': z.object({
    intentId: z.string(),
    reason: z.enum(['refunded', 'dispute_lost']),
  }),
  /** The hours of the doctor or the clinic from that day on. */
  'schedule.changed': z.object({ ...ofOwner, validFrom: z.string(), withdrawn: z.boolean() }),
  /** Extra time was opened, or withdrawn. `cancelled`: how many appointments were canceled with it. */
  'session.opened': z.object(ofSession),
  'session.withdrawn': z.object({ ...ofSession, cancelled: z.number() }),
  /** `toApprove`: an absence that staff have recorded, which an admin has to approve. */
  'closure.added': z.object({
    ...closedTime,
    cancelled: z.number(),
    toApprove: z.optional(z.literal(true)),
  }),
  'closure.approved': z.object(closedTime),
  /** `rejected`: an admin rejected the absence. */
  'closure.removed': z.object({ ...closedTime, rejected: z.optional(z.literal(true)) }),
  /**
   * Times to offer to the waiting list: of a doctor, of a treatment without doctors, or of the whole clinic.
   * The subject is the row of `freed_times` or `opened_times`.
   */
  'times.freed': z.object({ ...closedTime, treatmentId: z.optional(z.string()) }),
  /** The waiting list has been asked; times of these days that are not held are public again. */
  'times.public': z.object({ fromDate: z.string(), toDate: z.string() }),
  /** `until`: other times are held for its appointments until then. Those without one were canceled. */
  'closure.reoffered': z.object({
    reoffered: z.number(),
    cancelled: z.number(),
    until: z.string(),
  }),
  'payment.failed': z.object({ appointmentId: z.string(), code: z.nullable(z.string()) }),
  /** A refund succeeded: what `refund.requested` began, or a refund of Stripe's dashboard. */
  'payment.refunded': ofRefund,
  /** An admin linked a payment that was made at Stripe without the site to this appointment. */
  'payment.linked': z.object({ appointmentId: z.string(), amountCents: z.number() }),
  'payment.disputed': ofAppointment,
  'payment.dispute_lost': ofAppointment,
  /** The bank decided for the clinic, or the inquiry ended. */
  'payment.dispute_won': ofAppointment,
  /** `reason`: why the payment is refunded. */
  'refund.requested': z.extend(ofRefund, { reason: refundReason }),
  /** Stripe or the bank refused the refund. Otherwise `payment.refunded` follows. */
  'refund.failed': ofRefund,
  /** An admin handed it back after the day of its appointment. */
  'refund.handed_back_late': ofRefund,
  /** Staff had marked the refund as handed back by mistake. It is due again. */
  'refund.hand_back_undone': ofRefund,
  /** The comparison with Stripe found a problem; the subject is the payment. */
  'payment.problem_found': z.object({ cause: problemCause }),
  /** Stripe and our records agree again, or an admin resolved the problem. */
  'payment.problem_ended': z.object({ cause: problemCause }),
  /** Paid at the front desk, together with `appointment.paid`. The subject is the payment. */
  'payment.received': z.object({
    appointmentId: z.string(),
    method: z.enum(['cash', 'terminal']),
    amountCents: z.number(),
  }),
  /** The money in a till was counted; the subject is the till. A later version is a correction. */
  'till.counted': z.object({
    date: z.string(),
    kind: z.enum(['float', 'count']),
    version: z.number(),
    amountCents: z.number(),
  }),
  /** The subject is the receipt's number. */
  'receipt.issued': z.object({
    kind: receiptKind,
    paymentId: z.string(),
    amountCents: z.number(),
  }),
  // The subject is the entry of the waiting list.
  'waitlist.joined': z.object({ treatmentId: z.string(), urgent: z.optional(z.literal(true)) }),
  'waitlist.left': z.object({
    /** closed: the clinic no longer gives the treatment on any of the days. */
    reason: z.enum(['left', 'accepted', 'booked', 'cancelled', 'over', 'closed']),
  }),
  /** Two offers in a row had no answer. */
  'waitlist.paused': nothing,
  'waitlist.resumed': nothing,
  // The subject is the ticket: a visit that the family is asked to book.
  'ticket.opened': z.object({
    childId: z.string(),
    treatmentId: z.string(),
    origin: ticketOrigin,
  }),
  'ticket.booked': ofAppointment,
  'ticket.ended': z.object({ reason: ticketEnd }),
  'ticket.reopened': z.object({ reason: ticketReopening }),
  /** Staff have called the family about it. */
  'ticket.called': z.object({ outcome: contactOutcome }),
  // The subject is the offer.
  'offer.made': z.object({
    ...offeredTime,
    expiresAt: z.string(),
    byHand: z.optional(z.boolean()),
  }),
  'offer.accepted': z.object({ ...offeredTime, appointmentId: z.string() }),
  'offer.declined': z.object(offeredTime),
  'offer.expired': z.object(offeredTime),
  /** A family has not answered a re-offer in time, so staff call it. The time stays held. */
  'offer.unanswered': z.object(offeredTime),
  /** The time is no longer free, or the entry has ended. */
  'offer.withdrawn': z.object(offeredTime),
  /** The figures of a day differed from their source and were computed again. The subject is the day. */
  'insights.mended': nothing,
  /**
   * The process responded slowly for several seconds. The subject is `site` or `worker`. `work`: the calls and jobs that
   * ran meanwhile, with their duration in milliseconds.
   */
  'process.overloaded': z.object({
    delayMs: z.number(),
    work: z.array(z.object({ name: z.string(), ms: z.number() })),
  }),
  // What the site monitors about itself; the subject is `site`.
  /** Free percent of the disk that holds the data. */
  'process.disk_low': z.object({ freePercent: z.number() }),
  /** Hours since the newest backup; null where there is none. */
  'process.backup_old': z.object({ hours: z.nullable(z.number()) }),
  /**
   * Hours since Stripe's last event while a card payment is open or was taken; null if there never was one.
   */
  'process.stripe_silent': z.object({ hours: z.nullable(z.number()) }),
  /** Percent of a week's emails that bounced. */
  'process.emails_bouncing': z.object({ percent: z.number(), emails: z.number() }),
  /**
   * A file of the previous system was imported; the subject is the import. `counts`: rows by
   * outcome.
   */
  'import.run': z.object({ counts: importCounts }),
  /** Rows whose records were all deleted, and rows of which some records were kept. */
  'import.undone': z.object({ deleted: z.number(), kept: z.number() }),
  // The subject is the family without an account.
  /** The family got a link by which it can claim its records. */
  'claim.sent': z.object({ claimId: z.string(), channel: z.enum(CLAIM_CHANNELS) }),
  /** The account `uid` has claimed the family. */
  'claim.used': z.object({ claimId: z.string(), uid: z.string() }),
  /** A birth date was wrong. With no tries left, the family needs a new link. */
  'claim.failed': z.object({ claimId: z.string(), triesLeft: z.number() }),
  /** An admin has begun to download all records. */
  'data.exported': z.object({ reason: exportReason, notes: z.boolean(), alerts: z.boolean() }),
  'stripe.event_received': z.object({ type: z.string() }),
  /** The second copy is older than the alarm limit. */
  'replica.stale': z.object({ minutes: z.number() }),
  /** The second copy was restored, and every check passed. */
  'replica.drilled': z.object({ seconds: z.number() }),
  'replica.drill_failed': z.object({ seconds: z.number(), failed: z.array(drillCheck) }),
})

export const eventKind = z.keyof(eventData)
export type EventKind = z.infer<typeof eventKind>
export type EventData<Kind extends EventKind = EventKind> = z.infer<typeof eventData>[Kind]

/** Every kind of event, in the order of the audit log's filter. */
export const EVENT_KINDS = eventKind.options
