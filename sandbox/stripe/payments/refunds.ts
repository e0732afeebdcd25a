import type { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { invalidRequest } from '../api/errors.ts'
import type { createRefundParams } from '../api/params.ts'
import type { ChargeRecord, RefundRecord } from '../records/records.ts'
import { newId } from '../records/records.ts'
import { type Scope, showCharge } from '../records/scope.ts'
import { cardOf, toRefund } from '../records/shapes.ts'
import { emit } from '../webhooks/events.ts'

function chargeToRefund(scope: Scope, intentId: string): ChargeRecord {
  const intent = scope.store.need('payment_intent', intentId)
  if (intent.status !== 'succeeded' || !intent.latestCharge) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  }
  return scope.store.need('charge', intent.latestCharge)
}

/**
 * `POST /v1/refunds`: all that is left, or `amount` cents of it. https://docs.stripe.com/api/refunds/create
 * @throws StripeRefusal 400, e.g. `charge_already_refunded`, `charge_disputed`
 */
export function createRefund(
  scope: Scope,
  params: z.output<typeof createRefundParams>,
): RefundRecord {
  const charge = chargeToRefund(scope, params.payment_intent)
  const left = charge.amount - charge.amountRefunded
  const disputes = scope.store.all('dispute').filter((dispute) => dispute.charge === charge.id)
  if (disputes.some(({ status }) => status !== 'won')) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatCents(amount)}) is greater than unrefunded amount on charge (${formatCents(left)})`,
    )
  }
  const { aftermath } = cardOf(scope.store.need('payment_method', charge.paymentMethod))
  const isHeld = scope.faults.takeHold('refund', charge.intent)
  const refund: RefundRecord = {
    id: newId('re'),
    amount,
    charge: charge.id,
    intent: charge.intent,
    status: isHeld || aftermath === 'refund_pending' ? 'pending' : 'succeeded',
    metadata: params.metadata ?? {},
  }
  scope.store.put('refund', refund)
  emit(scope, 'refund.created', toRefund(refund))
  const refunded = { ...charge, amountRefunded: charge.amountRefunded + amount }
  scope.store.put('charge', refunded)
  emit(scope, 'charge.refunded', showCharge(scope.store, refunded))

  // The response has the refund as it is now; the bank's decision follows in events and later retrievals.
  if (!isHeld && aftermath === 'refund_pending') settleRefund(scope, refund, 'succeeded')
  if (!isHeld && aftermath === 'refund_fails') settleRefund(scope, refund, 'failed')
  return refund
}

/**
 * The bank's decision on a refund, at once or after days. A refund that had succeeded can still fail; its
 * amount then no longer counts as refunded. https://docs.stripe.com/refunds#failed-refunds
 * @throws StripeRefusal 400 when the bank has decided finally
 */
export function settleRefund(
  scope: Scope,
  refund: RefundRecord,
  status: 'succeeded' | 'failed',
): RefundRecord {
  if (refund.status === 'failed' || refund.status === status) {
    throw invalidRequest(`Refund ${refund.id} has already ${refund.status}.`)
  }
  const settled: RefundRecord = { ...refund, status }
  scope.store.put('refund', settled)
  if (status === 'failed') {
    const charge = scope.store.need('charge', refund.charge)
    const amountRefunded = charge.amountRefunded - refund.amount
    scope.store.put('charge', { ...charge, amountRefunded })
  }
  emit(scope, 'refund.updated', toRefund(settled))
  if (status === 'failed') emit(scope, 'refund.failed', toRefund(settled))
  return settled
}
