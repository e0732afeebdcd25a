import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import type { StripeSandbox } from '../server.ts'
import { authenticate, enterCard, fromBrowser, payWithCard } from '../testing/browser.ts'
import { openIntent, rejection, startSandbox } from '../testing/harness.ts'

// Saved cards of customers: https://docs.stripe.com/payments/save-during-payment

const CARD = '4242424242424242'

/** Pays with a typed card that is saved for a new customer. */
async function payAndAttach(sandbox: StripeSandbox, stripe: Stripe, number = CARD) {
  const { id: customer } = await stripe.customers.create()
  const intent = await openIntent(stripe)
  await stripe.paymentIntents.update(intent.id, { customer, setup_future_usage: 'on_session' })
  await payWithCard(sandbox, intent.client_secret, number)
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  return { customer, paid, paymentMethod: String(paid.payment_method) }
}

/** Confirms a new intent of a customer with a payment method. */
async function payAgain(
  sandbox: StripeSandbox,
  stripe: Stripe,
  { customer, paymentMethod }: { customer: string | null; paymentMethod: string },
) {
  const { id, client_secret } = await openIntent(stripe)
  if (customer) await stripe.paymentIntents.update(id, { customer })
  const params = { payment_method: paymentMethod, client_secret: client_secret ?? '' }
  const path = `/v1/payment_intents/${id}/confirm`
  return fromBrowser<Stripe.PaymentIntent>(sandbox, 'POST', path, params)
}

describe('a card that is saved with a payment', () => {
  it('pays again, for its customer only', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { customer, paid, paymentMethod } = await payAndAttach(sandbox, stripe)
    expect(paid).toMatchObject({ status: 'succeeded', customer, setup_future_usage: 'on_session' })
    expect(sandbox.control.record().attached).toMatchObject([{ id: paymentMethod, customer }])
    const again = await payAgain(sandbox, stripe, { customer, paymentMethod })
    expect(again.body.status).toBe('succeeded')
    const { id: other } = await stripe.customers.create()
    for (const stranger of [null, other]) {
      const refused = await payAgain(sandbox, stripe, { customer: stranger, paymentMethod })
      expect(refused).toMatchObject({ status: 400, body: { error: { type: expect.any(String) } } })
    }
  })

  it('has the same fingerprint whenever the same card is typed, and its expiry', async () => {
    const { sandbox, stripe } = await startSandbox()
    const [one, same, other] = await Promise.all(
      [CARD, CARD, '5555555555554444'].map(
        async (number) => (await enterCard(sandbox, number)).body,
      ),
    )
    expect(one?.card).toMatchObject({ last4: '4242', exp_month: 12, exp_year: 2034 })
    expect(one?.id).not.toBe(same?.id)
    expect(one?.card?.fingerprint).toBe(same?.card?.fingerprint)
    expect(one?.card?.fingerprint).not.toBe(other?.card?.fingerprint)
    expect(await stripe.refunds.list({ payment_intent: 'pi_none' })).toMatchObject({ data: [] })
  })

  it('triggers a challenge by its bank each time', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { id: customer } = await stripe.customers.create()
    const intent = await openIntent(stripe)
    await stripe.paymentIntents.update(intent.id, { customer, setup_future_usage: 'on_session' })
    const { body: asked } = await payWithCard(sandbox, intent.client_secret, '4000002760003184')
    expect(sandbox.control.record().attached).toEqual([])
    await authenticate(sandbox, asked, 'complete')
    const [attached] = sandbox.control.record().attached
    const paymentMethod = attached?.id ?? ''
    const again = await payAgain(sandbox, stripe, { customer, paymentMethod })
    expect(again.body.status).toBe('requires_action')
  })

  it.each(['detached', 'of a deleted customer'])('pays nothing once it is %s', async (how) => {
    const { sandbox, stripe } = await startSandbox()
    const { customer, paymentMethod } = await payAndAttach(sandbox, stripe)
    if (how === 'detached') await stripe.paymentMethods.detach(paymentMethod)
    else await stripe.customers.del(customer)
    expect(sandbox.control.record().attached).toEqual([])
    const refused = await payAgain(sandbox, stripe, { customer: null, paymentMethod })
    expect(refused.status).toBe(400)
    expect(await rejection(stripe.paymentMethods.detach(paymentMethod))).toMatchObject({
      statusCode: 400,
    })
  })
})

describe('a card that paid without a customer', () => {
  it('pays once', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { body: method } = await enterCard(sandbox, CARD)
    const pay = () => payAgain(sandbox, stripe, { customer: null, paymentMethod: method.id })
    expect((await pay()).body.status).toBe('succeeded')
    expect((await pay()).status).toBe(400)
  })

  it('cannot be saved afterwards', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { id: customer } = await stripe.customers.create()
    const intent = await openIntent(stripe)
    await stripe.paymentIntents.update(intent.id, { customer, setup_future_usage: 'on_session' })
    await stripe.paymentIntents.update(intent.id, { setup_future_usage: '' })
    await payWithCard(sandbox, intent.client_secret, CARD)
    expect(sandbox.control.record().attached).toEqual([])
  })
})

describe('an intent', () => {
  it('keeps its customer, who must exist, and cannot be changed once it is paid', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { id: customer } = await stripe.customers.create()
    const { id: other } = await stripe.customers.create()
    const intent = await openIntent(stripe)
    const update = (params: Stripe.PaymentIntentUpdateParams) =>
      rejection(stripe.paymentIntents.update(intent.id, params))
    expect(await update({ customer: 'cus_nobody' })).toMatchObject({ code: 'resource_missing' })
    await stripe.paymentIntents.update(intent.id, { customer })
    expect(await update({ customer: other })).toMatchObject({ statusCode: 400 })
    await payWithCard(sandbox, intent.client_secret, CARD)
    expect(await update({ customer })).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })
})
