import * as z from 'zod/mini'
import { shownPrice, wantedSlot, wantedTreatment } from '#contract/wanted-time.ts'
import * as words from '#words/en/messages/booking.ts'
import * as fields from '#words/en/messages/fields.ts'
import { accountEmail } from '../identity/users.ts'
import { childId, doctorId } from '../ids.ts'
import { paymentCard } from '../payments/payment-card.ts'
import { refundTerms, shownTerms } from '../payments/refund-bands.ts'
import { phone } from '../phone.ts'
import { reoffer } from '../reoffer.ts'
import { requiredText } from '../text.ts'
import { wireDate } from '../wire-date.ts'

/** The booking dialog. */
export const bookingForm = z.object({
  phone,
  address: requiredText(fields.address, 300),
})
export type BookingForm = z.infer<typeof bookingForm>

const referralHandle = z.string(words.referral).check(z.regex(/^[\w.~:-]{1,100}$/, words.referral))

/**
 * The parameters that other sites add to a link to a free time:
 * docs/requirements.md#free-times-for-other-sites.
 */
export const referral = {
  source: z.optional(referralHandle),
  bookingReferral: z.optional(referralHandle),
}

/** `POST /appointments`; see docs/requirements.md#booking-decided-by-server. */
export const newAppointment = z.strictObject({
  treatment: wantedTreatment,
  date: wireDate,
  slot: wantedSlot,
  /** Id of a doctor from `GET /available`; without one the clinic chooses. */
  doctor: z.optional(doctorId),
  /** Id of a child from `GET /children`; without one it is for the account holder. */
  child: z.optional(childId),
  paid: z.optional(z.literal(false, words.newIsUnpaid)),
  price: shownPrice,
  terms: shownTerms,
  patientName: z.optional(z.string().check(z.maxLength(100, words.nameTooLong))),
  email: accountEmail,
  /** Id of the ticket that the family followed: docs/requirements.md#next-visits. */
  ticket: z.optional(z.uuid(words.invalidTicket)),
  ...referral,
  ...bookingForm.shape,
})
/** The payload of a client, with the date as text. */
export type NewAppointment = z.input<typeof newAppointment>

/** The state of a visit. */
export const attendance = z.enum(['expected', 'arrived', 'completed', 'no_show'])
export type Attendance = z.infer<typeof attendance>

/** The same for the front desk, where `in_room` follows `arrived`. */
export const deskAttendance = z.enum(['expected', 'arrived', 'in_room', 'completed', 'no_show'])
export type DeskAttendance = z.infer<typeof deskAttendance>

/** past: the clinic has not recorded what happened. */
export const outcomeKind = z.enum(['completed', 'missed', 'canceled', 'past'])

/** The outcome of an appointment that is over or canceled, with the caller's money. */
const appointmentOutcome = z.object({
  kind: outcomeKind,
  /** 'Jun 5, 2022': the day of the appointment, or on which it was canceled. */
  on: z.string(),
  /** For booking it again. */
  treatmentId: z.string(),
  /** Dollars that were refunded, or are being refunded, and dollars that the clinic keeps. */
  paid: z.number(),
  refunded: z.number(),
  kept: z.number(),
  /** The part of `refunded` that the clinic still has to hand back at the desk. */
  toHandBack: z.number(),
  /** Of `refunded`: what may not have arrived on the card yet. */
  onItsWay: z.number(),
  /** Whether it was paid at the desk. */
  atDesk: z.boolean(),
  /** The card that paid, if Stripe has said which. */
  card: z.optional(paymentCard),
})
export type AppointmentOutcome = z.infer<typeof appointmentOutcome>

/** '1 of 8', as it was booked: docs/requirements.md#series. */
export const placeInSeries = z.object({ number: z.number(), size: z.number() })
export type PlaceInSeries = z.infer<typeof placeInSeries>

/** An appointment as the API shows it. */
export const appointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  /** The doctor's name, where doctors give the treatment. */
  doctor: z.optional(z.string()),
  /** Dollars. */
  price: z.number(),
  /** There is nothing to pay. */
  paid: z.boolean(),
  /** There is nothing to pay, because the previous system bills it. */
  billedElsewhere: z.optional(z.literal(true)),
  status: z.enum(['booked', 'cancelled']),
  /** `GET /appointment/{id}`, once it is over or canceled. */
  outcome: z.optional(appointmentOutcome),
  /** The refund terms; only for guardians who may change or pay for it. */
  terms: z.optional(refundTerms),
  /** Since a late move, the refund is at most this percentage; null: the terms apply unchanged. */
  refundCeiling: z.optional(z.nullable(z.number())),
  /** How often the family has moved it. */
  moves: z.optional(z.number()),
  /** The caller lacks the right to book, and so can never move or cancel it. */
  mayChange: z.optional(z.literal(false)),
  /** Email of the account that booked it, under both names that clients use. */
  patient: z.string(),
  /** Name of the account that booked it. */
  patientName: z.string(),
  /** The patient, unless it is the account holder. */
  child: z.optional(z.object({ _id: z.string(), name: z.string() })),
  /** Its place in the series that it was booked with. */
  series: z.optional(placeInSeries),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Only for the caller's own payment. */
  transactionId: z.optional(z.string()),
  /** Another guardian booked it. Name and email are the caller's; phone and address are empty. */
  shared: z.optional(z.literal(true)),
  /** With `shared`: whether the caller may pay for it. */
  mayPay: z.optional(z.boolean()),
  /** Set while the clinic, which closed this time, holds another one for it. */
  reoffer: z.optional(reoffer),
})
export type Appointment = z.infer<typeof appointment>

export const appointmentList = z.array(appointment)

export const bookingSuccess = z.object({ success: z.literal(true), booking: appointment })
export type BookingSuccess = z.infer<typeof bookingSuccess>

/** Why a booking was refused (409). */
export const bookingRefusal = z.object({
  success: z.literal(false),
  /** `held`: held for a family on the waiting list; its message is that of `slot_taken`. */
  code: z.enum(['already_booked', 'slot_taken', 'held', 'price_changed']),
  message: z.string(),
  /** The requested slot; for `already_booked` the existing appointment. */
  booking: z.object({
    date: z.string(),
    slot: z.string(),
    /** `already_booked`: the child's name, where the user books for several people. */
    child: z.optional(z.string()),
  }),
  /** `slot_taken`: the nearest free slots, at most three. */
  alternatives: z.optional(z.array(z.string())),
  /** `price_changed`: the price now, in dollars. */
  price: z.optional(z.number()),
})
export type BookingRefusal = z.infer<typeof bookingRefusal>

/** The message for a duplicate booking: docs/requirements.md#fixed-texts. */
export function alreadyBookedMessage(booking: {
  date: string
  slot: string
  /** Named where the user books for several people. */
  child?: string | undefined
}): string {
  const forChild = booking.child === undefined ? '' : ` for ${booking.child}`
  return `You already have an appointment on ${booking.date} at ${booking.slot}${forChild}`
}

/** `GET /appointments?patient=`. */
export const appointmentsQuery = z.strictObject({ patient: accountEmail })

/** Header of `GET /appointments`: the limit of unpaid upcoming appointments, once it is reached. */
export const UNPAID_LIMIT = 'x-unpaid-limit'
