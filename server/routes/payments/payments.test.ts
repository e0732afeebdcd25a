import { beforeEach, describe, expect, it } from 'vitest'
import { findLatestRequest } from '#drizzle/queries/payments/payment-requests.ts'
import {
  askForIntent,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  PRICE,
} from '#server/testing/paying.ts'
import { contentsOf } from '#server/testing/test-app.ts'

let test: PayingTest

beforeEach(async () => {
  test = await buildPayingTest()
})

describe('POST /create-payment-intent', () => {
  it('creates an intent with the price in the database, for the appointment', async () => {
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(200)
    const [intent] = test.stripe.intents.values()
    expect(response.json()).toEqual({ clientSecret: intent?.clientSecret, cards: [] })
    expect(intent).toMatchObject({
      amountCents: PRICE * 100,
      currency: 'usd',
      appointmentId: test.appointmentId,
    })
    expect(test.stripe.keys).toEqual([`pi:${test.appointmentId}:1`])
  })

  it('finds the same intent again, also in two concurrent tabs', async () => {
    const answers = await Promise.all([askForIntent(test), askForIntent(test)])
    answers.push(await askForIntent(test))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(test.stripe.intents.size).toBe(1)
    expect(test.states()).toEqual(['open'])
  })

  it('finds the same intent after the response was lost', async () => {
    test.stripe.outage = 'after'
    const lost = await askForIntent(test)
    expect(lost.statusCode).toBe(503)
    expect(lost.headers['retry-after']).toBe('5')
    expect(lost.json().message).not.toMatch(/stripe/i)
    test.stripe.outage = null
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect(test.stripe.intents.size).toBe(1)
  })

  it('uses the next key if Stripe only repeats an old failure', async () => {
    test.stripe.spentKeys.add(`pi:${test.appointmentId}:1`)
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect(test.stripe.intents.size).toBe(1)
    expect(findLatestRequest(test.db, test.appointmentId)).toMatchObject({ attempt: 2 })
  })

  it('answers 503 when every key is used up', async () => {
    for (const attempt of [1, 2, 3, 4, 5]) {
      test.stripe.spentKeys.add(`pi:${test.appointmentId}:${attempt}`)
    }
    expect((await askForIntent(test)).statusCode).toBe(503)
  })

  it('refuses a payload without an appointment, and every unknown field', async () => {
    const before = contentsOf(test.db)
    for (const payload of [
      { appointment: undefined },
      { appointment: 'not-an-id' },
      { price: undefined },
      { price: -1 },
      { price: '110' },
      { amount: 1 },
      { paid: true },
    ]) {
      const response = await askForIntent(test, payload)
      expect(response.statusCode).toBe(400)
    }
    expect(contentsOf(test.db)).toEqual(before)
    expect(test.stripe.intents.size).toBe(0)
  })

  it.each([1, 109.99, 110.01, 0.01])('ignores a price of %s in the request', async (price) => {
    const response = await askForIntent(test, { price })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'price_changed', price: PRICE })
    expect(test.stripe.intents.size).toBe(0)
  })

  it('refuses canceled appointments', async () => {
    cancelAppointment(test.db, test.appointmentId)
    const response = await askForIntent(test)
    expect([response.statusCode, response.json().code]).toEqual([409, 'appointment_cancelled'])
  })

  it.each([
    ['makes the intent', 'createIntent'],
    ['is asked about its open intent', 'retrieveIntent'],
  ])('refuses an appointment that is canceled while Stripe %s', async (_, during) => {
    if (during === 'retrieveIntent') await openIntent(test)
    test.stripe.interrupt = (call) => {
      if (call === during) cancelAppointment(test.db, test.appointmentId)
    }
    expect((await askForIntent(test)).json()).toMatchObject({ code: 'appointment_cancelled' })
  })

  it('settles an intent that has been paid instead of creating another', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    const wakes = test.wakes()
    for (const _visit of [1, 2]) {
      const response = await askForIntent(test)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'already_paid', transactionId: intentId })
    }
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(test.stripe.intents.size).toBe(1)
    expect(test.wakes()).toBeGreaterThan(wakes)
  })

  it('waits for an intent that Stripe is still processing', async () => {
    const intentId = await openIntent(test)
    test.stripe.change(intentId, { status: 'processing' })
    const response = await askForIntent(test)
    expect(response.json()).toMatchObject({ code: 'payment_processing', transactionId: intentId })
    expect(test.stripe.intents.size).toBe(1)
  })

  it('keeps the intent after a decline', async () => {
    const intentId = await openIntent(test)
    test.stripe.decline(intentId)
    expect(await openIntent(test)).toBe(intentId)
  })

  it('creates a new intent if the old one was canceled', async () => {
    const first = await openIntent(test)
    test.stripe.change(first, { status: 'canceled' })
    const second = await openIntent(test)
    expect(second).not.toBe(first)
    expect(test.stripe.keys).toEqual([`pi:${test.appointmentId}:1`, `pi:${test.appointmentId}:2`])
    expect(test.states()).toEqual(['closed', 'open'])
  })

  it('cancels an intent of another amount and creates a new one', async () => {
    const first = await openIntent(test)
    test.stripe.change(first, { amountCents: 100 })
    const second = await openIntent(test)
    expect(test.stripe.intents.get(first)?.status).toBe('canceled')
    expect(test.stripe.intents.get(second)?.amountCents).toBe(PRICE * 100)
  })

  it('refunds an intent of another amount that is paid while it is being canceled', async () => {
    const first = await openIntent(test)
    test.stripe.change(first, { amountCents: 100 })
    test.stripe.interrupt = (call) => {
      if (call === 'cancelIntent') test.stripe.charge(first)
    }
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(200)
    expect(test.states()).toEqual(['succeeded, refund requested', 'open'])
  })

  it('creates a new intent if Stripe does not know the old one, as after a change of keys', async () => {
    const first = await openIntent(test)
    test.stripe.intents.delete(first)
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(200)
    expect(test.states()).toEqual(['closed', 'open'])
  })

  it('does not treat an intent as open that only a repeated response shows as open', async () => {
    const intentId = await openIntent(test)
    test.stripe.change(intentId, { status: 'canceled' })
    test.db.$client.prepare("UPDATE payments SET state = 'closed'").run()
    expect(await openIntent(test)).not.toBe(intentId)
  })
})
