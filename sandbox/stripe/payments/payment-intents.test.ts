import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { fromBrowser, payWithCard } from '../testing/browser.ts'
import { eventTypes, openIntent, rejection, sdk, startSandbox } from '../testing/harness.ts'

const { errors } = Stripe

describe('payment intents', () => {
  it('are created as requested', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe, {
      description: 'Visit A & B',
      metadata: { appointment_id: 'apt_1', attempt: '1' },
    })
    expect(intent).toMatchObject({
      amount: 7550,
      currency: 'usd',
      status: 'requires_payment_method',
      description: 'Visit A & B',
      metadata: { appointment_id: 'apt_1', attempt: '1' },
      livemode: false,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(intent.lastResponse.apiVersion).toBe(Stripe.API_VERSION)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  it.each([
    { amount: undefined },
    { amount: 49 },
    { amount: 12.5 },
    { amount: -100 },
    { amount: 100_000_000 },
    { currency: 'eur' },
    { nonsense: 'x' },
    { payment_method_types: ['card'] },
    { metadata: { ['k'.repeat(41)]: 'x' } },
  ])('refuses %j', async (params) => {
    const { stripe } = await startSandbox()
    const error = await rejection(openIntent(stripe, params))
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
    expect(error.message).toContain(Object.keys(params)[0])
    expect(error.requestId).toMatch(/^req_/)
    expect(await eventTypes(stripe)).toEqual([])
  })

  it('cannot be confirmed without a payment method, or with an unknown one', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    expect((await rejection(stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    const unknown = await rejection(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_nobody' }),
    )
    expect(unknown).toMatchObject({ code: 'resource_missing' })
  })

  it('can be canceled until they are paid, and then stay canceled', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const reason = { cancellation_reason: 'abandoned' } as const
    expect((await stripe.paymentIntents.cancel(intent.id, reason)).status).toBe('canceled')
    expect(await eventTypes(stripe)).toEqual(['payment_intent.created', 'payment_intent.canceled'])
    const late = await payWithCard(sandbox, intent.client_secret, '4242424242424242')
    expect(late.body.error?.code).toBe('payment_intent_unexpected_state')

    const paid = await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
    const error = await rejection(stripe.paymentIntents.cancel(paid.id))
    expect(error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })

  it('can stay in processing and be settled either way', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({ on: 'payment', fault: { kind: 'hold' }, times: 2 })
    const confirmed = { confirm: true, payment_method: 'pm_card_visa' }
    const one = await openIntent(stripe, confirmed)
    const two = await openIntent(stripe, confirmed)
    expect([one.status, two.status]).toEqual(['processing', 'processing'])
    expect(sandbox.control.record().totals.charged).toBe(0)
    expect(sandbox.control.settle(one.id, 'succeeded').status).toBe('succeeded')
    expect(sandbox.control.settle(two.id, 'failed')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })
})

describe('keys', () => {
  it('are rejected with 401 if unknown or missing', async () => {
    const { sandbox } = await startSandbox()
    const error = await rejection(sdk(sandbox, { key: 'sk_test_wrong' }).events.list())
    expect(error).toBeInstanceOf(errors.StripeAuthenticationError)
    const response = await fetch(`${sandbox.url}/v1/events`)
    expect(response.status).toBe(401)
  })

  it('allow only the calls of a browser with a publishable key', async () => {
    const { sandbox } = await startSandbox()
    const browser = sdk(sandbox, { key: sandbox.publishableKey })
    for (const call of [
      browser.events.list(),
      openIntent(browser),
      browser.refunds.create({ payment_intent: 'pi_1' }),
      browser.paymentIntents.cancel('pi_1'),
    ]) {
      expect(await rejection(call)).toBeInstanceOf(errors.StripePermissionError)
    }
  })

  it('require the client secret from a browser and hide private fields from it', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, { metadata: { appointment_id: 'apt_1' } })
    const path = `/v1/payment_intents/${intent.id}`
    const read = (params: Record<string, string>) =>
      fromBrowser<Stripe.PaymentIntent>(sandbox, 'GET', path, params)
    expect((await read({})).status).toBe(400)
    expect((await read({ client_secret: `${intent.id}_secret_guess` })).status).toBe(400)
    const { status, body } = await read({ client_secret: intent.client_secret ?? '' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: intent.id, amount: 7550 })
    expect(body).not.toHaveProperty('metadata')
    expect(body).not.toHaveProperty('latest_charge')
  })

  it('answer in the SDK’s API version only', async () => {
    const { sandbox } = await startSandbox()
    const response = await fetch(`${sandbox.url}/v1/events`, {
      headers: { authorization: 'Bearer sk_test_harness', 'stripe-version': '2020-08-27' },
    })
    expect(response.status).toBe(400)
  })

  it('answer 404 for unknown objects', async () => {
    const { stripe } = await startSandbox()
    const missing = await rejection(stripe.paymentIntents.retrieve('pi_nobody'))
    expect(missing).toBeInstanceOf(errors.StripeInvalidRequestError)
    expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect((await rejection(stripe.customers.list())).statusCode).toBe(404)
  })
})
