import type { z } from 'zod'
import { invalidRequest } from '../api/errors.ts'
import type { createIntentParams, updateIntentParams } from '../api/params.ts'
import type { IntentRecord, IntentStatus } from '../records/records.ts'
import { newId, randomText } from '../records/records.ts'
import { type Scope, seconds } from '../records/scope.ts'
import { toPaymentIntent } from '../records/shapes.ts'
import { emit } from '../webhooks/events.ts'
import { confirmIntent, unexpectedState } from './confirm.ts'
import { needCustomer } from './customers.ts'
import { checkUsable, resolvePaymentMethod } from './payment-methods.ts'

const open: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `POST /v1/payment_intents`. With `confirm` it is charged at once, and a decline is thrown. */
export function createIntent(
  scope: Scope,
  params: z.output<typeof createIntentParams>,
): IntentRecord {
  const method = params.payment_method
    ? resolvePaymentMethod(scope, params.payment_method)
    : undefined
  const id = newId('pi')
  const intent: IntentRecord = {
    id,
    created: seconds(scope),
    clientSecret: `${id}_secret_${randomText(25)}`,
    amount: params.amount,
    currency: params.currency,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    description: params.description ?? null,
    metadata: params.metadata ?? {},
    paymentMethod: method?.id ?? null,
    latestCharge: null,
    lastError: null,
    challenge: null,
  }
  scope.store.put('payment_intent', intent)
  emit(scope, 'payment_intent.created', toPaymentIntent(intent))
  return params.confirm ? confirmIntent(scope, intent) : intent
}

/**
 * `POST /v1/payment_intents/:id`: sets the customer, the payment method, and whether that is saved for the
 * customer. https://docs.stripe.com/payments/save-during-payment
 * @throws StripeRefusal
 */
export function updateIntent(
  scope: Scope,
  id: string,
  params: z.output<typeof updateIntentParams>,
): IntentRecord {
  const intent = scope.store.need('payment_intent', id)
  if (!open.includes(intent.status)) {
    throw unexpectedState(
      scope,
      intent,
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    )
  }
  const { customer = intent.customer ?? null, setup_future_usage: usage } = params
  if (customer !== null) needCustomer(scope, customer)
  if (intent.customer && intent.customer !== customer) {
    throw invalidRequest('You cannot change the customer of a PaymentIntent.')
  }
  const method = params.payment_method
    ? resolvePaymentMethod(scope, params.payment_method)
    : undefined
  if (method) checkUsable(method, customer)
  const updated: IntentRecord = {
    ...intent,
    customer,
    ...(method && { paymentMethod: method.id, status: 'requires_confirmation', challenge: null }),
    ...(usage !== undefined && { setupFutureUsage: usage === '' ? null : usage }),
  }
  scope.store.put('payment_intent', updated)
  return updated
}

/** `POST /v1/payment_intents/:id/cancel`. */
export function cancelIntent(scope: Scope, id: string): IntentRecord {
  const intent = scope.store.need('payment_intent', id)
  if (!open.includes(intent.status)) {
    throw unexpectedState(
      scope,
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  }
  const canceled: IntentRecord = { ...intent, status: 'canceled', challenge: null }
  scope.store.put('payment_intent', canceled)
  emit(scope, 'payment_intent.canceled', toPaymentIntent(canceled))
  return canceled
}
