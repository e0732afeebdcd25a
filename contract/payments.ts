import * as z from 'zod/mini'

/** Prices are in US dollars. */
export const CURRENCY = 'usd'

const appointmentId = z.uuid('Invalid appointment ID')

/** Stripe's id of a PaymentIntent; once the appointment is paid, its transaction id. */
export const transactionId = z
  .string('Transaction ID is required')
  .check(
    z.maxLength(255, 'Transaction ID is invalid'),
    z.regex(/^pi_[A-Za-z0-9]+$/, 'Transaction ID is invalid'),
  )

/** `POST /create-payment-intent`. */
export const paymentIntentRequest = z.strictObject({
  /** Dollars, as shown on the page. Only reveals an outdated page; never decides the amount. */
  price: z.number('Price is required').check(z.nonnegative('Price is invalid')),
  /** The appointment's id. */
  appointment: appointmentId,
})

export const paymentIntentResponse = z.object({ clientSecret: z.string() })
export type PaymentIntentResponse = z.infer<typeof paymentIntentResponse>

export const bookingParams = z.object({ id: appointmentId })

/** `PATCH /booking/{id}`: a hint that this intent may have been paid. */
export const paymentHint = z.strictObject({ appointment: appointmentId, transactionId })

/** Response to the hint: 200 once the appointment is paid, 202 while Stripe is processing. */
export const paymentState = z.object({ paid: z.boolean(), transactionId: z.string() })
export type PaymentState = z.infer<typeof paymentState>

/** Why an appointment cannot be paid, or not with this intent; always with status 409. */
export const paymentRefusal = z.object({
  code: z.enum([
    /** Already paid, with `transactionId`. */
    'already_paid',
    /** Stripe is processing the payment `transactionId`. */
    'payment_processing',
    /** Canceled; a charge that arrives nevertheless is refunded. */
    'appointment_cancelled',
    /** `price` is the price now. */
    'price_changed',
    /** The intent is of another amount or currency. */
    'payment_mismatch',
    /** Nothing was charged: the card was declined, or the intent was canceled. */
    'payment_not_completed',
  ]),
  message: z.string(),
  transactionId: z.optional(z.string()),
  /** Dollars. */
  price: z.optional(z.number()),
})
export type PaymentRefusal = z.infer<typeof paymentRefusal>
