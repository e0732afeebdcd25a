import * as z from 'zod/mini'

/** Prices are in US dollars. */
export const CURRENCY = 'usd'

const appointmentId = z.uuid('Appointment id is not valid')

/** Stripe's id of a PaymentIntent; once the appointment is paid, its transaction id. */
export const transactionId = z
  .string('Transaction id is required')
  .check(
    z.maxLength(255, 'Transaction id is not valid'),
    z.regex(/^pi_[A-Za-z0-9]+$/, 'Transaction id is not valid'),
  )

/** `POST /create-payment-intent`. */
export const paymentIntentRequest = z.strictObject({
  /** Dollars, as shown on the page. Never decides the amount; it reveals an outdated page. */
  price: z.number('Price is required').check(z.nonnegative('Price is not valid')),
  /** The appointment's id. */
  appointment: appointmentId,
})

export const paymentIntentResponse = z.object({ clientSecret: z.string() })
export type PaymentIntentResponse = z.infer<typeof paymentIntentResponse>

export const bookingParams = z.object({ id: appointmentId })

/** `PATCH /booking/{id}`: a hint that this intent may have been paid. */
export const paymentHint = z.strictObject({ appointment: appointmentId, transactionId })

/** Answer to the hint: 200 once the appointment is paid, 202 while Stripe is still at it. */
export const paymentState = z.object({ paid: z.boolean(), transactionId: z.string() })
export type PaymentState = z.infer<typeof paymentState>

/** Why an appointment takes no payment, or not this one; all answered with 409. */
export const paymentRefusal = z.object({
  code: z.enum([
    /** Paid; `transactionId` says with what. */
    'already_paid',
    /** Stripe has taken a payment and not decided on it; `transactionId` says which. */
    'payment_processing',
    /** Canceled: money that arrives nevertheless is refunded. */
    'appointment_cancelled',
    /** `price` is the price now. */
    'price_changed',
    /** The intent is of another amount or currency. */
    'payment_mismatch',
    /** Nothing has been taken: the card was declined, or the intent was given up. */
    'payment_not_completed',
  ]),
  message: z.string(),
  transactionId: z.optional(z.string()),
  /** Dollars. */
  price: z.optional(z.number()),
})
export type PaymentRefusal = z.infer<typeof paymentRefusal>
