import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, isWeekend } from 'date-fns'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formatWireDate, toIsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { openDatabase } from '#drizzle/client.ts'
import { countDeliveries } from '#drizzle/queries/deliveries.ts'
import { appointments, events } from '#drizzle/schema/index.ts'
import { signUp } from '#sandbox/firebase-auth/testing.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'
import { newDataDir, type RunningSite, run, startSite, WORKER } from '../support/running-site.ts'
import { CARDS } from './paying-site.ts'

vi.setConfig({ testTimeout: 300_000 })

const PAYMENTS = 40
const OUTAGE_MS = 30_000

const stops: (() => unknown)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function call<Answer>(url: string, method: string, token: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer
  expect(response.ok, `${method} ${url}: ${JSON.stringify(answer)}`).toBe(true)
  return answer
}

/** One parent's session with the site. */
async function openSession({ url }: RunningSite): Promise<{ email: string; token: string }> {
  const email = 'redis-outage@example.com'
  const { answer } = await signUp(url, email)
  const exchange = { url: `${url}/users/${email}`, body: { email } }
  const { token } = await call<{ token: string }>(
    exchange.url,
    'PUT',
    answer.idToken,
    exchange.body,
  )
  return { email, token }
}

/** Books one treatment on each of the next working days, each with a payment intent. */
async function bookMany(site: RunningSite): Promise<{ id: string; clientSecret: string }[]> {
  const { url } = site
  const { email, token } = await openSession(site)
  const booked: { id: string; clientSecret: string }[] = []
  for (let day = addDays(new Date(), 2); booked.length < PAYMENTS; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    const date = formatWireDate(toIsoDate(day))
    const free: Treatment[] = await (
      await fetch(`${url}/available?date=${encodeURIComponent(date)}`)
    ).json()
    const treatment = free[0]
    const slot = treatment?.slots[0]
    if (!treatment || !slot) throw new Error(`Nothing is free on ${date}`)
    const { booking } = await call<{ booking: Appointment }>(`${url}/appointments`, 'POST', token, {
      ...{ treatment: treatment.name, price: treatment.price, date, slot, email },
      ...{ phone: '+1 503 555 0100', address: '1 Orchard Lane' },
    })
    const intent = { price: treatment.price, appointment: booking._id }
    const { clientSecret } = await call<{ clientSecret: string }>(
      `${url}/create-payment-intent`,
      'POST',
      token,
      intent,
    )
    booked.push({ id: booking._id, clientSecret })
  }
  return booked
}

/** Pays in a browser that is closed before it reports the payment. */
async function pay(sandboxUrl: string, key: string, clientSecret: string): Promise<void> {
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(form),
    })
    return (await response.json()) as { id: string; status?: string }
  }
  const card = { type: 'card', 'card[number]': CARDS.good, 'card[exp_month]': '12' }
  const method = await post('/v1/payment_methods', {
    ...card,
    'card[exp_year]': '34',
    'card[cvc]': '123',
  })
  const intent = clientSecret.split('_secret_')[0]
  const confirmed = await post(`/v1/payment_intents/${intent}/confirm`, {
    payment_method: method.id,
    client_secret: clientSecret,
  })
  expect(confirmed.status).toBe('succeeded')
}

test('loses and repeats nothing when Redis is down for 30 s under a load of webhooks and a worker is killed', async () => {
  const dataDir = newDataDir()
  stops.push(() => rmSync(dataDir, { recursive: true }))
  const redis = await startRedisServer()
  stops.push(redis.remove)
  const env = { REDIS_URL: redis.url, RATE_LIMIT: 'off', LOG_LEVEL: 'error' }
  const site = await startSite({ dataDir, env })
  stops.push(() => site.stop('SIGKILL'))
  await site.identityReady()
  const startWorker = () => {
    const worker = run(WORKER, { ...site.ports, DATA_DIR: dataDir, ...env })
    stops.push(() => worker.child.kill('SIGKILL'))
    return worker
  }
  const doomed = startWorker()
  const db = openDatabase(join(dataDir, 'sprout.db'))
  stops.push(() => db.$client.close())

  const booked = await bookMany(site)
  const { payments } = await (await fetch(`${site.url}/config`)).json()
  const sandboxUrl = `http://127.0.0.1:${site.ports.STRIPE_SANDBOX_PORT}`
  const payAll = (of: typeof booked) =>
    Promise.all(
      of.map(({ clientSecret }) => pay(sandboxUrl, payments.publishableKey, clientSecret)),
    )
  const paid = () => db.select().from(appointments).where(eq(appointments.paid, true)).all().length

  // The worker is killed as soon as it has started on the first half.
  const firstHalf = payAll(booked.slice(0, PAYMENTS / 2))
  await expect.poll(paid, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  doomed.child.kill('SIGKILL')
  await firstHalf

  // The length of the outage is part of the requirement.
  await redis.kill()
  await payAll(booked.slice(PAYMENTS / 2))
  await wait(OUTAGE_MS)
  await redis.start()
  startWorker()
  startWorker()

  await expect.poll(paid, { timeout: 120_000 }).toBe(PAYMENTS)
  await expect
    .poll(() => countDeliveries(db), { timeout: 120_000 })
    .toMatchObject({ pending: 0, failed: 0 })
  const recorded = db.select().from(events).where(eq(events.kind, 'appointment.paid')).all()
  expect(recorded.map(({ subject }) => subject).sort()).toEqual(booked.map(({ id }) => id).sort())
  const refunds = db.select().from(events).where(eq(events.kind, 'refund.requested')).all()
  expect(refunds).toEqual([])
})
