import * as z from 'zod/mini'
import { shownPrice } from '#contract/wanted-time.ts'
import * as messages from '#words/en/messages/payments.ts'
import { fill } from '#words/fill.ts'
import { appointmentId } from '../ids.ts'

/** Prices are in US dollars. */
export const CURRENCY = 'usd'

/** How money is taken: online with a card, or at the front desk. */
export const paymentMethod = z.enum(['card', 'cash', 'terminal'])
export type PaymentMethod = z.infer<typeof paymentMethod>

/**
 * Why a payment is refunded. cancelled: its appointment was canceled; already_paid: another payment paid it;
 * mismatch: its amount or currency differs; staff: the clinic decided it; dashboard: refunded in Stripe's
 * dashboard.
 */
export const refundReason = z.enum(['cancelled', 'already_paid', 'mismatch', 'staff', 'dashboard'])
export type RefundReason = z.infer<typeof refundReason>

/** Stripe's id of a PaymentIntent; once the appointment is paid, its transaction id. */
const transactionId = z
  .string(messages.transactionIdRequired)
  .check(
    z.maxLength(255, messages.transactionIdInvalid),
    z.regex(/^pi_[A-Za-z0-9]+$/, messages.transactionIdInvalid),
  )

/** `POST /create-payment-intent`. */
export const paymentIntentRequest = z.strictObject({
  /** Only detects an outdated page; the server decides the amount. */
  price: shownPrice,
  /** The appointment's id. */
  appointment: appointmentId,
})

/** The most appointments of one payment; limits the size of a call. */
export const MOST_TOGETHER = 20

/** `POST /payments`: several appointments that the user may pay for, with one card entry. */
export const billRequest = z.strictObject({
  appointments: z.array(paymentIntentRequest).check(
    z.minLength(1, messages.chooseAnAppointment),
    z.maxLength(MOST_TOGETHER, fill(messages.payAtMost, { most: MOST_TOGETHER })),
    z.refine(
      (items) => new Set(items.map(({ appointment }) => appointment)).size === items.length,
      messages.payOnce,
    ),
  ),
})

/** `POST /payments/{id}/check`: a hint that this intent may have been paid. */
export const paymentParams = z.object({ id: transactionId })

/** `PATCH /booking/{id}`: a hint that this intent may have been paid. */
export const paymentHint = z.strictObject({ appointment: appointmentId, transactionId })

/** Response to the hint: 200 once the appointment is paid, 202 while Stripe is processing. */
export const paymentState = z.object({ paid: z.boolean(), transactionId: z.string() })
export type PaymentState = z.infer<typeof paymentState>

/** Why an appointment cannot be paid, or not with this intent; always status 409. */
export const paymentRefusal = z.object({
  code: z.enum([
    /** Already paid, with `transactionId`. */
    'already_paid',
    /** Stripe is processing the payment `transactionId`. */
    'payment_processing',
    /** Canceled; a charge that arrives nevertheless is refunded. */
    'appointment_cancelled',
    /** The clinic closed its time: the family has to answer first. */
    'reoffered',
    /** `price` is the price now. */
    'price_changed',
    /** The intent has another amount or currency. */
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
