import { beforeEach, describe, expect, it } from 'vitest'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { receiveAtDesk, refundAtDesk } from '#domain/front-desk/cash-payments.ts'
import { undoCashRefund } from '#domain/payments/refunds/cash-refunds.ts'
import { StripeRefused } from '#domain/payments/stripe/stripe-adapter.ts'
import { keepStripeEvent } from '#domain/payments/webhook-inbox.ts'
import { listFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { WEBHOOK_HANDLER } from '#drizzle/queries/webhooks/webhook-handler.ts'
import { SUBSCRIPTIONS } from '#drizzle/subscriptions.ts'
import {
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  paymentStates,
} from '#server/testing/paying.ts'
import { signInAdmin, signInStaff } from '#server/testing/test-app.ts'
import { isAtRest } from '#tests/support/rest.ts'
import { startProduct } from '../testing/start-product.ts'
import { productRegistry } from './registry.ts'

let test: PayingTest
let intentId: string

const state = () => test.states()[0]

beforeEach(async () => {
  test = await buildPayingTest()
  intentId = await openIntent(test)
})

const startWorkers = () => startProduct(test, { attempts: 3, isPeriodic: true })

function receive(id: string) {
  const event = { id, type: 'payment_intent.succeeded', livemode: false, intentId }
  return keepStripeEvent(test.context, { ...event, createdAt: test.now() })
}

it('has exactly the handlers to which events are delivered', () => {
  const { handlers, targetedHandlers } = productRegistry(test)
  const subscribed = Object.entries(SUBSCRIPTIONS).flatMap(([kind, names]) =>
    names.map((name) => `${kind} ${name}`),
  )
  expect(handlers.map(({ on, name }) => `${on} ${name}`).sort()).toEqual(subscribed.sort())
  expect(targetedHandlers?.map(({ name }) => name)).toEqual([WEBHOOK_HANDLER])
})

describe('the workers', () => {
  it('settle the payment of a Stripe event, also after an outage of Stripe', async () => {
    test.stripe.charge(intentId)
    let failures = 0
    test.stripe.interrupt = () => {
      failures += 1
      test.stripe.outage = failures > 2 ? null : 'before'
    }
    await receive('evt_1')
    startWorkers()
    await expect.poll(() => test.appointment().paid).toBe(true)
    expect(test.appointment().transactionId).toBe(intentId)
  })

  it('log an error when Stripe refuses a refund', async () => {
    const { lines } = startWorkers()
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    test.stripe.refundStatus = 'refused'
    await receive('evt_1')
    await expect.poll(state).toBe('succeeded, refund failed')
    await expect.poll(() => lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it('log nothing about Stripe when the desk hands money back, nor when that is undone', async () => {
    const rita = await signInStaff(test, 'rita@example.com')
    const now = test.now()
    const { appointmentId: id, db } = test
    receiveAtDesk(db, { id, version: 0, method: 'cash', actor: rita.uid }, now)
    const by = { actor: rita.uid, isAdmin: false }
    refundAtDesk(db, { id, version: 0, reason: 'Undone', ...by }, now)
    const { items } = readMoneyOf(db, id)
    const refundId = items[0]?.refunds[0]?.id ?? ''
    const clock = createClinicClock({ timeZone: 'America/New_York', horizonDays: 1 }, test.now)
    expect(undoCashRefund(db, { refundId, actor: rita.uid }, clock)).toEqual({ outcome: 'done' })
    const { lines } = startWorkers()
    await expect.poll(() => isAtRest(db)).toBe(true)
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
    expect(lines.filter(({ message }) => message === 'payment refunded')).toEqual([])
  })

  it('warn of an appointment that a refund in the dashboard made unpaid again', async () => {
    const { lines } = startWorkers()
    test.stripe.charge(intentId)
    await receive('evt_1')
    await expect.poll(() => test.appointment().paid).toBe(true)
    test.stripe.refundInDashboard(intentId)
    await receive('evt_2')
    await expect.poll(() => lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect(lines.find(({ level }) => level === 'warn')).toMatchObject({
      message: 'alarm',
      ids: {
        alarm: 'appointment.unpaid',
        subject: test.appointmentId,
        intentId,
        reason: 'refunded',
      },
    })
    expect(test.appointment().paid).toBe(false)
  })

  it('do not retry a call that Stripe refuses', async () => {
    const calls: string[] = []
    test.stripe.interrupt = (call) => {
      if (call !== 'retrieveIntent') return
      calls.push(call)
      throw new StripeRefused('StripeInvalidRequestError parameter_unknown req_1')
    }
    await receive('evt_1')
    startWorkers()
    await expect.poll(() => listFailedDeliveries(test.db)).toHaveLength(1)
    expect(listFailedDeliveries(test.db)).toMatchObject([
      { handler: 'payment.reconcile', attempts: 1, subject: 'evt_1' },
    ])
    expect(calls).toHaveLength(1)
  })

  it('settle payments whose browser and webhook were lost', async () => {
    test.stripe.charge(intentId)
    // Two minutes ago by the machine's clock, which the jobs use.
    test.db.$client.prepare('UPDATE payments SET created_at = ?').run(Date.now() - 2 * 60_000)
    startWorkers()
    await expect.poll(() => test.appointment().paid).toBe(true)
  })

  it('recover missed webhook events, and log how many', async () => {
    test.stripe.charge(intentId)
    test.stripe.events.push({
      id: 'evt_lost',
      type: 'payment_intent.succeeded',
      livemode: false,
      createdAt: new Date(Date.now() - 3 * 60_000),
      intentId,
    })
    const { lines } = startWorkers()
    await expect.poll(() => test.appointment().paid).toBe(true)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', ids: { missed: 1 } }))
  })

  it('cancel the payments of a removed user, and delete the account once the provider responds', async () => {
    const { session, stripe, identity, appointmentId } = test
    const admin = await signInAdmin(test)
    identity.unavailable = true
    await admin.delete(`/user/${session.email}`)

    const { lines } = startProduct(test, { attempts: 1000 })
    await expect.poll(() => stripe.intents.get(intentId)?.status).toBe('canceled')
    await expect.poll(() => paymentStates(test.db, appointmentId)).toEqual(['closed'])
    await expect.poll(() => lines.filter(({ level }) => level === 'warn').length).toBeGreaterThan(0)
    expect(identity.accounts.has(session.uid)).toBe(true)
    identity.unavailable = false
    await expect.poll(() => identity.accounts.has(session.uid), { timeout: 20_000 }).toBe(false)
  })
})
