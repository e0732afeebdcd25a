import { formatPrice, toDollars } from '#contract/money.ts'
import type {
  PaymentIntentResponse,
  PaymentRefusal,
  PaymentState,
} from '#contract/payments/payments.ts'
import type { HintOutcome } from '#domain/payments/payment-hint.ts'
import type { Preparation } from '#domain/payments/prepare.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noAppointment } from '../booking/booking-response.ts'

const ALREADY_PAID = 'This appointment is already paid.'

/**
 * The response to `POST /create-payment-intent`.
 * @throws HttpError 404 when there is no such appointment for the user, 403 without the right to pay
 */
export function describePreparation(
  preparation: Preparation,
): PaymentIntentResponse | PaymentRefusal {
  switch (preparation.outcome) {
    case 'ready':
      return { clientSecret: preparation.clientSecret }
    case 'already_paid':
      return {
        code: 'already_paid',
        message: ALREADY_PAID,
        transactionId: preparation.intentId ?? undefined,
      }
    case 'processing':
      return {
        code: 'payment_processing',
        message: 'A payment for this appointment is already in progress.',
        transactionId: preparation.intentId ?? undefined,
      }
    case 'cancelled':
      return {
        code: 'appointment_cancelled',
        message: 'This appointment was canceled. There’s nothing to pay.',
      }
    case 'price_changed': {
      const price = toDollars(preparation.priceCents)
      const message = `The price is now ${formatPrice(price)}. Please review it and pay again.`
      return { code: 'price_changed', message, price }
    }
    case 'may_not_pay': {
      const message = `You can’t pay for ${preparation.childName}. Ask the guardian who manages this child.`
      throw new HttpError(403, 'may_not_pay', message)
    }
    case 'no_appointment':
      throw noAppointment()
  }
}

/**
 * The response to `PATCH /booking/{id}`.
 * @throws HttpError 404 when there is no such appointment for the user, or no such payment of theirs
 */
export function describeHint(answer: HintOutcome, intentId: string): PaymentState | PaymentRefusal {
  switch (answer.outcome) {
    case 'paid':
      return { paid: true, transactionId: intentId }
    case 'processing':
      return { paid: false, transactionId: intentId }
    case 'paid_otherwise':
      return {
        code: 'already_paid',
        message: `${ALREADY_PAID} The second charge will be refunded.`,
        transactionId: answer.intentId ?? undefined,
      }
    case 'cancelled':
      return {
        code: 'appointment_cancelled',
        message: 'This appointment was canceled. Your payment will be refunded.',
      }
    case 'mismatch':
      return { code: 'payment_mismatch', message: 'This payment doesn’t match the price.' }
    case 'not_completed':
      return {
        code: 'payment_not_completed',
        message: answer.message ?? 'No payment has been made yet.',
      }
    case 'no_payment':
      throw new HttpError(404, 'no_payment', 'We couldn’t find that payment.')
    case 'no_appointment':
      throw noAppointment()
  }
}
