import { describe, expect, test } from 'vitest'
import { claimDue, markFailed } from '#drizzle/queries/deliveries.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { recordPayment } from '#drizzle/queries/payments/payments.ts'
import { book } from '../testing/paying.ts'
import { buildTestApp, signIn, signInAdmin, type TestApp, testEnv } from '../testing/test-app.ts'

const TOKEN = 'a-token-for-the-operators-of-the-site'

async function read({ app }: Pick<TestApp, 'app'>): Promise<string> {
  const { statusCode, headers, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=/)
  return body
}

/** The value of a figure, by its name in Prometheus: `name{label="…"}`. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('access to the metrics', () => {
  const PRODUCTION = { NODE_ENV: 'production', SPROUT_DEMO: '1', RATE_LIMIT: 'on' }

  /** Returns a function that sends requests to one app. */
  async function asker(env: Record<string, string>) {
    const { app } = await buildTestApp({ env })
    return async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
      const { statusCode, body } = await app.inject({ url: '/metrics', remoteAddress, headers })
      expect(body.includes('sprout_')).toBe(statusCode === 200)
      return statusCode
    }
  }

  test('with METRICS_TOKEN, for requests that send it, from any address', async () => {
    for (const env of [{}, PRODUCTION]) {
      const ask = await asker({ ...env, METRICS_TOKEN: TOKEN })
      expect(await ask({ authorization: `Bearer ${TOKEN}` }, '203.0.113.7')).toBe(200)
      for (const authorization of ['', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer']) {
        expect(await ask({ authorization }), authorization).toBe(401)
      }
    }
  })

  test('without it, for this machine, but not through a proxy', async () => {
    const ask = await asker({})
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await ask({}, address), address).toBe(200)
    }
    for (const address of ['203.0.113.7', '::2', '10.0.0.1', '127.0.0.1.example']) {
      expect(await ask({}, address), address).toBe(403)
    }
    expect(await ask({ host: 'clinic.example' })).toBe(403)
    expect(await ask({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.7')).toBe(403)
    const askThroughProxy = await asker({ TRUST_PROXY: 'loopback' })
    for (const address of ['203.0.113.7', '127.0.0.1']) {
      expect(await askThroughProxy({ 'x-forwarded-for': address })).toBe(403)
      expect(await askThroughProxy({ forwarded: `for=${address}` })).toBe(403)
    }
  })

  test('in production without it, for no caller', async () => {
    expect(await (await asker(PRODUCTION))()).toBe(403)
  })

  test('refuses to start with a token that is easy to guess or cannot be sent', () => {
    for (const token of ['short', `${TOKEN} with spaces`]) {
      expect(() => testEnv({ METRICS_TOKEN: token })).toThrow(/METRICS_TOKEN (must|may)/)
    }
  })
})

