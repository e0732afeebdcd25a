import { beforeEach, describe, expect, it } from 'vitest'
import { keepStripeEvent } from '../../domain/payments/inbox.ts'
import { StripeRefused } from '../../domain/payments/stripe-adapter.ts'
import { listFailedDeliveries } from '../../drizzle/queries/deliveries.ts'
import {
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  toldOfMoney,
} from '../../server/testing/paying.ts'
import { startProduct } from '../testing/start-product.ts'

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
  return keepStripeEvent(test.deps, { ...event, createdAt: test.now() })
}

describe('the workers', () => {
  it('settle what a webhook has told of', async () => {
    startWorkers()
    test.stripe.charge(intentId)
    await receive('evt_1')
    await expect.poll(() => test.appointment().paid).toBe(true)
    expect(test.appointment().transactionId).toBe(intentId)
  })

  it('settle it after Stripe was away for a while', async () => {
    test.stripe.charge(intentId)
    let failures = 0
    test.stripe.interrupt = () => {
      failures += 1
      test.stripe.outage = failures > 2 ? null : 'before'
    }
    await receive('evt_1')
    startWorkers()
    await expect.poll(() => test.appointment().paid).toBe(true)
  })

  it('give money back that a cancelled appointment cannot use, once', async () => {
    startWorkers()
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await Promise.all([receive('evt_1'), receive('evt_2'), receive('evt_3')])
    await expect.poll(state).toBe('refunded')
    expect(test.stripe.refunds.size).toBe(1)
    expect(toldOfMoney(test.db)).toEqual([
      `refund.requested ${intentId}`,
      `payment.refunded ${intentId}`,
    ])
  })

  it('say so when a refund is refused', async () => {
    const { lines } = startWorkers()
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    test.stripe.refundStatus = 'refused'
    await receive('evt_1')
    await expect.poll(state).toBe('refund_failed')
    await expect.poll(() => lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it('park at once what Stripe refuses to talk about', async () => {
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

  it('sweep up what was paid while browser and webhook were lost', async () => {
    test.stripe.charge(intentId)
    // Two minutes ago by the clock on the wall, which is what the jobs go by.
    test.db.$client.prepare('UPDATE payments SET created_at = ?').run(Date.now() - 2 * 60_000)
    startWorkers()
    await expect.poll(() => test.appointment().paid).toBe(true)
  })

  it('tell of events that no webhook has brought', async () => {
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
})
