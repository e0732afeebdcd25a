import { z } from 'zod'
import { wireDate } from './dates.ts'
import { emailAddress } from './users.ts'

// Digits with the usual punctuation; how people write numbers is theirs, that there are digits is ours.
const PHONE = /^\+?[\d\s().-]{5,25}$/

/** What the booking dialog asks for (spec section 5: both required). */
export const bookingForm = z.object({
  phone: z
    .string('Phone is required')
    .trim()
    .min(1, 'Phone is required')
    .regex(PHONE, 'Phone is not valid: use digits, spaces and + ( ) - only'),
  address: z
    .string('Address is required')
    .trim()
    .min(1, 'Address is required')
    .max(300, 'Address is too long'),
})
export type BookingForm = z.infer<typeof bookingForm>

/** `POST /appointments` (spec section 7). The server decides name, email, price and `paid` itself. */
export const newAppointment = z.strictObject({
  /** The treatment's name. */
  treatment: z.string('Treatment is required').min(1, 'Treatment is required').max(100),
  date: wireDate,
  /** As offered by `GET /available`: '09:00 AM - 09:30 AM'. */
  slot: z.string('Slot is required').min(1, 'Slot is required').max(50),
  paid: z.literal(false, 'A new appointment is unpaid').optional(),
  /** Dollars, as shown to the visitor; refused when the clinic's price has changed. */
  price: z.number('Price is required').nonnegative(),
  patientName: z.string().max(100).optional(),
  email: emailAddress,
  ...bookingForm.shape,
})
/** What a client sends: the date in wire format. */
export type NewAppointment = z.input<typeof newAppointment>

/** An appointment as the API shows it (spec section 3). */
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
  /** The patient's email: the spec's calls name it both ways. */
  patient: z.string(),
  patientName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  transactionId: z.string().optional(),
})
export type Appointment = z.infer<typeof appointment>

export const appointmentList = z.array(appointment)

export const bookingSuccess = z.object({ success: z.literal(true), booking: appointment })
export type BookingSuccess = z.infer<typeof bookingSuccess>

/** Why a booking was refused (design section 6.2); all answered with 409. */
export const bookingRefusal = z.object({
  success: z.literal(false),
  code: z.enum(['already_booked', 'slot_taken', 'price_changed']),
  message: z.string(),
  /** The slot asked for, or (`already_booked`) the appointment that stands in the way. */
  booking: z.object({ date: z.string(), slot: z.string() }),
  /** `slot_taken`: the nearest slots still free, at most three. */
  alternatives: z.array(z.string()).optional(),
  /** `price_changed`: the price now, in dollars. */
  price: z.number().optional(),
})
export type BookingRefusal = z.infer<typeof bookingRefusal>

/** The spec's sentence for a successful booking (section 8). */
export function bookingSuccessMessage(booking: { date: string; slot: string }): string {
  return `Appointment is set on ${booking.date} at ${booking.slot}`
}

/** The spec's sentence for a duplicate (section 8). */
export function alreadyBookedMessage(booking: { date: string; slot: string }): string {
  return `You already have an appointment on ${booking.date} at ${booking.slot}`
}

/** `GET /appointments?patient=`. */
export const appointmentsQuery = z.strictObject({ patient: emailAddress })

/** `GET /appointment/{id}`. */
export const appointmentParams = z.object({ id: z.uuid('Appointment id is not valid') })
