import type { Appointment } from '#contract/booking/appointments.ts'
import { CARD_CONSENT } from '#contract/payments/cards.ts'
import * as cardCalls from '#contract/payments/cards-calls.ts'
import {
  type PaymentRefusal,
  type PaymentState,
  paymentRefusal,
} from '#contract/payments/payments.ts'
import * as calls from '#contract/payments/payments-calls.ts'
import type { PreparedIntent, Registration, Settlement } from '#machines/payment/payment-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'

/** Requests the payment intent of an appointment; `price` in dollars, as shown. Throws `ApiError`. */
export async function createPaymentIntent(body: {
  appointment: string
  price: number
}): Promise<PreparedIntent> {
  try {
    return { kind: 'ready', ...(await send(calls.createPaymentIntent, { body })) }
  } catch (error) {
    const { code, transactionId } = refusalOf(error)
    if (code === 'appointment_cancelled') return { kind: 'cancelled' }
    if (code === 'price_changed' || code === 'reoffered') return { kind: 'outdated' }
    const isCharged = code === 'already_paid' || code === 'payment_processing'
    if (isCharged && transactionId) return { kind: 'charged', transactionId }
    throw error
  }
}

/**
 * Requests one payment intent for several appointments, at the prices shown. It is outdated when one
 * of them was paid, canceled or re-offered meanwhile: the others are still to be paid. Throws `ApiError`.
 */
export async function createBillIntent(
  appointments: readonly Pick<Appointment, '_id' | 'price'>[],
): Promise<PreparedIntent> {
  const items = appointments.map(({ _id, price }) => ({ appointment: _id, price }))
  try {
    return { kind: 'ready', ...(await send(calls.openBill, { body: { appointments: items } })) }
  } catch (error) {
    const { code } = refusalOf(error)
    const outdated = ['already_paid', 'appointment_cancelled', 'price_changed', 'reoffered']
    if (outdated.includes(code)) return { kind: 'outdated' }
    throw error
  }
}

/**
 * Has a kept card pay, or a typed one be kept once it has paid. Throws `ApiError` when the card cannot,
 * or the server does not respond.
 */
export async function registerCard({
  clientSecret,
  card,
  paymentMethod,
}: {
  clientSecret: string
  card: string | null
  paymentMethod: string | null
}): Promise<Registration> {
  const [id = ''] = clientSecret.split('_secret_')
  const params = { id }
  const consent = { paymentMethod: paymentMethod ?? '', consent: CARD_CONSENT }
  try {
    const answer = await (card === null
      ? send(cardCalls.keepCard, { params, body: consent })
      : send(cardCalls.chooseCard, { params, body: { card } }))
    return { kind: 'registered', ...answer }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment_closed') return { kind: 'outdated' }
    throw error
  }
}

/**
 * Reports a payment to the server, which checks it with the provider. Throws `ApiError` when the
 * server does not respond or does not know the payment.
 */
export function settlePayment(body: {
  appointment: string
  transactionId: string
}): Promise<Settlement> {
  return settlementOf(send(calls.checkBookingPayment, { params: { id: body.appointment }, body }))
}

/** Reports the payment of several appointments, as `settlePayment` does. */
export function settleBill(transactionId: string): Promise<Settlement> {
  return settlementOf(send(calls.checkPayment, { params: { id: transactionId } }))
}

async function settlementOf(answer: Promise<PaymentState>): Promise<Settlement> {
  try {
    const state = await answer
    return state.paid
      ? { kind: 'paid', transactionId: state.transactionId }
      : { kind: 'processing' }
  } catch (error) {
    const { code, message, transactionId: other } = refusalOf(error)
    if (code === 'already_paid' && other) return { kind: 'paid', transactionId: other }
    if (code === 'appointment_cancelled') return { kind: 'cancelled' }
    if (code === 'payment_not_completed') return { kind: 'declined', message }
    throw error
  }
}

/** The refusal in a response; rethrows everything else. */
function refusalOf(error: unknown): PaymentRefusal {
  const refusal = paymentRefusal.safeParse(error instanceof ApiError ? error.body : undefined)
  if (!refusal.success) throw error
  return refusal.data
}
