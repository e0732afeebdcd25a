import { beforeEach, describe, expect, it } from 'vitest'
import {
  askForIntent,
  book,
  buildPayingTest,
  cancelAppointment,
  listPayments,
  openIntent,
  type PayingTest,
  PRICE,
  readAppointment,
  sayPaid,
  toldOfMoney,
} from '../testing/paying.ts'
import { contentsOf, signIn, WEDNESDAY } from '../testing/test-app.ts'

let test: PayingTest

const appointment = () => readAppointment(test.db, test.appointmentId)
const states = () => listPayments(test.db, test.appointmentId).map(({ state }) => state)

beforeEach(async () => {
  test = await buildPayingTest()
})

describe('POST /create-payment-intent', () => {
  it('makes an intent of the price in the database, bound to the appointment', async () => {
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(200)
    const [intent] = test.stripe.intents.values()
    expect(response.json()).toEqual({ clientSecret: intent?.clientSecret })
    expect(intent).toMatchObject({
      amountCents: PRICE * 100,
      currency: 'usd',
      appointmentId: test.appointmentId,
    })
    expect(test.stripe.keys).toEqual([`pi:${test.appointmentId}:1`])
  })

  it('finds the same intent again, also in two tabs at once', async () => {
    const answers = await Promise.all([askForIntent(test), askForIntent(test)])
    answers.push(await askForIntent(test))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(test.stripe.intents.size).toBe(1)
    expect(states()).toEqual(['open'])
  })

  it('finds the same intent after the answer was lost', async () => {
    test.stripe.outage = 'after'
    const lost = await askForIntent(test)
    expect(lost.statusCode).toBe(503)
    expect(lost.headers['retry-after']).toBe('5')
    expect(lost.json().message).not.toMatch(/stripe/i)
    test.stripe.outage = null
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect(test.stripe.intents.size).toBe(1)
  })

  it('takes the next key when Stripe only repeats an old failure', async () => {
    test.stripe.spentKeys.add(`pi:${test.appointmentId}:1`)
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect((await askForIntent(test)).statusCode).toBe(200)
    expect(test.stripe.intents.size).toBe(1)
    expect(listPayments(test.db, test.appointmentId)).toMatchObject([{ attempt: 2 }])
  })

  it('answers 503 when every key is spent', async () => {
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

  it.each([1, 109.99, 110.01, 0.01])('never lets a price of %s decide', async (price) => {
    const response = await askForIntent(test, { price })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'price_changed', price: PRICE })
    expect(test.stripe.intents.size).toBe(0)
  })

  it("knows nothing of another patient's appointment", async () => {
    const stranger = await signIn(test, 'stranger@example.com')
    const response = await askForIntent({ ...test, session: stranger })
    const unknown = await askForIntent(test, { appointment: crypto.randomUUID() })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual(unknown.json())
    expect(unknown.statusCode).toBe(404)
    expect(test.stripe.intents.size).toBe(0)
  })

  it('asks strangers to log in', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/create-payment-intent',
      payload: {},
    })
    expect(response.statusCode).toBe(401)
  })

  it('refuses cancelled appointments', async () => {
    cancelAppointment(test.db, test.appointmentId)
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'appointment_cancelled' })
  })

  it('refuses an appointment that is cancelled while Stripe makes the intent', async () => {
    test.stripe.interrupt = (call) => {
      if (call === 'createIntent') cancelAppointment(test.db, test.appointmentId)
    }
    expect((await askForIntent(test)).json()).toMatchObject({ code: 'appointment_cancelled' })
  })

  it('settles an intent that has been paid instead of making another', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    const wakes = test.wakes()
    for (const _visit of [1, 2]) {
      const response = await askForIntent(test)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'already_paid', transactionId: intentId })
    }
    expect(appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(test.stripe.intents.size).toBe(1)
    expect(test.wakes()).toBeGreaterThan(wakes)
  })

  it('waits for an intent that Stripe is still deciding on', async () => {
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

  it('makes a new one when the old one was given up', async () => {
    const first = await openIntent(test)
    test.stripe.change(first, { status: 'canceled' })
    const second = await openIntent(test)
    expect(second).not.toBe(first)
    expect(test.stripe.keys).toEqual([`pi:${test.appointmentId}:1`, `pi:${test.appointmentId}:2`])
    expect(states()).toEqual(['closed', 'open'])
  })

  it('gives up an intent of another amount and makes a new one', async () => {
    const first = await openIntent(test)
    test.stripe.change(first, { amountCents: 100 })
    const second = await openIntent(test)
    expect(test.stripe.intents.get(first)?.status).toBe('canceled')
    expect(test.stripe.intents.get(second)?.amountCents).toBe(PRICE * 100)
  })

  it('makes a new one when Stripe does not know the old one, as with other keys', async () => {
    const first = await openIntent(test)
    test.stripe.intents.delete(first)
    const response = await askForIntent(test)
    expect(response.statusCode).toBe(200)
    expect(states()).toEqual(['closed', 'open'])
  })

  it('does not take an intent for open that only a repeated answer shows as such', async () => {
    const intentId = await openIntent(test)
    test.stripe.change(intentId, { status: 'canceled' })
    test.db.$client.prepare("UPDATE payments SET attempt = 0, state = 'closed'").run()
    expect(await openIntent(test)).not.toBe(intentId)
  })
})

