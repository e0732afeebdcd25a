import type { z } from 'zod'
import { confirmIntent } from './confirm.ts'
import { invalidRequest } from './errors.ts'
import { emit } from './events.ts'
import { newId, randomText } from './ids.ts'
import type { cancelIntentParams, createIntentParams, updateIntentParams } from './params.ts'
import { resolvePaymentMethod } from './payment-methods.ts'
import type { IntentRecord, IntentStatus } from './records.ts'
import { type Scope, seconds } from './scope.ts'
import { toPaymentIntent } from './shapes/payment-intent.ts'

const open: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `POST /v1/payment_intents`. With `confirm` it is charged at once, and a decline is thrown. */
export function createIntent(
  scope: Scope,
  params: z.output<typeof createIntentParams>,
): IntentRecord {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = params
  if (allowed && automatic) {
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
    )
  }
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
    allowed: allowed ?? null,
    // Without either parameter Stripe chooses from the payment methods of the account itself.
    automatic:
      allowed || automatic?.enabled === false
        ? null
        : { allowRedirects: automatic?.allow_redirects ?? 'always' },
    description: params.description || null,
    receiptEmail: params.receipt_email || null,
    metadata: params.metadata || {},
    paymentMethod: method?.id ?? null,
    latestCharge: null,
    lastError: null,
    challenge: null,
    canceledAt: null,
    cancellationReason: null,
  }
  scope.store.put('payment_intent', intent)
  emit(scope, 'payment_intent.created', toPaymentIntent(intent))
  return params.confirm ? confirmIntent(scope, intent, { return_url: params.return_url }) : intent
}

/** `POST /v1/payment_intents/:id`. An empty value unsets a field or a metadata key. */
export function updateIntent(
  scope: Scope,
  id: string,
  params: z.output<typeof updateIntentParams>,
): IntentRecord {
  const intent = scope.store.need('payment_intent', id, 'intent')
  const fixed = (['amount', 'currency', 'payment_method', 'receipt_email'] as const).find(
    (field) => params[field] !== undefined,
  )
  if (fixed && !open.includes(intent.status)) {
    throw invalidRequest(
      `This PaymentIntent's ${fixed} could not be updated because it has a status of ${intent.status}. You may only update the ${fixed} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: toPaymentIntent(intent) },
    )
  }
  const method = params.payment_method && resolvePaymentMethod(scope, params.payment_method)
  const updated: IntentRecord = {
    ...intent,
    amount: params.amount ?? intent.amount,
    currency: params.currency ?? intent.currency,
    description: params.description === undefined ? intent.description : params.description || null,
    receiptEmail:
      params.receipt_email === undefined ? intent.receiptEmail : params.receipt_email || null,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    lastError: open.includes(intent.status) ? null : intent.lastError,
    ...(method && {
      paymentMethod: method.id,
      status: 'requires_confirmation' as const,
      challenge: null,
    }),
  }
  scope.store.put('payment_intent', updated)
  return updated
}

function mergeMetadata(
  old: Record<string, string>,
  given: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (given === undefined) return old
  if (given === '') return {}
  return Object.fromEntries(
    Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''),
  )
}

/** `POST /v1/payment_intents/:id/cancel`. */
export function cancelIntent(
  scope: Scope,
  id: string,
  params: z.output<typeof cancelIntentParams>,
): IntentRecord {
  const intent = scope.store.need('payment_intent', id, 'intent')
  if (!open.includes(intent.status)) {
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: toPaymentIntent(intent) },
    )
  }
  const canceled: IntentRecord = {
    ...intent,
    status: 'canceled',
    challenge: null,
    canceledAt: seconds(scope),
    cancellationReason: params.cancellation_reason ?? null,
  }
  scope.store.put('payment_intent', canceled)
  emit(scope, 'payment_intent.canceled', toPaymentIntent(canceled))
  return canceled
}
