import * as z from 'zod/mini'
import { wireDate } from './dates.ts'
import { emailAddress } from './users.ts'

// Digits with the usual punctuation: how people write numbers is theirs, that there are five is ours.
const PHONE = /^(?=(?:\D*\d){5})\+?[\d\s().-]{5,25}$/

/** What the booking dialog asks for (spec section 5: both required). */
export const bookingForm = z.object({
  phone: z
    .string('Phone is required')
    .check(
      z.trim(),
      z.minLength(1, 'Phone is required'),
      z.regex(PHONE, 'Phone is not valid: use digits, spaces and + ( ) - only'),
    ),
  address: z
    .string('Address is required')
    .check(
      z.trim(),
      z.minLength(1, 'Address is required'),
      z.maxLength(300, 'Address is too long'),
    ),
})
export type BookingForm = z.infer<typeof bookingForm>

/** `POST /appointments`; see docs/requirements.md#booking-decided-by-server. */
export const newAppointment = z.strictObject({
  /** The treatment's name. */
  treatment: z
    .string('Treatment is required')
    .check(z.minLength(1, 'Treatment is required'), z.maxLength(100, 'Treatment is not valid')),
  date: wireDate,
  /** As offered by `GET /available`: '09:00 AM - 09:30 AM'. */
  slot: z
    .string('Slot is required')
    .check(z.minLength(1, 'Slot is required'), z.maxLength(50, 'Slot is not valid')),
  paid: z.optional(z.literal(false, 'A new appointment is unpaid')),
  /** Dollars, as shown to the visitor; refused when the clinic's price has changed. */
  price: z.number('Price is required').check(z.nonnegative('Price is not valid')),
  patientName: z.optional(z.string().check(z.maxLength(100, 'Name is too long'))),
  email: emailAddress,
  ...bookingForm.shape,
})
/** What a client sends: the date in wire format. */
export type NewAppointment = z.input<typeof newAppointment>

/** An appointment as the API shows it. */
export const appointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  /** Dollars. */
  price: z.number(),
  paid: z.boolean(),
  status: z.enum(['booked', 'cancelled']),
  /** The patient's email, under both names that clients use. */
  patient: z.string(),
  patientName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  transactionId: z.optional(z.string()),
})
export type Appointment = z.infer<typeof appointment>

export const appointmentList = z.array(appointment)

export const bookingSuccess = z.object({ success: z.literal(true), booking: appointment })
export type BookingSuccess = z.infer<typeof bookingSuccess>

/** Why a booking was refused (409). */
export const bookingRefusal = z.object({
  success: z.literal(false),
  code: z.enum(['already_booked', 'slot_taken', 'price_changed']),
  message: z.string(),
  /** The slot asked for, or (`already_booked`) the appointment that stands in the way. */
  booking: z.object({ date: z.string(), slot: z.string() }),
  /** `slot_taken`: the nearest slots still free, at most three. */
  alternatives: z.optional(z.array(z.string())),
  /** `price_changed`: the price now, in dollars. */
  price: z.optional(z.number()),
})
export type BookingRefusal = z.infer<typeof bookingRefusal>

/** The toast after a booking: docs/requirements.md#fixed-texts. */
export function bookingSuccessMessage(booking: { date: string; slot: string }): string {
  return `Appointment is set on ${booking.date} at ${booking.slot}`
}

/** The message for a duplicate booking: docs/requirements.md#fixed-texts. */
export function alreadyBookedMessage(booking: { date: string; slot: string }): string {
  return `You already have an appointment on ${booking.date} at ${booking.slot}`
}

/** `GET /appointments?patient=`. */
export const appointmentsQuery = z.strictObject({ patient: emailAddress })

/** `GET /appointment/{id}`. */
export const appointmentParams = z.object({ id: z.uuid('Appointment id is not valid') })
