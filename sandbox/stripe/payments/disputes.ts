import { invalidRequest } from '../api/errors.ts'
import { type ChargeRecord, type DisputeRecord, newId } from '../records/records.ts'
import type { Scope } from '../records/scope.ts'
import { type Dispute, toDispute } from '../records/shapes.ts'
import type { Store } from '../records/store.ts'
import { emit } from '../webhooks/events.ts'

/**
 * The cardholder disputes what is left of a charge.
 * @throws StripeRefusal when it was not charged, is disputed already or was refunded
 */
export function openDispute(scope: Scope, paid: ChargeRecord): Dispute {
  const amount = paid.amount - paid.amountRefunded
  if (paid.status !== 'succeeded' || paid.disputed || amount === 0) {
    throw invalidRequest(`Charge ${paid.id} cannot be disputed.`)
  }
  const dispute: DisputeRecord = {
    id: newId('du'),
    status: 'needs_response',
    amount,
    charge: paid.id,
    intent: paid.intent,
  }
  scope.store.put('charge', { ...paid, disputed: true })
  scope.store.put('dispute', dispute)
  const shown = toDispute(dispute)
  emit(scope, 'charge.dispute.created', shown)
  return shown
}

/** The bank decides on the dispute of an intent's charge. @throws StripeRefusal without a dispute */
export function closeDispute(scope: Scope, intent: string, status: 'won' | 'lost'): Dispute {
  const dispute = scope.store.all('dispute').find((one) => one.intent === intent)
  if (dispute?.status !== 'needs_response') throw invalidRequest(`${intent} has no open dispute.`)
  const closed = { ...dispute, status }
  scope.store.put('dispute', closed)
  emit(scope, 'charge.dispute.closed', toDispute(closed))
  return toDispute(closed)
}

/** `GET /v1/disputes` of one intent: https://docs.stripe.com/api/disputes/list */
export function listDisputes(store: Store, intent: string) {
  const disputes = store.all('dispute').filter((dispute) => dispute.intent === intent)
  return { object: 'list', data: disputes.map(toDispute), has_more: false, url: '/v1/disputes' }
}
