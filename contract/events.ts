import * as z from 'zod/mini'
import { attendance } from './appointments.ts'
import { settingName } from './clinic-settings.ts'
import { sessionEnd } from './users.ts'

// Ids and numbers only: event data goes to logs and queues, where personal data must not be.

const nothing = z.object({})

/** Kinds of personal data that admins see. */
const viewedData = z.enum(['user list', 'role', 'audit log', 'agenda', 'emails'])
export type ViewedData = z.infer<typeof viewedData>

const ofAppointment = z.object({ appointmentId: z.string() })
/** Null: the clinic's own. */
const ofOwner = { doctorId: z.nullable(z.string()) }
const closedTime = {
  ...ofOwner,
  fromDate: z.string(),
  toDate: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
}
const withImage = z.object({ imageId: z.string() })

const doctorField = z.enum([
  'name',
  'email',
  'designation',
  'specialty',
  'facebook',
  'linkedin',
  'twitter',
  'treatments',
])

const treatmentField = z.enum(['name', 'active', 'order', 'ages', 'times'])

/** Each kind of event and the schema of its `data`. */
export const eventData = z.object({
  'user.registered': nothing,
  'user.promoted': nothing,
  'user.demoted': nothing,
  'user.staff_added': nothing,
  'user.staff_removed': nothing,
  /** `from`: the uid of the account that the user had before. */
  'user.relinked': z.object({ from: z.string() }),
  'user.updated': z.object({ fields: z.array(z.enum(['email', 'name', 'photo'])) }),
  /** The identity provider has verified the email. */
  'user.verified': nothing,
  /** `sessions`: how many ended. */
  'user.sessions_ended': z.object({ reason: sessionEnd, sessions: z.number() }),
  /** The actor has seen data of the subject; recorded once per hour and kind of data. */
  'user.viewed': z.object({ what: viewedData }),
  'user.reminders_changed': z.object({ reminders: z.boolean() }),
  /** An email to them bounced: they get none until their address changes. */
  'user.unreachable': z.object({ source: z.enum(['smtp', 'webhook']) }),
  'user.email_resent': z.object({ notificationId: z.string(), kind: z.string() }),
  /** `cancelled`: how many appointments were cancelled with it. */
  'user.removed': z.object({ cancelled: z.number() }),
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
  'image.received': z.object({ purpose: z.enum(['doctor', 'profile']) }),
  'image.retried': nothing,
  'image.processed': nothing,
  'image.failed': nothing,
  /** `ownerId`: the user or doctor it showed; absent when it was never used. */
  'image.removed': z.object({ ownerId: z.optional(z.string()) }),
  'appointment.booked': z.object({
    treatmentId: z.string(),
    /** Where doctors give the treatment. */
    doctorId: z.optional(z.string()),
    date: z.string(),
    startMinute: z.number(),
  }),
  /** `clinic`: the clinic is closed then, or its schedule has changed; the money goes back. */
  'appointment.cancelled': z.object({ reason: z.enum(['user_removed', 'clinic']) }),
  /** To another time by the clinic; `from…`: where it was. */
  'appointment.moved': z.object({
    date: z.string(),
    startMinute: z.number(),
    fromDate: z.string(),
    fromMinute: z.number(),
  }),
  /** It takes place although it does not fit the clinic's schedule. */
  'appointment.kept': nothing,
  'appointment.arrived': nothing,
  'appointment.completed': nothing,
  'appointment.no_show': nothing,
  /** A step of the attendance was undone. */
  'appointment.reopened': z.object({ from: attendance, to: attendance }),
  /** The staff's note was changed; it is in no event. */
  'appointment.noted': nothing,
  'appointment.paid': z.object({ intentId: z.string(), amountCents: z.number() }),
  /** The money went back outside of our own refunds: in Stripe's dashboard, or by a lost dispute. */
  'appointment.unpaid': z.object({
    intentId: z.string(),
    reason: z.enum(['refunded', 'dispute_lost']),
  }),
  /** The hours of the doctor or the clinic from that day on. */
  'schedule.changed': z.object({ ...ofOwner, validFrom: z.string(), withdrawn: z.boolean() }),
  /** `cancelled`: how many appointments were cancelled with it. */
  'closure.added': z.object({ ...closedTime, cancelled: z.number() }),
  'closure.removed': z.object(closedTime),
  'payment.failed': z.object({ appointmentId: z.string(), code: z.nullable(z.string()) }),
  'payment.refunded': ofAppointment,
  'payment.disputed': ofAppointment,
  'payment.dispute_lost': ofAppointment,
  /** `reason`: why the appointment cannot use the money. */
  'refund.requested': z.object({
    appointmentId: z.string(),
    reason: z.enum(['cancelled', 'already_paid', 'mismatch']),
  }),
  'refund.failed': ofAppointment,
  'stripe.event_received': z.object({ type: z.string() }),
})

export const eventKind = z.keyof(eventData)
export type EventKind = z.infer<typeof eventKind>
export type EventData<Kind extends EventKind = EventKind> = z.infer<typeof eventData>[Kind]

/** Every kind of event, in the order of the audit log's filter. */
export const EVENT_KINDS = eventKind.options
