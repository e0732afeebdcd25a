import { beforeEach, describe, expect, it } from 'vitest'
import {
  addIntent,
  book,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  PRICE,
  paymentEvents,
  sayPaid,
} from '#server/testing/paying.ts'
import { contentsOf, signIn, WEDNESDAY } from '#server/testing/test-app.ts'

let test: PayingTest

beforeEach(async () => {
  test = await buildPayingTest()
})

describe('PATCH /booking/{id}', () => {
  it('settles a payment that Stripe confirms', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    const wakes = test.wakes()
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ paid: true, transactionId: intentId })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
    expect(test.wakes()).toBe(wakes + 1)
  })

  it('answers the same without asking Stripe once the appointment is paid', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    await sayPaid(test, intentId)
    test.stripe.outage = 'before'
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ paid: true, transactionId: intentId })
    expect(paymentEvents(test.db)).toHaveLength(1)
  })

  it('responds with 202 while Stripe is processing', async () => {
    const intentId = await openIntent(test)
    test.stripe.change(intentId, { status: 'processing' })
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ paid: false, transactionId: intentId })
    expect(test.appointment().paid).toBe(false)
  })

  it('responds with 503 and Retry-After when Stripe does not respond', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    test.stripe.outage = 'before'
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(test.appointment().paid).toBe(false)
  })

  describe('rejects, without a change,', () => {
    const succeeded = { status: 'succeeded', receivedCents: PRICE * 100 } as const

    async function refused(transactionId: string, status: number, code: string) {
      const before = contentsOf(test.db)
      const response = await sayPaid(test, transactionId)
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject({ code })
      expect(contentsOf(test.db)).toEqual(before)
    }

    it('an invented id', async () => {
      await openIntent(test)
      await refused('pi_invented', 404, 'no_payment')
    })

    it('an id that is not an intent’s', async () => {
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

    it('the intent of the patient’s other appointment', async () => {
      const appointmentId = await book(test, test.session, { date: WEDNESDAY })
      const other = await openIntent({ ...test, appointmentId })
      test.stripe.charge(other)
      await refused(other, 404, 'no_payment')
    })

    it('an intent without an appointment', async () => {
      await refused(test.stripe.addIntent(succeeded).id, 404, 'no_payment')
    })

    it('an intent without a request, though it names the appointment', async () => {
      const unknown = test.stripe.addIntent({ ...succeeded, appointmentId: test.appointmentId })
      await refused(unknown.id, 404, 'no_payment')
    })

    it('an intent of the other mode', async () => {
      await refused(addIntent(test, { ...succeeded, livemode: true }), 404, 'no_payment')
    })

    it('an intent of another amount', async () => {
      const cheap = { amountCents: 50, receivedCents: 50 }
      await refused(addIntent(test, { ...succeeded, ...cheap }), 409, 'payment_mismatch')
    })

    it('an intent of another currency', async () => {
      await refused(addIntent(test, { ...succeeded, currency: 'jpy' }), 409, 'payment_mismatch')
    })

    it('an unpaid intent', async () => {
      await refused(await openIntent(test), 409, 'payment_not_completed')
    })

    it("a payment for another patient's appointment, even with the right ids", async () => {
      const intentId = await openIntent(test)
      test.stripe.charge(intentId)
      const stranger = await signIn(test, 'stranger@example.com')
      const response = await sayPaid({ ...test, session: stranger }, intentId)
      expect(response.statusCode).toBe(404)
      expect(test.appointment().paid).toBe(false)
    })

    it('another appointment in the body than in the URL', async () => {
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
      expect(test.appointment().paid).toBe(false)
    })

    it('additional fields', async () => {
      const intentId = await openIntent(test)
      const response = await test.app.inject({
        method: 'PATCH',
        url: `/booking/${test.appointmentId}`,
        headers: test.session.headers,
        payload: { appointment: test.appointmentId, transactionId: intentId, paid: true },
      })
      expect(response.statusCode).toBe(400)
      expect(test.appointment().paid).toBe(false)
    })
  })

  it('returns the message of the last decline', async () => {
    const intentId = await openIntent(test)
    test.stripe.decline(intentId, 'Your card has insufficient funds.')
    const response = await sayPaid(test, intentId)
    expect(response.json()).toEqual({
      code: 'payment_not_completed',
      message: 'Your card has insufficient funds.',
    })
  })

  it('refunds a charge for a canceled appointment', async () => {
    const intentId = await openIntent(test)
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'appointment_cancelled' })
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('refunds a second charge, and returns the intent that pays', async () => {
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    await sayPaid(test, intentId)
    const second = addIntent(test)
    test.stripe.charge(second)
    const response = await sayPaid(test, second)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'already_paid', transactionId: intentId })
    expect(test.appointment().transactionId).toBe(intentId)
    expect(paymentEvents(test.db).at(-1)).toBe(`refund.requested ${second}`)
  })

  it('records the patient as the actor of the event', async () => {
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
