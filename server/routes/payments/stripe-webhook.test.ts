import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import { WEBHOOK_SECRET } from '#domain/testing/fake-stripe.ts'
import { findStripeEvent } from '#drizzle/queries/payments/payments.ts'
import { deliver, deliverSigned, eventOf, sign } from '#server/testing/stripe-events.ts'
import { buildTestApp, contentsOf, type TestApp, withoutChange } from '#server/testing/test-app.ts'

let test: TestApp

beforeEach(async () => {
  test = await buildTestApp()
})

describe('POST /webhooks/stripe', () => {
  it('stores a signed event, writes one of our events and responds', async () => {
    const response = await deliverSigned(test, eventOf())
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ received: true })
    expect(findStripeEvent(test.db, 'evt_1')).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      intentId: 'pi_1',
      createdAt: new Date(1_800_000_000_000),
      receivedAt: test.now(),
    })
    expect(contentsOf(test.db)).toMatchObject({ stripe_events: [{}], events: [{}] })
    expect(test.wakes()).toBe(1)
  })

  it('stores a repeated event once and responds 200 each time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => deliverSigned(test, eventOf())),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(contentsOf(test.db)).toMatchObject({ stripe_events: [{}], events: [{}] })
    expect(test.wakes()).toBe(1)
  })

  it.each([
    ['a charge', { object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, 'pi_2'],
    ['an expanded refund', { object: 'refund', payment_intent: { id: 'pi_3' } }, 'pi_3'],
    ['something without an intent', { object: 'payout', id: 'po_1' }, null],
    ['a charge without an intent', { object: 'charge', payment_intent: null }, null],
  ])('finds the intent of %s', async (_what, object, intentId) => {
    await deliverSigned(test, eventOf({ data: { object } }))
    expect(findStripeEvent(test.db, 'evt_1')?.intentId).toBe(intentId)
  })

  it('verifies the bytes as sent', async () => {
    const body = JSON.stringify(eventOf({ note: 'é\u2028😀' }), null, 3).replaceAll('\n', '\r\n')
    const response = await deliverSigned(test, body)
    expect(response.statusCode).toBe(200)
  })

  it('accepts a dispute with all the evidence that Stripe allows', async () => {
    const response = await deliverSigned(test, eventOf({ padding: 'x'.repeat(200_000) }))
    expect(response.statusCode).toBe(200)
  })

  it('accepts both secrets while one replaces the other', async () => {
    const stripe = {
      ...test.stripe,
      ...connectStripe({
        secretKey: 'sk_test_of_the_tests',
        webhookSecrets: ['whsec_new, whsec_old'],
      }),
    }
    const rotating = await buildTestApp({ stripe })
    for (const secret of ['whsec_new', 'whsec_old']) {
      const response = await deliverSigned(rotating, eventOf({ id: `evt_${secret}` }), secret)
      expect(response.statusCode).toBe(200)
    }
    expect((await deliverSigned(rotating, eventOf())).statusCode).toBe(400)
  })

  it('does not count towards the rate limit of an address', async () => {
    const limited = await buildTestApp({ env: { RATE_LIMIT: 'on' } })
    const body = JSON.stringify(eventOf())
    const signature = sign(body)
    for (let delivery = 0; delivery < 400; delivery++) {
      const response = await deliver(limited, body, { 'stripe-signature': signature })
      expect(response.statusCode).toBe(200)
    }
  })

  describe('responds 400 and stores nothing for', () => {
    async function refused(
      body: string | Buffer,
      headers: Record<string, string>,
    ): Promise<{ code: string }> {
      const response = await withoutChange(test, () => deliver(test, body, headers))
      expect(response.statusCode).toBe(400)
      expect(test.wakes()).toBe(0)
      return response.json()
    }

    const body = JSON.stringify(eventOf())

    it.each<[string, string, () => string]>([
      ['an empty body', '', () => ''],
      ['an event without a signature', body, () => ''],
      ['another secret', body, () => sign(body, 'whsec_of_another_account')],
      ['a signature that is older than 300 s', body, () => sign(body, WEBHOOK_SECRET, 301)],
      ['a signature that is more than 300 s ahead', body, () => sign(body, WEBHOOK_SECRET, -310)],
      ['a body of which one byte was changed', body.replace('pi_1', 'pi_2'), () => sign(body)],
      [
        'the same JSON, formatted differently',
        JSON.stringify(eventOf(), null, 2),
        () => sign(body),
      ],
      ['an old signature scheme', body, () => sign(body).replace('v1=', 'v0=')],
    ])('%s', async (_, text, signed) => {
      const signature = signed()
      await refused(text, signature ? { 'stripe-signature': signature } : {})
    })

    it('signed text that is not an event', async () => {
      for (const text of ['', 'null', '[]', '{', '"evt_1"', '{"object":"v2.core.event"}']) {
        await refused(text, { 'stripe-signature': sign(text) })
      }
    })

    it('signed JSON that is not an event', async () => {
      for (const changes of [
        { id: 1 },
        { id: { toString: 'evt_1' } },
        { id: undefined },
        { type: null },
        { created: 'yesterday' },
        { created: 1e300 },
        { livemode: 'false' },
        { data: null },
        { data: { object: 'pi_1' } },
      ]) {
        const text = JSON.stringify(eventOf(changes))
        await refused(text, { 'stripe-signature': sign(text) })
      }
    })

    it('events of other keys', async () => {
      const live = JSON.stringify(eventOf({ livemode: true }))
      expect(await refused(live, { 'stripe-signature': sign(live) })).toMatchObject({
        code: 'wrong_mode',
      })
    })

    it('any of a thousand mutations of a valid delivery', async () => {
      const before = contentsOf(test.db)
      const signature = sign(body)
      for (let round = 0; round < 1000; round++) {
        const bytes = Buffer.from(body)
        const mutant = { body: bytes, signature }
        if (round % 2 === 0) {
          const at = randomInt(bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8))
        } else {
          // Within the hexadecimal digits; other tests cover the part before them.
          const start = signature.indexOf('v1=') + 3
          const at = randomInt(start, signature.length)
          const digit = '0123456789abcdef'.replace(signature[at] ?? '', '')[randomInt(15)]
          mutant.signature = `${signature.slice(0, at)}${digit}${signature.slice(at + 1)}`
        }
        const headers = { 'stripe-signature': mutant.signature }
        const { statusCode } = await deliver(test, mutant.body, headers)
        expect(statusCode, `${mutant.body} ${mutant.signature}`).toBe(400)
      }
      expect(contentsOf(test.db)).toEqual(before)
      await refused(randomBytes(100), { 'stripe-signature': signature })
    })
  })

  it('responds 413 to bodies larger than any event', async () => {
    const response = await deliverSigned(test, 'x'.repeat(256 * 1024 + 1))
    expect(response.statusCode).toBe(413)
  })

  it('rejects a missing or stale signature before it reads the body', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
    const stale = sign('', WEBHOOK_SECRET, 301)
    for (const signature of ['', 'v1=0', stale, `${stale.split(',')[0]},v1=${'0'.repeat(64)}`]) {
      const sender = request(`${url}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'stripe-signature': signature, 'content-length': 1_000_000 },
      })
      sender.on('error', () => {})
      sender.flushHeaders()
      const [response] = await once(sender, 'response')
      expect([response.statusCode, response.headers.connection], signature).toEqual([400, 'close'])
      sender.destroy()
    }
  })

  it('limits failures per address, without limiting other deliveries', async () => {
    const limited = await buildTestApp({ env: { RATE_LIMIT: 'on' } })
    const body = JSON.stringify(eventOf())
    const post = (signature: string, remoteAddress: string) =>
      limited.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'stripe-signature': signature },
        remoteAddress,
        body,
      })
    for (let attempt = 0; attempt < 31; attempt++) {
      const signature = attempt % 2 ? sign(body, 'whsec_of_another') : ''
      expect((await post(signature, '10.0.0.1')).statusCode).toBe(400)
    }
    const blocked = await post(sign(body, 'whsec_of_another'), '10.0.0.1')
    expect(blocked.statusCode).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post(sign(body), '10.0.0.2')).statusCode).toBe(200)
  })

  it('responds so that Stripe retries if the event cannot be stored', async () => {
    test.db.$client
      .prepare(
        "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no room'); END",
      )
      .run()
    const response = await deliverSigned(test, eventOf())
    expect(response.statusCode).toBe(500)
    expect(findStripeEvent(test.db, 'evt_1')).toBeUndefined()
  })
})
