import type { z } from 'zod'
import { answerChallenge, confirmIntent } from '../payments/confirm.ts'
import { listDisputes } from '../payments/disputes.ts'
import { cancelIntent, createIntent } from '../payments/payment-intents.ts'
import { createPaymentMethod } from '../payments/payment-methods.ts'
import { createRefund } from '../payments/refunds.ts'
import type { IntentRecord } from '../records/records.ts'
import { type Scope, showIntent, showObject } from '../records/scope.ts'
import { toPaymentIntent, toPaymentMethod, toRefund } from '../records/shapes.ts'
import { listEvents } from '../webhooks/events.ts'
import { invalidRequest } from './errors.ts'
import { expand } from './expand.ts'
import type { FormObject } from './form.ts'
import { listObjects } from './lists.ts'
import {
  authenticateParams,
  cancelIntentParams,
  confirmIntentParams,
  createIntentParams,
  createPaymentMethodParams,
  createRefundParams,
  listDisputesParams,
  listEventsParams,
  listIntentsParams,
  listRefundsParams,
  parseParams,
  retrieveIntentParams,
  retrieveParams,
} from './params.ts'

/** One call of the API. */
export type Call = {
  method: 'GET' | 'POST'
  url: string
  /** Whether browsers may call it with the publishable key. */
  browser: boolean
  /**
   * Validates the parameters and returns the operation, which returns the body for status 200.
   * Both throw StripeRefusal.
   */
  prepare(form: FormObject): (scope: Scope, id: string) => object
}

function call<P extends { expand?: string[] | undefined }>(
  method: Call['method'],
  url: string,
  schema: z.ZodType<P>,
  work: (scope: Scope, params: P, id: string) => object,
  access: 'server' | 'browser' = 'server',
): Call {
  return {
    method,
    url,
    browser: access === 'browser',
    prepare: (form) => {
      const params = parseParams(schema, form)
      return (scope, id) => expand(scope.store, work(scope, params, id), params.expand)
    },
  }
}

/** The intent of a call; a browser needs the client secret. */
function intentFor(scope: Scope, id: string, clientSecret: string | undefined): IntentRecord {
  const intent = scope.store.need('payment_intent', id, 'intent')
  if (scope.caller === 'secret') return intent
  if (clientSecret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (clientSecret !== intent.clientSecret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

const intents = '/v1/payment_intents'

/** All calls of the API that the sandbox has. */
export const calls: Call[] = [
  call('POST', intents, createIntentParams, (scope, params) =>
    showIntent(scope, createIntent(scope, params)),
  ),
  call('GET', intents, listIntentsParams, ({ store }, filter) =>
    listObjects(store, 'payment_intent', filter, { url: intents, show: toPaymentIntent }),
  ),
  call(
    'GET',
    `${intents}/:id`,
    retrieveIntentParams,
    (scope, params, id) => showIntent(scope, intentFor(scope, id, params.client_secret)),
    'browser',
  ),
  call(
    'POST',
    `${intents}/:id/confirm`,
    confirmIntentParams,
    (scope, params, id) =>
      showIntent(scope, confirmIntent(scope, intentFor(scope, id, params.client_secret), params)),
    'browser',
  ),
  call('POST', `${intents}/:id/cancel`, cancelIntentParams, (scope, params, id) =>
    showIntent(scope, cancelIntent(scope, id, params)),
  ),
  call(
    'POST',
    `${intents}/:id/authenticate`,
    authenticateParams,
    (scope, params, id) => {
      const intent = intentFor(scope, id, params.client_secret)
      return showIntent(scope, answerChallenge(scope, intent, params.source, params.outcome))
    },
    'browser',
  ),
  call(
    'POST',
    '/v1/payment_methods',
    createPaymentMethodParams,
    (scope, params) => toPaymentMethod(createPaymentMethod(scope, params)),
    'browser',
  ),
  call('POST', '/v1/refunds', createRefundParams, (scope, params) =>
    toRefund(createRefund(scope, params)),
  ),
  call('GET', '/v1/refunds', listRefundsParams, ({ store }, filter) =>
    listObjects(store, 'refund', filter, { url: '/v1/refunds', show: toRefund }),
  ),
  call('GET', '/v1/refunds/:id', retrieveParams, (scope, _params, id) =>
    showObject(scope.store, 'refund', id),
  ),
  call('GET', '/v1/disputes', listDisputesParams, ({ store }, { payment_intent: intent }) =>
    listDisputes(store, intent),
  ),
  call('GET', '/v1/events', listEventsParams, (scope, params) => listEvents(scope, params)),
]
