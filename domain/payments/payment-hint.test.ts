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
import { LANGUAGE_HEADER } from '#words/addresses.ts'

let test: PayingTest
let intentId: string

beforeEach(async () => {
  test = await buildPayingTest()
  intentId = await openIntent(test)
})

describe('PATCH /booking/{id}', () => {
  it('settles a payment that Stripe confirms, once, with the patient as the actor', async () => {
    test.stripe.charge(intentId)
    const wakes = test.wakes()
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ paid: true, transactionId: intentId })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
    expect(test.wakes()).toBe(wakes + 1)
    const event = test.db.$client
      .prepare("SELECT actor, data FROM events WHERE kind = 'appointment.paid'")
      .get()
    const data = JSON.stringify({ intentId, amountCents: PRICE * 100 })
    expect(event).toEqual({ actor: test.session.uid, data })
    // The second hint does not ask Stripe again.
    test.stripe.outage = 'before'
    const repeated = await sayPaid(test, intentId)
    expect([repeated.statusCode, repeated.json()]).toEqual([200, response.json()])
    expect(paymentEvents(test.db)).toHaveLength(1)
  })

  it('responds with 202 while Stripe is processing', async () => {
    test.stripe.change(intentId, { status: 'processing' })
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ paid: false, transactionId: intentId })
    expect(test.appointment().paid).toBe(false)
  })

  it('responds with 503 and Retry-After when Stripe does not respond', async () => {
    test.stripe.charge(intentId)
    test.stripe.outage = 'before'
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(test.appointment().paid).toBe(false)
  })

  type Rejection = [
    what: string,
    status: number,
    code: string,
    arrange: () => Promise<string> | string,
  ]
  const succeeded = { status: 'succeeded', receivedCents: PRICE * 100 } as const

  it.each<Rejection>([
    ['an invented id', 404, 'no_payment', () => 'pi_invented'],
    ...['', 'ch_1', '../pi_1', 'pi_1/confirm', 'pi_', `pi_${'x'.repeat(300)}`].map(
      (id): Rejection => [`the id “${id}”`, 400, 'invalid_input', () => id],
    ),
    [
      'the intent of another patient’s appointment',
      404,
      'no_payment',
      async () => {
        const session = await signIn(test, 'stranger@example.com')
        return chargedIntentOf({ ...test, session })
      },
    ],
    [
      'the intent of the patient’s other appointment',
      404,
      'no_payment',
      () => chargedIntentOf(test),
    ],
    [
      'an intent without an appointment',
      404,
      'no_payment',
      () => test.stripe.addIntent(succeeded).id,
    ],
    [
      'an intent without a request, though it names the appointment',
      404,
      'no_payment',
      () => test.stripe.addIntent({ ...succeeded, appointmentId: test.appointmentId }).id,
    ],
    [
      'an intent of the other mode',
      404,
      'no_payment',
      () => addIntent(test, { ...succeeded, livemode: true }),
    ],
    [
      'an intent of another amount',
      409,
      'payment_mismatch',
      () => addIntent(test, { ...succeeded, amountCents: 50, receivedCents: 50 }),
    ],
    [
      'an intent of another currency',
      409,
      'payment_mismatch',
      () => addIntent(test, { ...succeeded, currency: 'jpy' }),
    ],
    ['an unpaid intent', 409, 'payment_not_completed', () => intentId],
  ])('rejects %s with %i %s, without a change', async (_what, status, code, arrange) => {
    const id = await arrange()
    const before = contentsOf(test.db)
    const response = await sayPaid(test, id)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
    expect(contentsOf(test.db)).toEqual(before)
  })

  /** A charged intent of another appointment of that patient. */
  async function chargedIntentOf(of: PayingTest) {
    const appointmentId = await book(of, of.session, { date: WEDNESDAY })
    const id = await openIntent({ ...of, appointmentId })
    test.stripe.charge(id)
    return id
  }

  it("rejects a payment for another patient's appointment, even with the right ids", async () => {
    test.stripe.charge(intentId)
    const stranger = await signIn(test, 'stranger@example.com')
    const response = await sayPaid({ ...test, session: stranger }, intentId)
    expect(response.statusCode).toBe(404)
    expect(test.appointment().paid).toBe(false)
  })

  it.each<[what: string, ask: (appointment: string) => Promise<{ url: string; more?: object }>]>([
    [
      'another appointment in the body than in the URL',
      async () => ({ url: `/booking/${await book(test, test.session, { date: WEDNESDAY })}` }),
    ],
    [
      'additional fields',
      async (appointment) => ({ url: `/booking/${appointment}`, more: { paid: true } }),
    ],
  ])('rejects %s', async (_what, ask) => {
    const { app, appointmentId: appointment, session } = test
    test.stripe.charge(intentId)
    const { url, more } = await ask(appointment)
    const payload = { appointment, transactionId: intentId, ...more }
    const response = await app.inject({ method: 'PATCH', url, headers: session.headers, payload })
    expect(response.statusCode).toBe(400)
    expect(test.appointment().paid).toBe(false)
  })

  it('returns the message of the last decline', async () => {
    test.stripe.decline(intentId, 'Your card has insufficient funds.')
    const response = await sayPaid(test, intentId)
    expect(response.json()).toEqual({
      code: 'payment_not_completed',
      message: 'Your card has insufficient funds. Nothing was charged.',
    })
  })

  it.each([
    ['insufficient_funds', 'Su tarjeta no tiene fondos suficientes. No se cobró nada.'],
    ['stolen_card', 'Su tarjeta fue rechazada. No se cobró nada.'],
  ])('says why in the language of the page: %s', async (declineCode, message) => {
    test.stripe.decline(intentId, 'Your card was declined.', declineCode)
    const { app, appointmentId: appointment, session } = test
    const response = await app.inject({
      method: 'PATCH',
      url: `/booking/${appointment}`,
      headers: { ...session.headers, [LANGUAGE_HEADER]: 'es' },
      payload: { appointment, transactionId: intentId },
    })
    expect(response.json()).toEqual({ code: 'payment_not_completed', message })
  })

  it('refunds a charge for a canceled appointment', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    const response = await sayPaid(test, intentId)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'appointment_cancelled' })
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('refunds a second charge, and returns the intent that pays', async () => {
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
})
