import { cardRefused, invalidRequest } from '../api/errors.ts'
import type { ChargeRecord, IntentRecord, PaymentMethodRecord } from '../records/records.ts'
import { newId } from '../records/records.ts'
import { type Scope, seconds, showCharge, showIntent } from '../records/scope.ts'
import { cardOf, toPaymentIntent, toPaymentMethod } from '../records/shapes.ts'
import { emit } from '../webhooks/events.ts'
import { type Decline, declined } from './cards.ts'
import { openDispute } from './disputes.ts'
import { checkUsable, resolvePaymentMethod } from './payment-methods.ts'

type PaymentError = IntentRecord['lastError']

/** The refusal of an operation that an intent's status does not allow. */
export const unexpectedState = (scope: Scope, intent: IntentRecord, message: string) =>
  invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: showIntent(scope, intent),
  })

/**
 * Confirms an intent with a payment method, or with its own: charges the card, or asks for the 3-D Secure challenge first.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 * @returns the intent: succeeded, processing or requires_action
 * @throws StripeRefusal 402 when the bank declines. Its changes must be kept, not rolled back.
 */
export function confirmIntent(
  scope: Scope,
  intent: IntentRecord,
  name = intent.paymentMethod,
): IntentRecord {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      scope,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    )
  }
  if (!name) {
    throw unexpectedState(
      scope,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const method = resolvePaymentMethod(scope, name)
  checkUsable(method, intent.customer ?? null)
  const attempt: IntentRecord = {
    ...intent,
    paymentMethod: method.id,
    lastError: null,
    challenge: null,
  }
  if (!cardOf(method).challenge) return charge(scope, attempt, method)

  const asked: IntentRecord = { ...attempt, status: 'requires_action', challenge: newId('src') }
  scope.store.put('payment_intent', asked)
  emit(scope, 'payment_intent.requires_action', toPaymentIntent(asked))
  return asked
}

/**
 * The cardholder's response to the 3-D Secure challenge `source`. A failed challenge is not an error
 * of this call: the intent returns to `requires_payment_method` with the reason.
 * @throws StripeRefusal 400 when the challenge is not open, 402 when the bank declines after it
 */
export function answerChallenge(
  scope: Scope,
  intent: IntentRecord,
  source: string,
  outcome: 'complete' | 'fail',
): IntentRecord {
  if (intent.status !== 'requires_action' || intent.challenge !== source || !intent.paymentMethod) {
    throw unexpectedState(scope, intent, 'This authentication is not open any more.')
  }
  const method = scope.store.need('payment_method', intent.paymentMethod)
  if (outcome === 'complete') return charge(scope, { ...intent, challenge: null }, method)
  return giveBack(scope, intent, {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: toPaymentMethod(method),
    type: 'invalid_request_error',
  })
}

/** Settles an intent that was held in `processing`. @throws StripeRefusal (400) in any other state */
export function settleIntent(
  scope: Scope,
  intent: IntentRecord,
  outcome: 'succeeded' | 'failed',
): IntentRecord {
  if (intent.status !== 'processing' || !intent.latestCharge) {
    throw unexpectedState(scope, intent, 'Only a PaymentIntent that is processing can be settled.')
  }
  const pending = scope.store.need('charge', intent.latestCharge)
  const method = scope.store.need('payment_method', pending.paymentMethod)
  if (outcome === 'succeeded') return succeed(scope, intent, pending)
  return giveBack(scope, intent, decline(scope, method, pending, declined('generic_decline')))
}

function charge(scope: Scope, intent: IntentRecord, method: PaymentMethodRecord): IntentRecord {
  const attempt: ChargeRecord = {
    id: newId('ch'),
    created: seconds(scope),
    amount: intent.amount,
    amountRefunded: 0,
    status: 'pending',
    intent: intent.id,
    paymentMethod: method.id,
    disputed: false,
  }
  const refusal = cardOf(method).decline
  if (refusal) {
    const error = decline(scope, method, attempt, refusal)
    const back = giveBack(scope, { ...intent, latestCharge: attempt.id }, error)
    throw cardRefused({ ...refusal, payment_intent: showIntent(scope, back) })
  }
  if (!scope.faults.takeHold('payment', intent.id)) return succeed(scope, intent, attempt)

  scope.store.put('charge', attempt)
  emit(scope, 'charge.pending', showCharge(scope.store, attempt))
  const held: IntentRecord = { ...intent, status: 'processing', latestCharge: attempt.id }
  scope.store.put('payment_intent', held)
  emit(scope, 'payment_intent.processing', toPaymentIntent(held))
  return held
}

function succeed(scope: Scope, intent: IntentRecord, attempt: ChargeRecord): IntentRecord {
  const paid: ChargeRecord = { ...attempt, status: 'succeeded' }
  scope.store.put('charge', paid)
  emit(scope, 'charge.succeeded', showCharge(scope.store, paid))
  const done: IntentRecord = { ...intent, status: 'succeeded', latestCharge: paid.id }
  scope.store.put('payment_intent', done)
  emit(scope, 'payment_intent.succeeded', toPaymentIntent(done))
  const method = scope.store.need('payment_method', paid.paymentMethod)
  const { customer, setupFutureUsage } = intent
  if (customer && setupFutureUsage) scope.store.put('payment_method', { ...method, customer })
  else if (!method.customer) scope.store.put('payment_method', { ...method, isSpent: true })
  if (cardOf(method).aftermath === 'disputed') openDispute(scope, paid)
  return done
}

/** Stores the failed charge and returns the intent's error. */
function decline(
  scope: Scope,
  method: PaymentMethodRecord,
  attempt: ChargeRecord,
  reason: Decline,
): PaymentError {
  const failed: ChargeRecord = { ...attempt, status: 'failed' }
  scope.store.put('charge', failed)
  emit(scope, 'charge.failed', showCharge(scope.store, failed))
  return {
    ...reason,
    charge: failed.id,
    payment_method: toPaymentMethod(method),
    type: 'card_error',
  }
}

/** After a failure, the intent needs another payment method. */
function giveBack(scope: Scope, intent: IntentRecord, error: PaymentError): IntentRecord {
  const back: IntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    paymentMethod: null,
    challenge: null,
    lastError: error,
  }
  scope.store.put('payment_intent', back)
  emit(scope, 'payment_intent.payment_failed', toPaymentIntent(back))
  return back
}
