import { describe, expect, it } from 'vitest'
import {
  askForIntent,
  buildPayingTest,
  cancelAppointment,
  type PayingTest,
  paymentEvents,
  refundRequested,
  sayPaid,
} from '../../server/testing/paying.ts'
import { Crash, crashAt } from '../testing/crash.ts'
import { keepStripeEvent, reconcileStripeEvent } from './inbox.ts'
import { sweepPayments } from './sweep.ts'

/** The steps of a payment; each may be repeated. */
function steps(test: PayingTest, isCancelled: boolean): (() => Promise<unknown>)[] {
  const intentId = () => [...test.stripe.intents.keys()][0] ?? ''
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', livemode: false }
  const answered = async (answer: Promise<{ statusCode: number }>) => {
    const { statusCode } = await answer
    if (statusCode === 500) throw new Crash()
  }
  return [
    () => answered(askForIntent(test)),
    async () => {
      test.stripe.charge(intentId())
      if (isCancelled) cancelAppointment(test.db, test.appointmentId)
    },
    () => keepStripeEvent(test.context, { ...event, intentId: intentId(), createdAt: test.now() }),
    () => reconcileStripeEvent(test.context, 'evt_1'),
    () => refundRequested(test.context, test.appointmentId),
    () => answered(sayPaid(test, intentId())),
  ]
}

/** Runs the steps; returns those from the one on during which the process was killed. */
async function take(all: (() => Promise<unknown>)[]): Promise<(() => Promise<unknown>)[]> {
  for (const [index, step] of all.entries()) {
    try {
      await step()
    } catch (error) {
      if (error instanceof Crash) return all.slice(index)
      throw error
    }
  }
  return []
}

async function countPoints(isCancelled: boolean): Promise<number> {
  const test = await buildPayingTest()
  const crash = crashAt(test, 0)
  await take(steps(test, isCancelled))
  return crash.passed()
}

function expectAgreement(test: PayingTest, isCancelled: boolean): void {
  const [intent, ...others] = test.stripe.intents.values()
  expect(others).toEqual([])
  const wasCharged = intent?.status === 'succeeded'
  const states = test.states()
  const appointment = test.appointment()
  if (!wasCharged) {
    expect(appointment.paid).toBe(false)
    expect(paymentEvents(test.db)).toEqual([])
  } else if (isCancelled) {
    expect(appointment.paid).toBe(false)
    expect(states).toEqual(['succeeded, refund succeeded'])
    expect(test.stripe.refunds.size).toBe(1)
    expect(paymentEvents(test.db)).toEqual([
      `refund.requested ${intent.id}`,
      `payment.refunded ${intent.id}`,
    ])
  } else {
    expect(appointment).toMatchObject({ paid: true, transactionId: intent.id })
    expect(states).toEqual(['succeeded'])
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  }
}

describe.each([
  { name: 'a payment', isCancelled: false },
  { name: 'a payment for a cancelled appointment', isCancelled: true },
])('$name', ({ isCancelled }) => {
  it('ends in agreement with Stripe wherever the process is killed, once the rest is repeated', async () => {
    const points = await countPoints(isCancelled)
    expect(points).toBeGreaterThanOrEqual(10)
    for (let fatal = 1; fatal <= points; fatal++) {
      const test = await buildPayingTest()
      const crash = crashAt(test, fatal)
      const rest = await take(steps(test, isCancelled))
      expect(rest.length).toBeGreaterThan(0)
      crash.restart()
      expect(await take(rest)).toEqual([])
      expectAgreement(test, isCancelled)
    }
  })

  it('ends in agreement with Stripe when only the sweep retries', async () => {
    const points = await countPoints(isCancelled)
    for (let fatal = 1; fatal <= points; fatal++) {
      const test = await buildPayingTest()
      const crash = crashAt(test, fatal)
      await take(steps(test, isCancelled))
      crash.restart()
      for (let minutes = 0; minutes < 6; minutes += 2) {
        test.setTime(new Date(test.now().getTime() + 2 * 60_000))
        await sweepPayments(test.context, {
          signal: new AbortController().signal,
          onFailure: (_intentId, error) => {
            throw error
          },
        })
      }
      expectAgreement(test, isCancelled)
    }
  })
})
