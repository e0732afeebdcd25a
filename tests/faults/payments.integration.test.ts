import { describe, expect, it } from 'vitest'
import { payWithCard } from '#sandbox/stripe/testing/browser.ts'
import {
  askForIntent,
  cancelAppointment,
  PRICE,
  readAppointment,
  sayPaid,
} from '#server/testing/paying.ts'
import { contentsOf, signIn } from '#server/testing/test-app.ts'
import { isAtRest } from '../support/rest.ts'
import { sweepLater, sweepOpenLater } from '../support/sweep-later.ts'
import {
  bill,
  CARDS,
  countEvents,
  LOSE,
  openIntent,
  openPayment,
  payInBrowser,
  startPayingSite,
} from './paying-site.ts'

describe('a payment', () => {
  it('is settled by the sweep if the browser was closed and the webhook was lost', async () => {
    const site = await startPayingSite()
    site.sandbox.control.addFault(LOSE)
    site.startWorkers()
    const { of, intent } = await openPayment(site)
    await payInBrowser(site, intent)
    expect(readAppointment(site.db, of.appointmentId).paid).toBe(false)
    await sweepOpenLater(site.context)
    expect(readAppointment(site.db, of.appointmentId)).toMatchObject({
      paid: true,
      transactionId: intent.id,
    })
    await sweepOpenLater(site.context)
    expect(countEvents(site.db).get(`appointment.paid ${of.appointmentId}`)).toBe(1)
  })

  it.each(['before', 'after', 'with'])(
    'is settled once with the webhook %s the hint',
    async (order) => {
      const site = await startPayingSite()
      site.startWorkers()
      for (let round = 0; round < 10; round++) {
        const { of, intent } = await openPayment(site)
        if (order === 'after') site.sandbox.control.addFault(LOSE)
        await payInBrowser(site, intent)
        if (order === 'before') {
          await expect
            .poll(() => readAppointment(site.db, of.appointmentId).paid, { timeout: 20_000 })
            .toBe(true)
        }
        const answer = await sayPaid(of, intent.id)
        expect(answer.statusCode).toBe(200)
        expect(answer.json()).toEqual({ paid: true, transactionId: intent.id })
        if (order === 'after') {
          site.sandbox.control.clearFaults()
          await site.sandbox.control.deliverNow()
        }
        await site.sandbox.control.webhooksSettled()
        expect(readAppointment(site.db, of.appointmentId)).toMatchObject({
          paid: true,
          transactionId: intent.id,
        })
        expect(countEvents(site.db).get(`appointment.paid ${of.appointmentId}`)).toBe(1)
      }
    },
  )

  it('is charged once from two tabs', async () => {
    const site = await startPayingSite()
    const of = await bill(site)
    const tabs = await Promise.all([askForIntent(of), askForIntent(of)])
    const [one, other] = tabs.map((tab): string => tab.json().clientSecret)
    expect(one).toBe(other)
    const intent = await openIntent(site, of)
    const pay = () => payWithCard(site.sandbox, intent.client_secret, CARDS.good)
    const answers = await Promise.all([pay(), pay()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { payment_intents: intents, totals } = site.sandbox.control.record()
    expect(intents).toMatchObject([
      {
        amount: PRICE * 100,
        currency: 'usd',
        description: 'Appointment',
        metadata: { appointment_id: of.appointmentId },
      },
    ])
    expect(totals.charged).toBe(PRICE * 100)
    const hints = await Promise.all([sayPaid(of, intent.id), sayPaid(of, intent.id)])
    expect(hints.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(countEvents(site.db).get(`appointment.paid ${of.appointmentId}`)).toBe(1)
  })

  it('that arrives for a canceled appointment is refunded once', async () => {
    const site = await startPayingSite()
    site.startWorkers()
    const { of, intent } = await openPayment(site)
    cancelAppointment(site.db, of.appointmentId)
    site.sandbox.control.addFault({
      on: 'webhook',
      times: 'always',
      fault: { kind: 'repeat', copies: 5 },
    })
    await payInBrowser(site, intent)
    const answer = await sayPaid(of, intent.id)
    expect(answer.json()).toMatchObject({ code: 'appointment_cancelled' })
    await expect.poll(() => site.sandbox.control.record().totals.refunded).toBe(PRICE * 100)
    await expect.poll(() => countEvents(site.db).get(`payment.refunded ${intent.id}`)).toBe(1)
    await sweepOpenLater(site.context)
    expect(site.sandbox.control.record().refunds).toHaveLength(1)
    expect(readAppointment(site.db, of.appointmentId).paid).toBe(false)
  })

  it.each([
    ['refund', 'charge.refunded'],
    ['lost dispute', 'charge.dispute.closed'],
  ])('can be made anew after a %s, which the webhook or the sweep reports', async (way, type) => {
    const site = await startPayingSite()
    site.startWorkers({ sweep: false })
    const { control } = site.sandbox
    const { of, intent } = await openPayment(site)
    const appointment = () => readAppointment(site.db, of.appointmentId)
    const isRefund = way === 'refund'
    await payInBrowser(site, intent, { card: isRefund ? CARDS.good : CARDS.disputed })
    expect((await sayPaid(of, intent.id)).statusCode).toBe(200)
    await control.webhooksSettled()

    // A partial refund and an open dispute change nothing. The webhook that reports the lost dispute does
    // not arrive.
    const refund = (amount: number) =>
      site.sdk.refunds.create({ payment_intent: intent.id, amount })
    if (isRefund) {
      await refund(100)
      await control.webhooksSettled()
      await expect.poll(() => isAtRest(site.db)).toBe(true)
      expect(appointment()).toMatchObject({ paid: true, transactionId: intent.id })
      await refund(PRICE * 100 - 100)
    } else {
      await expect.poll(() => isAtRest(site.db)).toBe(true)
      expect(appointment()).toMatchObject({ paid: true, transactionId: intent.id })
      control.addFault(LOSE)
      control.closeDispute(intent.id, 'lost')
      await sweepLater(site.context)
    }
    await expect.poll(() => appointment().paid).toBe(false)
    expect((await sayPaid(of, intent.id)).statusCode).toBe(409)

    control.clearFaults()
    const anew = await openIntent(site, of)
    await payInBrowser(site, anew)
    expect((await sayPaid(of, anew.id)).statusCode).toBe(200)
    // Delivers all events again.
    const events = await site.sdk.events.list({ types: [type, 'payment_intent.succeeded'] })
    for (const { id } of events.data) await control.deliverNow(id)
    await expect.poll(() => isAtRest(site.db)).toBe(true)
    expect(appointment()).toMatchObject({ paid: true, transactionId: anew.id })
    const counts = countEvents(site.db)
    expect(counts.get(`appointment.paid ${of.appointmentId}`)).toBe(2)
    expect(counts.get(`appointment.unpaid ${of.appointmentId}`)).toBe(1)
  })

  it('returns 202 while it is processing, and is settled by its webhook', async () => {
    const site = await startPayingSite()
    site.startWorkers()
    const { of, intent } = await openPayment(site)
    site.sandbox.control.addFault({ on: 'payment', fault: { kind: 'hold' } })
    await payInBrowser(site, intent)
    const answer = await sayPaid(of, intent.id)
    expect(answer.statusCode).toBe(202)
    site.sandbox.control.settle(intent.id, 'succeeded')
    await expect
      .poll(() => readAppointment(site.db, of.appointmentId).paid, { timeout: 20_000 })
      .toBe(true)
  })
})

describe('a hint is refused without change', () => {
  it('when the intent is another’s, unpaid, invented or not requested by the site', async () => {
    const site = await startPayingSite()
    site.sandbox.control.addFault(LOSE)
    const { of, intent: unpaid } = await openPayment(site)
    const { intent: theirs } = await openPayment(site)
    await payInBrowser(site, theirs)
    const cheap = await site.sdk.paymentIntents.create({
      amount: 50,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { appointment_id: of.appointmentId },
    })
    await payInBrowser(site, cheap)
    const stranger = await signIn(site, 'stranger@example.com')

    const before = contentsOf(site.db)
    for (const [id, status] of [
      [unpaid.id, 409],
      [theirs.id, 404],
      [cheap.id, 404],
      ['pi_invented', 404],
    ] as const) {
      expect((await sayPaid(of, id)).statusCode).toBe(status)
    }
    await payInBrowser(site, unpaid)
    expect((await sayPaid({ ...of, session: stranger }, unpaid.id)).statusCode).toBe(404)
    expect(contentsOf(site.db)).toEqual(before)
  })
})

describe('Stripe with faults', () => {
  it('is asked again with the same key after one failure, dropped connection or slow response', async () => {
    const site = await startPayingSite({ timeoutMs: 1000 })
    const faults = [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
      { kind: 'drop' },
      { kind: 'hang' },
    ] as const
    for (const fault of faults) {
      for (const when of ['before', 'after'] as const) {
        const of = await bill(site)
        const path = '/v1/payment_intents'
        site.sandbox.control.addFault({ on: 'api', method: 'POST', path, when, fault })
        const answer = await askForIntent(of)
        expect(answer.statusCode).toBe(200)
        const intents = site.sandbox.control
          .record()
          .payment_intents.filter(({ metadata }) => metadata.appointment_id === of.appointmentId)
        expect(intents.map(({ amount }) => amount)).toEqual([PRICE * 100])
      }
    }
  })

  it('is asked with the next key while it repeats a failure under the key', async () => {
    const site = await startPayingSite()
    const of = await bill(site)
    site.sandbox.control.addFault({
      on: 'api',
      method: 'POST',
      fault: { kind: 'status', status: 500, saved: true },
    })
    const answer = await askForIntent(of)
    expect(answer.statusCode).toBe(200)
    const again = await askForIntent(of)
    expect(again.json()).toEqual(answer.json())
    expect(site.sandbox.control.record().payment_intents).toHaveLength(1)
  })

  it('is reported as 503 with Retry-After while unavailable, and later found unchanged', async () => {
    const site = await startPayingSite({ timeoutMs: 100 })
    for (const kind of ['drop', 'hang'] as const) {
      const { of, intent } = await openPayment(site)
      await payInBrowser(site, intent)
      site.sandbox.control.addFault({ on: 'api', times: 'always', fault: { kind } })
      for (const answer of [await askForIntent(of), await sayPaid(of, intent.id)]) {
        expect(answer.statusCode).toBe(503)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect(answer.body).not.toMatch(/stripe|sk_/i)
      }
      expect(readAppointment(site.db, of.appointmentId).paid).toBe(false)
      site.sandbox.control.clearFaults()
      expect((await sayPaid(of, intent.id)).statusCode).toBe(200)
    }
  })

  it('never creates two intents or one of another amount, whatever fails', async () => {
    const site = await startPayingSite({ timeoutMs: 300 })
    const kinds = [
      { kind: 'status', status: 500 },
      { kind: 'drop' },
      { kind: 'hang' },
      { kind: 'status', status: 429 },
    ] as const
    const bills = []
    for (let round = 0; round < 8; round++) {
      const of = await bill(site)
      bills.push(of)
      site.sandbox.control.addFault({
        on: 'api',
        method: 'POST',
        when: round < 4 ? 'before' : 'after',
        times: 1 + (round % 4),
        fault: kinds[round % kinds.length] ?? kinds[0],
      })
      const first = await askForIntent(of)
      expect([200, 503]).toContain(first.statusCode)
      site.sandbox.control.clearFaults()
      expect((await askForIntent(of)).statusCode).toBe(200)
    }
    const { payment_intents: intents } = site.sandbox.control.record()
    const made = intents.map(({ amount, metadata }) => `${metadata.appointment_id} ${amount}`)
    expect(made.sort()).toEqual(
      bills.map(({ appointmentId }) => `${appointmentId} ${PRICE * 100}`).sort(),
    )
  })
})
