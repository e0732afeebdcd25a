import type { z } from 'zod'
import { answerChallenge, confirmIntent } from '../payments/confirm.ts'
import { createCustomer, deleteCustomer, needCustomer } from '../payments/customers.ts'
import { listDisputes } from '../payments/disputes.ts'
import { cancelIntent, createIntent, updateIntent } from '../payments/payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
} from '../payments/payment-methods.ts'
import { createRefund } from '../payments/refunds.ts'
import type { IntentRecord } from '../records/records.ts'
import { type Scope, showIntent, withCharge } from '../records/scope.ts'
import { toCustomer, toPaymentIntent, toPaymentMethod, toRefund } from '../records/shapes.ts'
import { listEvents } from '../webhooks/events.ts'
import { invalidRequest } from './errors.ts'
import type { FormObject } from './form.ts'
import { listObjects } from './lists.ts'
import {
  attachParams,
  authenticateParams,
  cancelIntentParams,
  confirmIntentParams,
  createCustomerParams,
  createIntentParams,
  createPaymentMethodParams,
  createRefundParams,
  listDisputesParams,
  listEventsParams,
  listIntentsParams,
  listRefundsParams,
  noParams,
  retrieveIntentParams,
  updateIntentParams,
} from './params.ts'

/** One call of the API. */
type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** Whether browsers may call it with the publishable key. */
  browser: boolean
  /**
   * Validates the parameters (ZodError) and returns the operation, which returns the body for status
   * 200 or throws StripeRefusal.
   */
  prepare(form: FormObject): (scope: Scope, id: string) => object
}

function call<P>(
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
      const params = schema.parse(form)
      return (scope, id) => work(scope, params, id)
    },
  }
}

/** The intent of a call; a browser needs the client secret. */
function intentFor(scope: Scope, id: string, clientSecret: string | undefined): IntentRecord {
  const intent = scope.store.need('payment_intent', id)
  if (scope.caller === 'secret') return intent
  if (clientSecret === intent.clientSecret) return intent
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter' },
  )
}

const intents = '/v1/payment_intents'

/** All calls that the sandbox implements. */
export const calls: Call[] = [
  call('POST', intents, createIntentParams, (scope, params) =>
    showIntent(scope, createIntent(scope, params)),
  ),
  call('GET', intents, listIntentsParams, ({ store }, { created, expand, ...page }) =>
    listObjects(store, 'payment_intent', page, {
      url: intents,
      where: [["body ->> 'created' >= ?", created?.gte]],
      show: (intent) => (expand ? withCharge(store, intent) : toPaymentIntent(intent)),
    }),
  ),
  call(
    'GET',
    `${intents}/:id`,
    retrieveIntentParams,
    (scope, { client_secret: clientSecret, expand }, id) => {
      const intent = intentFor(scope, id, clientSecret)
      return expand ? withCharge(scope.store, intent) : showIntent(scope, intent)
    },
    'browser',
  ),
  call(
    'POST',
    `${intents}/:id/confirm`,
    confirmIntentParams,
    (scope, params, id) => {
      const intent = intentFor(scope, id, params.client_secret)
      return showIntent(scope, confirmIntent(scope, intent, params.payment_method))
    },
    'browser',
  ),
  call('POST', `${intents}/:id`, updateIntentParams, (scope, params, id) =>
    showIntent(scope, updateIntent(scope, id, params)),
  ),
  call('POST', `${intents}/:id/cancel`, cancelIntentParams, (scope, _params, id) =>
    showIntent(scope, cancelIntent(scope, id)),
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
  call('POST', '/v1/payment_methods/:id/attach', attachParams, (scope, { customer }, id) =>
    toPaymentMethod(attachPaymentMethod(scope, id, needCustomer(scope, customer).id)),
  ),
  call('POST', '/v1/payment_methods/:id/detach', noParams, (scope, _params, id) =>
    toPaymentMethod(detachPaymentMethod(scope, id)),
  ),
  call('POST', '/v1/customers', createCustomerParams, (scope) => toCustomer(createCustomer(scope))),
  call('DELETE', '/v1/customers/:id', noParams, (scope, _params, id) => {
    deleteCustomer(scope, id)
    return { id, object: 'customer', deleted: true }
  }),
  call('POST', '/v1/refunds', createRefundParams, (scope, params) =>
    toRefund(createRefund(scope, params)),
  ),
  call('GET', '/v1/refunds', listRefundsParams, ({ store }, { payment_intent: intent, ...page }) =>
    listObjects(store, 'refund', page, {
      url: '/v1/refunds',
      where: [["body ->> 'intent' = ?", intent]],
      show: toRefund,
    }),
  ),
  call('GET', '/v1/disputes', listDisputesParams, ({ store }, { payment_intent: intent }) =>
    listDisputes(store, intent),
  ),
  call('GET', '/v1/events', listEventsParams, (scope, params) => listEvents(scope, params)),
]
