import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { rejection, sdk, startSandbox } from '../testing/harness.ts'

const params = { amount: 5000, currency: 'usd', metadata: { a: '1', b: '2' } }

describe('idempotency keys', () => {
  it('answer a repeated request with the first response', async () => {
    const { sandbox, stripe } = await startSandbox()
    const key = { idempotencyKey: 'pi:apt_1:1' }
    const first = await stripe.paymentIntents.create(params, key)
    await stripe.paymentIntents.cancel(first.id)
    const second = await stripe.paymentIntents.create(
      { ...params, metadata: { b: '2', a: '1' } },
      key,
    )
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect(second.lastResponse.idempotencyKey).toBe('pi:apt_1:1')
    expect(sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('create one intent for many concurrent requests', async () => {
    const { sandbox, stripe } = await startSandbox()
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.paymentIntents.create(params, { idempotencyKey: 'double-click' }),
      ),
    )
    expect(new Set(many.map(({ id }) => id)).size).toBe(1)
    expect(sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('reject other parameters and other endpoints', async () => {
    const { stripe } = await startSandbox()
    const key = { idempotencyKey: 'k' }
    const intent = await stripe.paymentIntents.create(params, key)
    const other = await rejection(stripe.paymentIntents.create({ ...params, amount: 6000 }, key))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.message).toContain('same parameters')
    const elsewhere = await rejection(stripe.paymentIntents.cancel(intent.id, {}, key))
    expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(elsewhere.message).toContain('same endpoint')
  })

  it('store a decline, but not a request that could not be parsed', async () => {
    const { sandbox, stripe } = await startSandbox()
    const decline = () =>
      rejection(
        openIntentWithKey(stripe, 'declined', {
          confirm: true,
          payment_method: 'pm_card_visa_chargeDeclined',
        }),
      )
    expect((await decline()).code).toBe('card_declined')
    expect((await decline()).headers?.['idempotent-replayed']).toBe('true')
    expect(sandbox.control.record().charges).toHaveLength(1)

    const wrong = await rejection(openIntentWithKey(stripe, 'fixed', { amount: 10 }))
    expect(wrong.statusCode).toBe(400)
    expect((await openIntentWithKey(stripe, 'fixed', { amount: 1000 })).amount).toBe(1000)
  })

  it('reject a second request during the first, which the SDK retries', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({ on: 'api', fault: { kind: 'hang' } })
    const stuck = rejection(openIntentWithKey(stripe, 'slow', {}, 300))
    await expect.poll(() => sandbox.control.faults()).toEqual([])
    const refused = await rejection(openIntentWithKey(stripe, 'slow'))
    expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })

    const patient = sdk(sandbox, { maxNetworkRetries: 3 })
    const made = await openIntentWithKey(patient, 'slow')
    expect(made.status).toBe('requires_payment_method')
    expect(await stuck).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('expire after a day', async () => {
    let clock = Date.now()
    const { sandbox } = await startSandbox({ now: () => clock })
    const stripe = sdk(sandbox)
    const first = await openIntentWithKey(stripe, 'daily')
    clock += 23 * 3_600_000
    expect((await openIntentWithKey(stripe, 'daily')).id).toBe(first.id)
    clock += 2 * 3_600_000
    expect((await openIntentWithKey(stripe, 'daily')).id).not.toBe(first.id)
  })
})

function openIntentWithKey(
  stripe: Stripe,
  idempotencyKey: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  timeout = 5000,
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card'], ...more },
    { idempotencyKey, timeout },
  )
}