describe('the metrics', () => {
  test('include response times by route and class of status, without URLs', async () => {
    const api = await buildTestApp()
    await api.app.inject('/services')
    await api.app.inject('/services')
    await api.app.inject('/available?date=x')
    await api.app.inject('/admin/somebody@example.com')
    await api.app.inject('/no/such/place')
    const text = await read(api)
    const count = (labels: string) =>
      figure(text, `sprout_http_request_duration_seconds_count{${labels}}`)
    expect(count('method="GET",route="/services",status="2xx"')).toBe(2)
    expect(count('method="GET",route="/available",status="4xx"')).toBe(1)
    expect(count('method="GET",route="/admin/:email",status="4xx"')).toBe(1)
    expect(count('method="GET",route="none",status="4xx"')).toBe(1)
    expect(text).not.toContain('somebody')
    expect(text).not.toContain('/no/such')
  })

  test('include the version and the process’s resources', async () => {
    const text = await read(await buildTestApp())
    expect(text).toMatch(/^sprout_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m)
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test('include pending, late and failed deliveries', async () => {
    const api = await buildTestApp()
    const { db } = api
    const before = await read(api)
    expect(figure(before, 'sprout_delivery_late_seconds')).toBe(0)

    const event = { kind: 'image.removed', actor: null, data: {} } as const
    for (const subject of ['one', 'two', 'three']) appendEvent(db, { ...event, subject }, api.now())
    const [first] = claimDue(db, new Date(), 2, 600_000)
    if (!first) throw new Error('nothing was due')
    markFailed(db, first, 'provider unavailable')
    db.$client
      .prepare("update event_deliveries set due_at = ? where status = 'pending'")
      .run(Date.now() - 90_000)

    const text = await read(api)
    expect(figure(text, 'sprout_deliveries{state="pending"}')).toBe(1)
    expect(figure(text, 'sprout_deliveries{state="running"}')).toBe(1)
    expect(figure(text, 'sprout_deliveries{state="failed"}')).toBe(1)
    expect(figure(text, 'sprout_delivery_late_seconds')).toBeCloseTo(90, -1)
  })

  test('include open payments, and how many have been open for too long', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, 'anna@example.com')
    const appointmentId = await book(api, anna)
    const items = [{ appointmentId, amountCents: 11_000 }]
    const payment = { payerUid: null, currency: 'usd', items }
    recordPayment(api.db, { ...payment, id: 'pi_old' }, api.now())
    api.setTime(new Date(api.now().getTime() + 121_000))
    recordPayment(api.db, { ...payment, id: 'pi_new' }, api.now())
    const text = await read(api)
    expect(figure(text, 'sprout_payment_intents{state="open"}')).toBe(2)
    expect(figure(text, 'sprout_payment_intents{state="refunding"}')).toBe(0)
    expect(figure(text, 'sprout_payment_intents_unsettled')).toBe(1)
  })

  test('include everything for which an alarm can be set', async () => {
    const api = await buildTestApp()
    await signInAdmin(api)
    const anna = await signIn(api, 'anna@example.com')
    await anna.delete('/sessions')
    const event = { actor: null, subject: 'pi_1', data: { appointmentId: 'a' } } as const
    appendEvent(api.db, { kind: 'refund.failed', ...event }, api.now())
    const text = await read(api)
    expect(figure(text, 'sprout_alarms{kind="user.promoted"}')).toBe(1)
    expect(figure(text, 'sprout_alarms{kind="user.sessions_ended"}')).toBe(1)
    expect(figure(text, 'sprout_alarms{kind="refund.failed"}')).toBe(1)
    expect(figure(text, 'sprout_alarms{kind="payment.disputed"}')).toBe(0)
    expect(figure(text, 'sprout_alarms{kind="appointment.unpaid"}')).toBe(0)
    expect(figure(text, 'sprout_images_not_decoded{reason="too_large"}')).toBe(0)
  })

  test('include the jobs in Redis, unless Redis is unavailable', async () => {
    let isAway = false
    const queueDepth = async () => {
      if (isAway) throw new Error('away')
      return { waiting: 3, active: 1 }
    }
    const api = await buildTestApp({ queueDepth })
    expect(figure(await read(api), 'sprout_queue_jobs{state="waiting"}')).toBe(3)
    isAway = true
    expect(await read(api)).not.toContain('sprout_queue_jobs{')
  })

  test('include the emails that are due or were not delivered', async () => {
    const api = await buildTestApp()
    await book(api, await signIn(api, 'anna@example.com'))
    api.setTime(new Date(api.now().getTime() + 30_000))
    expect(figure(await read(api), 'sprout_notifications{state="overdue"}')).toBe(1)
    expect(figure(await read(api), 'sprout_notification_late_seconds')).toBe(30)
    api.db.$client.prepare("UPDATE notifications SET state = 'failed', error = '554'").run()
    const text = await read(api)
    expect(figure(text, 'sprout_notifications{state="overdue"}')).toBe(0)
    expect(figure(text, 'sprout_notifications{state="failed"}')).toBe(1)
    expect(figure(text, 'sprout_notification_late_seconds')).toBe(0)
  })
})
