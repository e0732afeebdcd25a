import type Stripe from 'stripe'
import { invalidRequest } from '../api/errors.ts'
import { type ChargeRecord, type DisputeRecord, newId } from '../records/records.ts'
import { type Scope, seconds } from '../records/scope.ts'
import { toDispute } from '../records/shapes.ts'
import type { Store } from '../records/store.ts'
import { emit } from '../webhooks/events.ts'

/**
 * The cardholder disputes what is left of a charge.
 * @throws StripeRefusal when it was not charged, is disputed already or was refunded
 */
export function openDispute(scope: Scope, paid: ChargeRecord): Stripe.Dispute {
  const { currency, intent } = paid
  const amount = paid.amount - paid.amountRefunded
  if (paid.status !== 'succeeded' || paid.disputed || amount === 0) {
    throw invalidRequest(`Charge ${paid.id} cannot be disputed.`)
  }
  const dispute: DisputeRecord = {
    id: newId('du'),
    status: 'needs_response',
    created: seconds(scope),
    amount,
    currency,
    charge: paid.id,
    intent,
  }
  scope.store.put('charge', { ...paid, disputed: true })
  scope.store.put('dispute', dispute)
  const shown = showDispute(scope.store, dispute)
  emit(scope, 'charge.dispute.created', shown)
  return shown
}

/** The bank decides on the dispute of an intent's charge. @throws StripeRefusal without a dispute */
export function closeDispute(scope: Scope, intent: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = scope.store.all('dispute').find((one) => one.intent === intent)
  if (dispute?.status !== 'needs_response') throw invalidRequest(`${intent} has no open dispute.`)
  const closed = { ...dispute, status }
  scope.store.put('dispute', closed)
  emit(scope, 'charge.dispute.closed', showDispute(scope.store, closed))
  return showDispute(scope.store, closed)
}

/** `GET /v1/disputes` of one intent: https://docs.stripe.com/api/disputes/list */
export function listDisputes(store: Store, intent: string): Stripe.ApiList<Stripe.Dispute> {
  const data = store
    .all('dispute')
    .filter((dispute) => dispute.intent === intent)
    .map((dispute) => showDispute(store, dispute))
  return { object: 'list', data, has_more: false, url: '/v1/disputes' }
}

/** The dispute in Stripe's shape. */
export function showDispute(store: Store, dispute: DisputeRecord): Stripe.Dispute {
  const { paymentMethod } = store.need('charge', dispute.charge)
  return toDispute(dispute, store.need('payment_method', paymentMethod))
}
