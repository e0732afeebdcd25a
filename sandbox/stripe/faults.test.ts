import Stripe from 'stripe'
import { describe, expect, it, test } from 'vitest'
import { openIntent, rejection, sdk, secretKey, startSandbox } from './testing/harness.ts'

const { errors } = Stripe

describe('faults of the API', () => {
  it.each([
    [429, errors.StripeRateLimitError],
    [500, errors.StripeAPIError],
    [503, errors.StripeAPIError],
  ] as const)('answers with %i, so often as asked', async (status, expected) => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({ on: 'api', times: 2, fault: { kind: 'status', status } })
    expect(await rejection(openIntent(stripe))).toBeInstanceOf(expected)
    expect(await rejection(openIntent(stripe))).toMatchObject({ statusCode: status })
    expect((await openIntent(stripe)).object).toBe('payment_intent')
    expect(sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('strikes only the calls that are named', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({
      on: 'api',
      method: 'POST',
      path: '/v1/refunds',
      times: 'always',
      fault: { kind: 'status', status: 500 },
    })
    const intent = await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
    const refund = () => stripe.refunds.create({ payment_intent: intent.id })
    expect((await rejection(refund())).statusCode).toBe(500)
    expect((await rejection(refund())).statusCode).toBe(500)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    sandbox.control.clearFaults()
    expect((await refund()).status).toBe('succeeded')
  })

  it('drops the connection after the work, which a retry with the same key finds done', async () => {
    const { sandbox } = await startSandbox()
    const stripe = new Stripe(secretKey, {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 1,
    })
    sandbox.control.addFault({ on: 'api', when: 'after', fault: { kind: 'drop' } })
    const intent = await openIntent(stripe)
    expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(sandbox.control.record().payment_intents).toMatchObject([{ id: intent.id }])
  })

  it('drops the connection before the work', async () => {
    const { sandbox, stripe } = await startSandbox()
    sandbox.control.addFault({ on: 'api', times: 2, fault: { kind: 'drop' } })
    expect(await rejection(openIntent(stripe))).toBeInstanceOf(errors.StripeConnectionError)
    expect(sandbox.control.record().payment_intents).toEqual([])
  })

  it('does not answer, and the client gives up', async () => {
    const { sandbox } = await startSandbox()
    sandbox.control.addFault({ on: 'api', fault: { kind: 'hang' } })
    const hasty = new Stripe(secretKey, {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      timeout: 100,
    })
    const error = await rejection(openIntent(hasty))
    expect(error).toBeInstanceOf(errors.StripeConnectionError)
    expect(error.message).toContain('timeout')
  })

  it('answers late: the work is done though the client gave up', async () => {
    const { sandbox } = await startSandbox()
    sandbox.control.addFault({ on: 'api', fault: { kind: 'delay', ms: 150 } })
    const hasty = sdk(sandbox)
    const request = rejection(
      hasty.paymentIntents.create({ amount: 500, currency: 'usd' }, { timeout: 50 }),
    )
    expect(await request).toBeInstanceOf(errors.StripeConnectionError)
    await expect.poll(() => sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('keeps a 500 under its idempotency key when asked to, as Stripe does', async () => {
    const { sandbox, stripe } = await startSandbox()
    const create = (idempotencyKey: string) =>
      stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { idempotencyKey })
    sandbox.control.addFault({ on: 'api', fault: { kind: 'status', status: 500, saved: true } })
    expect((await rejection(create('one'))).statusCode).toBe(500)
    const again = await rejection(create('one'))
    expect(again).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect((await create('two')).object).toBe('payment_intent')
  })
})

describe('a sandbox that is closed', () => {
  it('ends requests that it was answering late or not at all', async () => {
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

test('the record over HTTP needs the secret key', async () => {
  const { sandbox, stripe } = await startSandbox()
  await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
  const read = (key: string) =>
    fetch(`${sandbox.url}/_sandbox/record`, { headers: { authorization: `Bearer ${key}` } })
  for (const key of ['', sandbox.publishableKey]) expect((await read(key)).status).toBe(401)
  const record = await (await read(secretKey)).json()
  expect(record).toMatchObject({ totals: { charged: 7550, refunded: 0 } })
})
