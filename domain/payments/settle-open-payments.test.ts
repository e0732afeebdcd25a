import { beforeEach, describe, expect, it } from 'vitest'
import { PaymentsUnavailable, type StripeEvent } from '#domain/payments/stripe/stripe-adapter.ts'
import { findStripeEvent } from '#drizzle/queries/payments/payments.ts'
import {
  book,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  paymentEvents,
  readAppointment,
} from '#server/testing/paying.ts'
import { WEDNESDAY } from '#server/testing/test-app.ts'
import { settlePayment } from './settle.ts'
import { sweepMissedEvents, sweepPayments } from './settle-open-payments.ts'
import { reconcileStripeEvent } from './webhook-inbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let test: PayingTest
let intentId: string
let troubles: string[]

const signal = new AbortController().signal

function sweep() {
  return sweepPayments(test.context, { signal, onFailure: (id) => troubles.push(id) })
}

function pass(ms: number) {
  test.setTime(new Date(test.now().getTime() + ms))
}

/** The number of intents that a sweep retrieves. */
async function questionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  test.stripe.interrupt = (call) => {
    calls.push(call)
  }
  await work()
  test.stripe.interrupt = null
  return calls
}

beforeEach(async () => {
  test = await buildPayingTest()
  intentId = await openIntent(test)
  troubles = []
})

describe('the sweep of open intents', () => {
  it('settles a payment whose browser was closed and whose webhook was lost', async () => {
    test.stripe.charge(intentId)
    pass(2 * MINUTE)
    expect(await sweep()).toBe(1)
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(await sweep()).toBe(0)
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  })

  it('does not check an intent for its first two minutes', async () => {
    test.stripe.charge(intentId)
    pass(2 * MINUTE - 1)
    expect(await sweep()).toBe(0)
    expect(test.appointment().paid).toBe(false)
  })

  it('checks with every sweep for a day, then once an hour', async () => {
    pass(23 * HOUR)
    expect([await sweep(), await sweep()]).toEqual([1, 1])
    pass(2 * HOUR)
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    pass(HOUR)
    test.stripe.charge(intentId)
    expect(await sweep()).toBe(1)
    expect(test.appointment().paid).toBe(true)
  })

  it('checks an open dispute once a day, and records that it was won', async () => {
    test.stripe.charge(intentId)
    test.stripe.change(intentId, { disputed: true })
    await settlePayment(test.context, intentId)
    pass(24 * HOUR)
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    test.stripe.change(intentId, { disputed: false, disputeWon: true })
    pass(24 * HOUR)
    expect(await sweep()).toBe(1)
    expect(paymentEvents(test.db).at(-1)).toBe(`payment.dispute_won ${intentId}`)
    pass(48 * HOUR)
    expect(await sweep()).toBe(0)
  })

  it('checks older intents less often', async () => {
    pass(96 * HOUR)
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    pass(2 * HOUR)
    expect(await sweep()).toBe(0)
    pass(3 * MINUTE)
    expect(await sweep()).toBe(1)
  })

  it('checks an intent that Stripe does not know as rarely as others', async () => {
    test.stripe.intents.delete(intentId)
    pass(25 * HOUR)
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    pass(HOUR)
    expect(await sweep()).toBe(1)
  })

  it('does not start again with intents on which Stripe failed', async () => {
    const failing = new Set([intentId])
    for (const date of ['2027-03-03', '2027-03-04', '2027-03-05']) {
      const appointmentId = await book(test, test.session, { date })
      failing.add(await openIntent({ ...test, appointmentId }))
    }
    pass(1)
    const appointmentId = await book(test, test.session, { date: '2027-03-08' })
    test.stripe.charge(await openIntent({ ...test, appointmentId }))
    const { retrieveIntent } = test.stripe
    test.stripe.retrieveIntent = async (id) => {
      if (failing.has(id)) throw new PaymentsUnavailable(5)
      return retrieveIntent(id)
    }
    pass(2 * MINUTE)
    await expect(sweep()).rejects.toThrow(PaymentsUnavailable)
    await expect(sweep()).rejects.toThrow(PaymentsUnavailable)
    expect(readAppointment(test.db, appointmentId).paid).toBe(true)
  })

  it('cancels the intent of a canceled appointment', async () => {
    cancelAppointment(test.db, test.appointmentId)
    pass(2 * MINUTE)
    await sweep()
    expect(test.stripe.intents.get(intentId)?.status).toBe('canceled')
    expect(test.states()).toEqual(['closed'])
  })

  it('refunds a charge that succeeds just before the intent is canceled', async () => {
    cancelAppointment(test.db, test.appointmentId)
    pass(2 * MINUTE)
    test.stripe.interrupt = (call) => {
      if (call === 'cancelIntent') test.stripe.charge(intentId)
    }
    await sweep()
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('retries a refund that Stripe has not accepted', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await settlePayment(test.context, intentId)
    expect(await sweep()).toBe(0)
    pass(2 * MINUTE)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    expect(test.stripe.refunds.size).toBe(1)
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
  })

  it('checks every hour a refund that the bank has not decided', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    test.stripe.refundStatus = 'pending'
    await settlePayment(test.context, intentId)
    pass(2 * MINUTE)
    await sweep()
    test.stripe.settleRefunds('done')
    pass(HOUR - 1)
    expect(await sweep()).toBe(0)
    pass(1)
    expect(await sweep()).toBe(1)
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
  })

  it('settles the other intents if one fails', async () => {
    const others = []
    for (const treatment of [
      { treatment: 'Allergy Testing', price: 110, slot: '10:00 AM - 10:30 AM' },
      { treatment: 'Weight Loss', price: 80, slot: '11:00 AM - 11:30 AM' },
    ]) {
      const appointmentId = await book(test, test.session, { date: WEDNESDAY, ...treatment })
      test.stripe.charge(await openIntent({ ...test, appointmentId }, treatment.price))
      others.push(appointmentId)
    }
    test.stripe.charge(intentId)
    pass(2 * MINUTE)
    test.db.$client
      .prepare(
        `CREATE TRIGGER refuse BEFORE UPDATE ON appointments WHEN new.id = '${test.appointmentId}'
         BEGIN SELECT RAISE(ABORT, 'trouble'); END`,
      )
      .run()
    expect(await sweep()).toBe(3)
    expect(troubles).toEqual([intentId])
    expect(others.map((id) => readAppointment(test.db, id).paid)).toEqual([true, true])
    expect(test.appointment().paid).toBe(false)
  })

  it('stops if Stripe does not respond, and continues at the next sweep', async () => {
    test.stripe.charge(intentId)
    pass(2 * MINUTE)
    test.stripe.outage = 'before'
    await expect(sweep()).rejects.toMatchObject({ name: 'PaymentsUnavailable' })
    test.stripe.outage = null
    expect(await sweep()).toBe(1)
    expect(test.appointment().paid).toBe(true)
  })

  it('stops when it is aborted', async () => {
    pass(2 * MINUTE)
    const stopped = sweepPayments(test.context, {
      signal: AbortSignal.abort(new Error('stopping')),
      onFailure: () => {},
    })
    await expect(stopped).rejects.toThrow('stopping')
  })
})

