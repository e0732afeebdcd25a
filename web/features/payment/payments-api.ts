import {
  type PaymentRefusal,
  paymentIntentResponse,
  paymentRefusal,
  paymentState,
} from '../../../contract/payments.ts'
import type { PreparedIntent, Settlement } from '../../../machines/payment/payment-machine.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { request } from '../../lib/api/request.ts'

/** Requests the payment intent of an appointment; `price` in dollars, as shown. Throws `ApiError`. */
export async function createPaymentIntent({
  appointmentId,
  price,
}: {
  appointmentId: string
  price: number
}): Promise<PreparedIntent> {
  try {
    const { clientSecret } = await request('/create-payment-intent', {
      method: 'POST',
      body: { price, appointment: appointmentId },
      schema: paymentIntentResponse,
      auth: 'session',
    })
    return { kind: 'ready', clientSecret }
  } catch (error) {
    const { code, transactionId } = refusalOf(error)
    switch (code) {
      case 'already_paid':
      case 'payment_processing':
        if (transactionId) return { kind: 'charged', transactionId }
        throw error
      case 'appointment_cancelled':
        return { kind: 'cancelled' }
      case 'price_changed':
        return { kind: 'outdated' }
      default:
        throw error
    }
  }
}

/**
 * Reports a payment to the server, which checks it with the provider. Throws `ApiError` when the
 * server does not respond or does not know the payment.
 */
export async function settlePayment({
  appointmentId,
  transactionId,
}: {
  appointmentId: string
  transactionId: string
}): Promise<Settlement> {
  try {
    const state = await request(`/booking/${encodeURIComponent(appointmentId)}`, {
      method: 'PATCH',
      body: { appointment: appointmentId, transactionId },
      schema: paymentState,
      auth: 'session',
    })
    return state.paid
      ? { kind: 'paid', transactionId: state.transactionId }
      : { kind: 'processing' }
  } catch (error) {
    const { code, message, transactionId: other } = refusalOf(error)
    switch (code) {
      case 'already_paid':
        if (other) return { kind: 'paid', transactionId: other }
        throw error
      case 'appointment_cancelled':
        return { kind: 'cancelled' }
      case 'payment_not_completed':
        return { kind: 'declined', message }
      default:
        throw error
    }
  }
}

/** The refusal in a response; rethrows everything else. */
function refusalOf(error: unknown): PaymentRefusal {
  const refusal = paymentRefusal.safeParse(error instanceof ApiError ? error.body : undefined)
  if (!refusal.success) throw error
  return refusal.data
}
