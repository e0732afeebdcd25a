import Stripe from 'stripe'
import { describe, expect, it, test } from 'vitest'
import { openIntent, rejection, secretKey, startSandbox } from './testing/harness.ts'

const { errors } = Stripe

describe('faults of the API', () => {
  it('apply to the named calls, as often as requested', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({
      on: 'api',
      method: 'POST',
      path: '/v1/payment_intents',
      times: 2,
      fault: { kind: 'status', status: 429 },
    })
    expect((await stripe.events.list()).data).toEqual([])
    expect(await rejection(openIntent(stripe))).toBeInstanceOf(errors.StripeRateLimitError)
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    expect(await rejection(openIntent(stripe))).toMatchObject({ statusCode: 429 })
    expect((await openIntent(stripe)).object).toBe('payment_intent')
    expect(sandbox.control.record().payment_intents).toHaveLength(1)
  })
})

describe('a sandbox that is closed', () => {
  it('ends requests that it was delaying or leaving unanswered', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({ on: 'api', fault: { kind: 'delay', ms: 600_000 } })
    sandbox.control.addFault({ on: 'api', fault: { kind: 'hang' } })
    const waiting = [rejection(openIntent(stripe)), rejection(openIntent(stripe))]
    await expect.poll(() => sandbox.control.faults()).toEqual([])
    await sandbox.close()
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(errors.StripeConnectionError)
    }
  })
})

test('the control API needs the secret key', async () => {
  const { sandbox, stripe } = await startSandbox()
  const { id } = await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
  const read = (key: string) =>
    fetch(`${sandbox.url}/_sandbox/record`, { headers: { authorization: `Bearer ${key}` } })
  for (const key of ['', sandbox.publishableKey]) expect((await read(key)).status).toBe(401)
  const record = await (await read(secretKey)).json()
  expect(record).toMatchObject({ totals: { charged: 7550, refunded: 0 } })

  const dispute = (intent: string) =>
    fetch(`${sandbox.url}/_sandbox/payment_intents/${intent}/dispute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
    })
  expect(await (await dispute(id)).json()).toMatchObject({ amount: 7550 })
  expect((await dispute('pi_0')).status).toBe(404)
})