describe('the sweep of missed events', () => {
  const missed = () => sweepMissedEvents(test.context, { signal })

  function happened(id: string, changes: Partial<StripeEvent> = {}) {
    test.stripe.events.push({
      id,
      type: 'payment_intent.succeeded',
      livemode: false,
      createdAt: new Date(test.now().getTime() - 2 * MINUTE),
      intentId,
      ...changes,
    })
  }

  it('waits two minutes for the webhook', async () => {
    happened('evt_1', { createdAt: test.now() })
    expect(await missed()).toBe(0)
    pass(2 * MINUTE)
    expect(await missed()).toBe(1)
  })

  it('stores missed events in the inbox once', async () => {
    test.stripe.charge(intentId)
    happened('evt_1')
    happened('evt_2', { type: 'charge.refunded' })
    happened('evt_3', { type: 'customer.created' })
    expect(await missed()).toBe(2)
    expect(await missed()).toBe(0)
    expect(findStripeEvent(test.db, 'evt_1')).toMatchObject({ intentId })
    expect(await reconcileStripeEvent(test.context, 'evt_1')).toEqual({ outcome: 'paid' })
    expect(await reconcileStripeEvent(test.context, 'evt_2')).toEqual({ outcome: 'paid' })
    expect(await reconcileStripeEvent(test.context, 'evt_unknown')).toEqual({ outcome: 'unknown' })
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  })

  it('starts an hour before the end of the previous one', async () => {
    await missed()
    happened('evt_late', { createdAt: new Date(test.now().getTime() - HOUR) })
    happened('evt_too_late', { createdAt: new Date(test.now().getTime() - HOUR - 1) })
    expect(await missed()).toBe(1)
    pass(5 * HOUR)
    happened('evt_meanwhile', { createdAt: new Date(test.now().getTime() - 4 * HOUR) })
    expect(await missed()).toBe(1)
  })

  it('starts at the same point again if Stripe did not respond', async () => {
    await missed()
    pass(5 * HOUR)
    happened('evt_1', { createdAt: new Date(test.now().getTime() - 4 * HOUR) })
    test.stripe.outage = 'before'
    await expect(missed()).rejects.toMatchObject({ name: 'PaymentsUnavailable' })
    pass(5 * HOUR)
    test.stripe.outage = null
    expect(await missed()).toBe(1)
  })

  it('retrieves many events in one call', async () => {
    for (let index = 0; index < 50; index++) happened(`evt_${index}`)
    expect(await questionsOf(missed)).toEqual(['listEvents'])
  })
})
