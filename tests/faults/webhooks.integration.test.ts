import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { countDeliveries } from '#drizzle/queries/deliveries.ts'
import { stripeEvents } from '#drizzle/schema/index.ts'
import { webhookSecret } from '#sandbox/stripe/testing/harness.ts'
import { cancelAppointment, readAppointment, sayPaid } from '#server/testing/paying.ts'
import { forEachConcurrent } from './check.ts'
import {
  CARDS,
  countEvents,
  LOSE,
  type OpenPayment,
  openPayment,
  type PayingSite,
  payInBrowser,
  startPayingSite,
} from './paying-site.ts'

const PAYMENTS = 100
const DELIVERIES = 1000
const FORGED = 100
const AT_ONCE = 20

/** All sequences of events in the life of a payment. */
const WAYS: ((site: PayingSite, payment: OpenPayment) => Promise<unknown>)[] = [
  (site, { intent }) => payInBrowser(site, intent),
  (site, { intent }) => payInBrowser(site, intent, { card: CARDS.declined }),
  (site, { intent }) => payInBrowser(site, intent, { card: CARDS.authenticated }),
  (site, { intent }) => payInBrowser(site, intent, { card: CARDS.disputed }),
  async (site, { intent }) => {
    await payInBrowser(site, intent, { card: CARDS.declined })
    await payInBrowser(site, intent)
  },
  (site, { intent }) =>
    payInBrowser(site, intent, { card: CARDS.authenticated, challenge: 'fail' }),
  async (site, { of, intent }) => {
    cancelAppointment(site.db, of.appointmentId)
    await payInBrowser(site, intent)
  },
  async (site, { intent }) => {
    await payInBrowser(site, intent)
    await site.sdk.refunds.create({ payment_intent: intent.id })
  },
  async () => {},
]

async function makePayments(site: PayingSite): Promise<OpenPayment[]> {
  const payments: OpenPayment[] = []
  await forEachConcurrent(Array(PAYMENTS).keys(), 10, async (index) => {
    const payment = await openPayment(site)
    await WAYS[index % WAYS.length]?.(site, payment)
    // In some, the browser reports the payment before any webhook.
    if (Math.random() < 0.3) await sayPaid(payment.of, payment.intent.id)
    payments.push(payment)
  })
  return payments
}

interface Delivery {
  body: string
  signature: string
  isGood: boolean
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** Delivers each event one to ten times in random order, and one forged event per ten. */
function planDeliveries({ sdk }: PayingSite, events: Stripe.Event[]): Delivery[] {
  const repeated = shuffled(events.flatMap((event) => Array.from({ length: 9 }, () => event)))
  const good = [...events, ...repeated].slice(0, DELIVERIES - FORGED)
  const forged = repeated
    .slice(0, FORGED)
    .map((event, index) => ({ ...event, id: `evt_forged${index}` }))
  return shuffled([
    ...good.map((event) => sign(event, webhookSecret)),
    ...forged.map((event) => sign(event, 'whsec_of_another_account')),
  ])

  function sign(event: Stripe.Event, secret: string): Delivery {
    const body = JSON.stringify(event)
    const signature = sdk.webhooks.generateTestHeaderString({ payload: body, secret })
    return { body, signature, isGood: secret === webhookSecret }
  }
}

async function deliverAll({ url }: PayingSite, deliveries: Delivery[]): Promise<void> {
  await forEachConcurrent(deliveries, AT_ONCE, async ({ body, signature, isGood }) => {
    const response = await fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
    expect(response.status).toBe(isGood ? 200 : 400)
    await response.arrayBuffer()
  })
}

it('ends with the state of Stripe’s records, whatever the order and number of webhooks', async () => {
  const site = await startPayingSite()
  // The test delivers the webhooks instead of the sandbox.
  site.sandbox.control.addFault(LOSE)
  const payments = await makePayments(site)
  const events = await site.sdk.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const deliveries = planDeliveries(site, events)
  expect(deliveries).toHaveLength(DELIVERIES)

  site.startWorkers({ sweep: false })
  await deliverAll(site, deliveries)
  const unfinished = () => {
    const { pending, running } = countDeliveries(site.db)
    return pending + running
  }
  await expect.poll(unfinished, { timeout: 40_000, interval: 50 }).toBe(0)
  expect(countDeliveries(site.db).failed).toBe(0)

  const kept = site.db.select({ id: stripeEvents.id }).from(stripeEvents).all()
  expect(kept.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())

  const counts = countEvents(site.db)
  for (const { of, intent } of payments) {
    const { status, latest_charge: charge } = await site.sdk.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    })
    const isRefunded = typeof charge === 'object' && charge?.refunded === true
    const keepsMoney = status === 'succeeded' && !isRefunded
    const appointment = readAppointment(site.db, of.appointmentId)
    expect(appointment.paid).toBe(keepsMoney)
    expect(appointment.transactionId).toBe(keepsMoney ? intent.id : null)
    expect(counts.get(`appointment.paid ${of.appointmentId}`) ?? 0).toBe(keepsMoney ? 1 : 0)
    const wasLate = appointment.status === 'cancelled'
    expect(counts.get(`refund.requested ${intent.id}`) ?? 0).toBe(wasLate ? 1 : 0)
    expect(counts.get(`payment.refunded ${intent.id}`) ?? 0).toBe(isRefunded ? 1 : 0)
  }
  const { refunds } = site.sandbox.control.record()
  expect(new Set(refunds.map(({ charge }) => charge)).size).toBe(refunds.length)
})
