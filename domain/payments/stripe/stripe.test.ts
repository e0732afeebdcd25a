import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectStripe } from './stripe.ts'
import {
  IdempotencyKeySpent,
  PaymentsUnavailable,
  type StripeAdapter,
  StripeRefused,
} from './stripe-adapter.ts'

// Our requests to Stripe and how we read its responses. tests/faults/payments.integration.test.ts makes the
// same calls to the sandbox.

const SECRET = 'pi_1_secret_of_the_cardholder'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body: object
}

let answer: Answer
let calls: { call: string; key: string | undefined; form: Record<string, string> }[]
let stripe: StripeAdapter

const server = createServer(async (request, response) => {
  const chunks = await request.toArray()
  calls.push({
    call: `${request.method} ${request.url}`,
    key: request.headers['idempotency-key']?.toString(),
    form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
  })
  // Disables the SDK's retries.
  response.writeHead(answer.status ?? 200, { 'stripe-should-retry': 'false', ...answer.headers })
  response.end(JSON.stringify(answer.body))
})

beforeEach(async () => {
  calls = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  stripe = connectStripe({
    secretKey: 'sk_test_of_the_tests',
    webhookSecrets: [],
    api: { protocol: 'http', host: '127.0.0.1', port },
  })
})

afterEach(async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

const refusal = (code: string, type = 'invalid_request_error') => ({
  status: type === 'card_error' ? 402 : 400,
  body: { error: { type, code, message: `No: ${SECRET}` } },
})

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 11_000,
  amount_received: 0,
  currency: 'usd',
  livemode: false,
  metadata: { appointment_id: 'one', payment_request: 'pi:one:1' },
  client_secret: SECRET,
}

const create = () =>
  stripe.createIntent({
    amountCents: 11_000,
    currency: 'usd',
    appointmentId: 'one',
    requestKey: 'pi:one:1',
  })