describe('PATCH /booking/{id}', () => {
  it('settles a payment that Stripe confirms', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ paid: true, transactionId: intentId })
    expect(appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(toldOfMoney(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  })

  it('answers the same without asking Stripe once the appointment is paid', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    await sayPaid(test, intentId)
    test.stripe.outage = 'before'
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ paid: true, transactionId: intentId })
    expect(toldOfMoney(test.db)).toHaveLength(1)
  })

  it('answers 202 while Stripe is still deciding', async () => {
    const intentId = await openIntent(test)
    test.stripe.change(intentId, { status: 'processing' })
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ paid: false, transactionId: intentId })
    expect(appointment().paid).toBe(false)
  })

  it('answers 503 with Retry-After when Stripe gives no answer', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    test.stripe.outage = 'before'
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(appointment().paid).toBe(false)
  })

  describe('refuses without change', () => {
    const succeeded = { status: 'succeeded', receivedCents: PRICE * 100 } as const

    async function refused(transactionId: string, status: number, code: string) {
      const before = { rows: contentsOf(test.db), appointment: appointment(), payments: states() }
      const response = await sayPaid(test, transactionId)
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject({ code })
      const after = { rows: contentsOf(test.db), appointment: appointment(), payments: states() }
      expect(after).toEqual(before)
    }

    it('an invented id', async () => {
      await openIntent(test)
      await refused('pi_invented', 404, 'no_payment')
    })

    it('what is no id of an intent at all', async () => {
      for (const id of ['', 'ch_1', '../pi_1', 'pi_1/confirm', 'pi_', `pi_${'x'.repeat(300)}`]) {
        await refused(id, 400, 'invalid_input')
      }
    })

    it("the intent of another patient's appointment", async () => {
      const stranger = await signIn(test, 'stranger@example.com')
      const appointmentId = await book(test, stranger, { date: WEDNESDAY })
      const theirs = await openIntent({ ...test, session: stranger, appointmentId })
      test.stripe.charge(theirs)
      await refused(theirs, 404, 'no_payment')
    })

    it('the intent of another appointment of one’s own', async () => {
      const appointmentId = await book(test, test.session, { date: WEDNESDAY })
      const other = await openIntent({ ...test, appointmentId })
      test.stripe.charge(other)
      await refused(other, 404, 'no_payment')
    })

    it('an intent that is for no appointment', async () => {
      await refused(test.stripe.addIntent(succeeded).id, 404, 'no_payment')
    })

    it('an intent of other keys', async () => {
      const live = { ...succeeded, appointmentId: test.appointmentId, livemode: true }
      await refused(test.stripe.addIntent(live).id, 404, 'no_payment')
    })

    it('an intent of another amount', async () => {
      const cheap = { appointmentId: test.appointmentId, amountCents: 50, receivedCents: 50 }
      await refused(test.stripe.addIntent({ ...succeeded, ...cheap }).id, 409, 'payment_mismatch')
    })

    it('an intent of another currency', async () => {
      const foreign = { ...succeeded, appointmentId: test.appointmentId, currency: 'jpy' }
      await refused(test.stripe.addIntent(foreign).id, 409, 'payment_mismatch')
    })

    it('an unpaid intent', async () => {
      await refused(await openIntent(test), 409, 'payment_not_completed')
    })

    it("a payment for another patient's appointment, by whoever knows its ids", async () => {
      const intentId = await openIntent(test)
      test.stripe.charge(intentId)
      const stranger = await signIn(test, 'stranger@example.com')
      const response = await sayPaid({ ...test, session: stranger }, intentId)
      expect(response.statusCode).toBe(404)
      expect(appointment().paid).toBe(false)
    })

    it('another appointment in the body than in the address', async () => {
      const other = await book(test, test.session, { date: WEDNESDAY })
      const intentId = await openIntent(test)
      test.stripe.charge(intentId)
      const response = await test.app.inject({
        method: 'PATCH',
        url: `/booking/${other}`,
        headers: test.session.headers,
        payload: { appointment: test.appointmentId, transactionId: intentId },
      })
      expect(response.statusCode).toBe(400)
      expect(appointment().paid).toBe(false)
    })

    it('fields that would say more than a hint', async () => {
      const intentId = await openIntent(test)
      const response = await test.app.inject({
        method: 'PATCH',
        url: `/booking/${test.appointmentId}`,
        headers: test.session.headers,
        payload: { appointment: test.appointmentId, transactionId: intentId, paid: true },
      })
      expect(response.statusCode).toBe(400)
      expect(appointment().paid).toBe(false)
    })
  })

  it('says what the last decline said', async () => {
    const intentId = await openIntent(test)
    test.stripe.decline(intentId, 'Your card has insufficient funds.')
    const response = await sayPaid(test, intentId)
    expect(response.json()).toEqual({
      code: 'payment_not_completed',
      message: 'Your card has insufficient funds.',
    })
  })

  it('has money returned that comes for a cancelled appointment', async () => {
    const intentId = await openIntent(test)
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'appointment_cancelled' })
    expect(toldOfMoney(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('has money returned that comes a second time, and says what pays', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    await sayPaid(test, intentId)
    const second = test.stripe.addIntent({ appointmentId: test.appointmentId })
    test.stripe.charge(second.id)
    const response = await sayPaid(test, second.id)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'already_paid', transactionId: intentId })
    expect(appointment().transactionId).toBe(intentId)
    expect(toldOfMoney(test.db).at(-1)).toBe(`refund.requested ${second.id}`)
  })

  it('tells who said so in the event', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    await sayPaid(test, intentId)
    const event = test.db.$client
      .prepare("SELECT actor, data FROM events WHERE kind = 'appointment.paid'")
      .get()
    expect(event).toEqual({
      actor: test.session.uid,
      data: JSON.stringify({ intentId, amountCents: PRICE * 100 }),
    })
  })
})