describe('an intent', () => {
  it('is created under the key of its request, with the appointment’s id and without the treatment', async () => {
    answer = { body: intent }
    expect(await create()).toMatchObject({
      id: 'pi_1',
      status: 'open',
      appointmentId: 'one',
      requestKey: 'pi:one:1',
    })
    expect(calls).toEqual([
      {
        call: 'POST /v1/payment_intents',
        key: 'pi:one:1',
        form: {
          amount: '11000',
          currency: 'usd',
          description: 'Appointment',
          'allowed_payment_method_types[0]': 'card',
          'metadata[appointment_id]': 'one',
          'metadata[payment_request]': 'pi:one:1',
        },
      },
    ])
  })

  it('needs another key if Stripe repeats an earlier failure', async () => {
    const failure = { status: 500, body: { error: { type: 'api_error' } } }
    answer = { ...failure, headers: { 'idempotent-replayed': 'true' } }
    await expect(create()).rejects.toBeInstanceOf(IdempotencyKeySpent)
    answer = failure
    await expect(create()).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  it('is retrieved with its charge; null if Stripe does not know it', async () => {
    const details = { card: { brand: 'visa', last4: '4242', country: 'US' } }
    const charge = { amount_refunded: 50, disputed: false, payment_method_details: details }
    answer = { body: { ...intent, latest_charge: charge } }
    expect(await stripe.retrieveIntent('pi_1')).toMatchObject({
      refundedCents: 50,
      disputed: false,
      card: { brand: 'visa', last4: '4242' },
    })
    expect(calls.map(({ call }) => call)).toEqual([
      'GET /v1/payment_intents/pi_1?expand[0]=latest_charge',
    ])
    answer = refusal('resource_missing')
    expect(await stripe.retrieveIntent('pi_1')).toBeNull()
  })

  it.each([
    ['needs_response', true, false],
    ['warning_closed', false, false],
    ['won', false, false],
    ['lost', true, true],
  ])('is retrieved and listed with its disputes: %s', async (status, disputed, disputeLost) => {
    const charged = { ...intent, latest_charge: { disputed: true } }
    // One response to all requests: an intent, a list of intents, and a list of disputes.
    answer = {
      body: { ...charged, object: 'list', data: [{ ...charged, status }], has_more: false },
    }
    expect(await stripe.retrieveIntent('pi_1')).toMatchObject({ disputed, disputeLost })
    expect(calls[1]?.call).toBe('GET /v1/disputes?payment_intent=pi_1')
    for await (const listed of stripe.listIntents(new Date(0))) {
      expect(listed).toMatchObject({ disputed, disputeLost })
    }
    expect(calls).toHaveLength(4)
  })

  it.each([
    ['its charge', { charge: 'ch_1', payment_method: { id: 'pm_1' } }, 'ch_1'],
    ['the card, when the bank’s challenge failed', { payment_method: { id: 'pm_1' } }, 'pm_1'],
    ['the code, when there is nothing else', {}, 'card_declined'],
  ])('distinguishes failed attempts by %s', async (_, error, name) => {
    const card = { code: 'card_declined', decline_code: 'lost_card', message: 'No.' }
    const decline = { type: 'card_error', ...card, ...error }
    answer = { body: { ...intent, last_payment_error: decline } }
    const { failure } = (await stripe.retrieveIntent('pi_1')) ?? {}
    const { code, message } = card
    expect(failure).toEqual({ name, code, declineCode: 'lost_card', message })
  })

  it('is not canceled if it has just been charged', async () => {
    answer = { body: { ...intent, status: 'canceled' } }
    expect(await stripe.cancelIntent('pi_1')).toBe(true)
    answer = refusal('payment_intent_unexpected_state')
    expect(await stripe.cancelIntent('pi_1')).toBe(false)
  })
})

describe('a kept card', () => {
  const details = {
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, fingerprint: 'fp' },
  }
  const charge = { payment_method: 'pm_1', payment_method_details: details }
  const paid = { ...intent, status: 'succeeded', customer: 'cus_1', latest_charge: charge }

  it.each([
    ['attached to its customer', { setup_future_usage: 'on_session' }, true],
    ['not attached', { setup_future_usage: null }, false],
    [
      'not attached without a customer',
      { setup_future_usage: 'on_session', customer: null },
      false,
    ],
    [
      'not attached by a charge that failed',
      { setup_future_usage: 'on_session', status: 'canceled' },
      false,
    ],
  ])('is %s', async (_, changes, isAttached) => {
    answer = { body: { ...paid, ...changes } }
    expect(await stripe.retrieveIntent('pi_1')).toMatchObject({
      paymentMethodId: 'pm_1',
      attached: isAttached
        ? {
            customerId: 'cus_1',
            paymentMethodId: 'pm_1',
            fingerprint: 'fp',
            brand: 'visa',
            last4: '4242',
            expiryMonth: 12,
            expiryYear: 2034,
          }
        : null,
    })
  })

  it('belongs to a customer without name and email, created under a key', async () => {
    answer = { body: { id: 'cus_1', object: 'customer' } }
    expect(await stripe.createCustomer('customer:parent')).toBe('cus_1')
    expect(calls).toEqual([{ call: 'POST /v1/customers', key: 'customer:parent', form: {} }])
  })

  it.each([
    [null, true, { customer: 'cus_1', setup_future_usage: 'on_session' }],
    ['pm_1', false, { customer: 'cus_1', payment_method: 'pm_1', setup_future_usage: '' }],
  ])('is set for an intent: %s, kept: %s', async (paymentMethodId, isKept, form) => {
    const set = () =>
      stripe.setCard({ intentId: 'pi_1', customerId: 'cus_1', paymentMethodId, isKept })
    answer = { body: intent }
    expect(await set()).toBe('done')
    expect(calls).toMatchObject([{ call: 'POST /v1/payment_intents/pi_1', form }])
    answer = refusal('payment_intent_unexpected_state')
    expect(await set()).toBe('closed')
    answer = refusal('resource_missing')
    expect(await set()).toBe('refused')
  })

  it('is detached and deleted once, also when repeated', async () => {
    answer = { body: { id: 'pm_1' } }
    await stripe.detachCard('pm_1')
    await stripe.deleteCustomer('cus_1')
    expect(calls.map(({ call }) => call)).toEqual([
      'POST /v1/payment_methods/pm_1/detach',
      'DELETE /v1/customers/cus_1',
    ])
    answer = refusal('resource_missing')
    await stripe.detachCard('pm_1')
    await stripe.deleteCustomer('cus_1')
    answer = { status: 500, body: { error: { type: 'api_error' } } }
    await expect(stripe.detachCard('pm_1')).rejects.toBeInstanceOf(PaymentsUnavailable)
  })
})

describe('a refund', () => {
  const refund = () => stripe.refund({ intentId: 'pi_1', amountCents: 2550, refundId: 'refund-1' })
  const metadata = { refund_id: 'refund-1' }

  it.each([
    ['succeeded', 'done'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'refused'],
    ['canceled', 'refused'],
  ])('with Stripe’s status %s is %s, and is requested under the key', async (status, expected) => {
    answer = { body: { id: 're_1', object: 'refund', status, amount: 2550, metadata } }
    expect(await refund()).toEqual({
      id: 're_1',
      refundId: 'refund-1',
      amountCents: 2550,
      status: expected,
    })
    expect(calls).toEqual([
      {
        call: 'POST /v1/refunds',
        key: 'refund-1',
        form: {
          payment_intent: 'pi_1',
          amount: '2550',
          'metadata[refund_id]': 'refund-1',
        },
      },
    ])
  })

  it('is refused if the money was returned already, or is disputed', async () => {
    answer = refusal('charge_already_refunded')
    expect(await refund()).toBeNull()
    answer = refusal('charge_disputed')
    expect(await refund()).toBeNull()
  })

  it('is found among its intent’s refunds, oldest first, by the id of our row', async () => {
    const row = (id: string, of: object) => ({ id, object: 'refund', status: 'succeeded', ...of })
    const data = [
      row('re_2', { amount: 50, metadata: {} }),
      row('re_1', { amount: 2550, metadata }),
    ]
    answer = { body: { object: 'list', data, has_more: false } }
    expect(await stripe.listRefunds('pi_1')).toEqual([
      { id: 're_1', refundId: 'refund-1', amountCents: 2550, status: 'done' },
      { id: 're_2', refundId: null, amountCents: 50, status: 'done' },
    ])
  })

  it('is retried later while the clinic’s balance is insufficient', async () => {
    answer = refusal('balance_insufficient')
    await expect(refund()).rejects.toMatchObject({ name: 'PaymentsUnavailable' })
  })
})

describe('a failure', () => {
  it.each([429, 500, 503, 401, 403])('with status %i is an outage', async (status) => {
    answer = { status, body: { error: { type: 'api_error', message: SECRET } } }
    await expect(stripe.listRefunds('pi_1')).rejects.toMatchObject({ retryAfter: 5 })
    answer.headers = { 'retry-after': '90' }
    await expect(stripe.listRefunds('pi_1')).rejects.toMatchObject({ retryAfter: 90 })
  })

  it('keeps nothing of Stripe’s response but error codes', async () => {
    answer = refusal('card_declined', 'card_error')
    const error: unknown = await stripe.listRefunds('pi_1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StripeRefused)
    expect(error).toMatchObject({ message: 'StripeCardError card_declined' })
    expect(error).not.toHaveProperty('cause')
  })
})
