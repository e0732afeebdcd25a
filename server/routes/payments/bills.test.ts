import { beforeEach, describe, expect, it } from 'vitest'
import { blockSuccess } from '#contract/booking/blocks.ts'
import { paymentIntentResponse } from '#contract/payments/payment-intents.ts'
import { compareWithStripe } from '#domain/payments/compare-with-stripe.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { listPaymentProblems, resolveProblem } from '#domain/payments/stripe-differences.ts'
import { keepStripeEvent, reconcileStripeEvent } from '#domain/payments/webhook-inbox.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { addChildren, blockOf } from '#server/testing/blocks.ts'
import {
  addIntent,
  book,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  paymentEvents,
  paymentStates,
  readAppointment,
  refundRequested,
} from '#server/testing/paying.ts'
import { signIn, WEDNESDAY } from '#server/testing/test-app.ts'

let test: PayingTest
let first: string
let second: string

beforeEach(async () => {
  test = await buildPayingTest()
  first = test.appointmentId
  const other = { treatment: 'Weight Loss', price: 80, slot: '11:00 AM - 11:30 AM' }
  second = await book(test, test.session, { date: WEDNESDAY, ...other })
})

const ask = (appointments: object[]) => test.session.post('/payments', { appointments })
const askForBoth = (price = 80, other = second) =>
  ask([
    { appointment: first, price: 110 },
    { appointment: other, price },
  ])

/** Requests to pay for both; returns the intent's id. */
async function openBill(): Promise<string> {
  const { clientSecret } = paymentIntentResponse.parse((await askForBoth()).json())
  return clientSecret.split('_secret_')[0] ?? ''
}

const check = (intentId: string) => test.session.post(`/payments/${intentId}/check`)

const row = (id: string) => readAppointment(test.db, id)

describe('a payment for two appointments', () => {
  it('takes the sum once, pays both, and sends one email', async () => {
    const intentId = await openBill()
    expect(await openBill()).toBe(intentId)
    expect(test.stripe.intents.get(intentId)).toMatchObject({ amountCents: 190_00 })
    test.stripe.charge(intentId)
    const answer = await check(intentId)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ paid: true, transactionId: intentId })
    for (const id of [first, second]) {
      expect(row(id)).toMatchObject({ paid: true, transactionId: intentId })
    }
    expect((await check(intentId)).statusCode).toBe(200)
    expect(paymentEvents(test.db).toSorted()).toEqual(
      [first, second].map((id) => `appointment.paid ${id}`).toSorted(),
    )
    const emails = listNotifications(test.db, { limit: 50 })
    expect(emails.filter(({ notification: { kind } }) => kind === 'paid')).toHaveLength(1)
  })

  it('pays a block of four with one payment, and refunds one of its items alone', async () => {
    const children = addChildren(test, test.session)
    const answer = await test.session.post(
      '/appointment-blocks',
      blockOf(test.session, children, { date: 'Mar 4, 2027' }),
    )
    const { bookings } = blockSuccess.parse(answer.json())
    const ids = bookings.map(({ _id }) => _id)
    const bill = await ask(ids.map((appointment) => ({ appointment, price: 110 })))
    const intentId =
      paymentIntentResponse.parse(bill.json()).clientSecret.split('_secret_')[0] ?? ''
    test.stripe.charge(intentId)
    expect((await check(intentId)).json()).toMatchObject({ paid: true })
    expect(ids.map((id) => row(id).transactionId)).toEqual(Array(4).fill(intentId))

    const [canceled = '', ...others] = ids
    const url = `/appointments/${canceled}/cancel`
    expect((await test.session.post(url, { version: 0, refund: 110 })).statusCode).toBe(200)
    await refundRequested(test.context, canceled)
    expect(test.stripe.intents.get(intentId)).toMatchObject({ refundedCents: 110_00 })
    expect(row(canceled)).toMatchObject({ status: 'cancelled', paid: false })
    for (const id of others) expect(row(id)).toMatchObject({ status: 'booked', paid: true })
  })

  it('refunds the part for an appointment that was canceled while the card was charged', async () => {
    const intentId = await openBill()
    cancelAppointment(test.db, second)
    test.stripe.charge(intentId)
    expect((await check(intentId)).json()).toEqual({ paid: true, transactionId: intentId })
    expect([row(first).paid, row(second).paid]).toEqual([true, false])
    expect(await refundRequested(test.context, second)).toEqual([true])
    expect(test.stripe.intents.get(intentId)).toMatchObject({ refundedCents: 80_00 })
    await settlePayment(test.context, intentId)
    expect(row(first)).toMatchObject({ paid: true, transactionId: intentId })
  })

  it('refunds the part for an appointment that another payment paid meanwhile', async () => {
    const bill = await openBill()
    const other = addIntent(test)
    test.stripe.charge(other)
    await settlePayment(test.context, other)
    test.stripe.charge(bill)
    expect((await check(bill)).json()).toMatchObject({ paid: true })
    expect(row(first).transactionId).toBe(other)
    expect(row(second).transactionId).toBe(bill)
    await refundRequested(test.context, first)
    expect(test.stripe.intents.get(bill)).toMatchObject({ refundedCents: 110_00 })
  })

  it('is refused when another payment for one of them succeeds at the same moment', async () => {
    const single = await openIntent(test)
    const bill = test.stripe.intents.size
    test.stripe.interrupt = (call) => {
      if (call === 'cancelIntent') test.stripe.charge(single)
    }
    const answer = await askForBoth()
    expect(answer.json()).toMatchObject({ code: 'already_paid', transactionId: single })
    expect(test.stripe.intents.size).toBe(bill)
  })

  it('replaces the open intents for each of them, and is replaced by one', async () => {
    const single = await openIntent(test)
    const bill = await openBill()
    expect(test.stripe.intents.get(single)?.status).toBe('canceled')
    const next = await openIntent(test)
    expect(test.stripe.intents.get(bill)?.status).toBe('canceled')
    expect(paymentStates(test.db, first)).toEqual(['closed', 'closed', 'open'])
    expect(paymentStates(test.db, second)).toEqual(['closed'])
    expect(next).not.toBe(single)
  })

  it('is refused if one of them is another patient’s, canceled, or has another price', async () => {
    const stranger = await signIn(test, 'stranger@example.com')
    const theirs = await book(test, stranger, { slot: '10:00 AM - 10:30 AM' })
    expect((await askForBoth(110, theirs)).statusCode).toBe(404)
    expect((await askForBoth(79)).json()).toMatchObject({ code: 'price_changed', price: 80 })
    expect((await askForBoth(110, first)).statusCode).toBe(400)
    expect((await ask([])).statusCode).toBe(400)
    cancelAppointment(test.db, second)
    expect((await askForBoth()).json()).toMatchObject({ code: 'appointment_cancelled' })
    expect(test.stripe.intents.size).toBe(0)
  })

  it('is not complete before it is charged', async () => {
    const intentId = await openBill()
    expect((await check(intentId)).json()).toMatchObject({ code: 'payment_not_completed' })
    test.stripe.change(intentId, { status: 'processing' })
    expect((await check(intentId)).statusCode).toBe(202)
  })
})

describe('a payment for two appointments that is refunded in Stripe’s dashboard', () => {
  let intentId: string

  beforeEach(async () => {
    intentId = await openBill()
    test.stripe.charge(intentId)
    await settle()
  })

  const settle = () => settlePayment(test.context, intentId)
  const refund = (cents: number) => test.stripe.refundInDashboard(intentId, cents)
  const desk = () => ({ ...test.context, today: () => '2027-01-05' as const })
  const count = (kind: string) =>
    paymentEvents(test.db).filter((event) => event.startsWith(`${kind} `)).length
  const cancel = (appointment: string, dollars: number) =>
    test.session.post(`/appointments/${appointment}/cancel`, { version: 0, refund: dollars })

  /** What the reconciliation page shows after a comparison with Stripe. */
  async function compare(): Promise<string[]> {
    await compareWithStripe(test.context, { signal: new AbortController().signal })
    return listPaymentProblems(desk()).map(({ cause }) => cause)
  }

  /** What was or will be refunded for each appointment, in cents. */
  function returned(): number[] {
    const rows = listRefundsOf(test.db, intentId).filter(({ state }) => state !== 'failed')
    return [first, second].map((id) =>
      rows
        .filter(({ appointmentId }) => appointmentId === id)
        .reduce((cents, { amountCents }) => cents + amountCents, 0),
    )
  }

  it.each([
    ['at once', [190_00], 2],
    ['in two parts that are no appointment’s', [50_00, 140_00], 3],
    ['appointment by appointment', [110_00, 80_00], 2],
  ])('makes both unpaid, each once, when all of it was refunded %s', async (_, parts, refunds) => {
    for (const part of parts) refund(part)
    for (let told = 0; told < 3; told += 1) await Promise.all([settle(), settle()])
    expect(returned()).toEqual([110_00, 80_00])
    for (const id of [first, second]) {
      expect(row(id)).toMatchObject({ status: 'booked', paid: false, transactionId: null })
    }
    expect([count('payment.refunded'), count('appointment.unpaid')]).toEqual([refunds, 2])
    const emails = listNotifications(test.db, { limit: 50 }).map(({ notification }) => notification)
    const unpaid = emails.filter(({ kind }) => kind === 'unpaid')
    expect(unpaid.map(({ appointmentId }) => appointmentId).toSorted()).toEqual(
      [first, second].toSorted(),
    )
    expect(findBookErrors(test.db)).toEqual([])
    expect(await compare()).toEqual(Array(refunds).fill('dashboard_refund'))
  })

  it('replaces the refund of one that was canceled at the same moment', async () => {
    expect((await cancel(second, 80)).statusCode).toBe(200)
    refund(190_00)
    expect(await refundRequested(test.context, second)).toEqual([true])
    await settle()
    expect(returned()).toEqual([110_00, 80_00])
    expect(test.stripe.intents.get(intentId)).toMatchObject({ refundedCents: 190_00 })
    expect(row(first).paid).toBe(false)
    expect(findBookErrors(test.db)).toEqual([])
    expect(await compare()).toEqual(['dashboard_refund'])
  })

  it('is assigned to the appointment that still has money, in full or in part', async () => {
    await cancel(second, 80)
    await refundRequested(test.context, second)
    refund(30_00)
    await settle()
    expect(returned()).toEqual([30_00, 80_00])
    expect(row(first).paid).toBe(true)
    expect(await compare()).toEqual(['dashboard_refund'])
  })

  it('fails for each appointment when the bank rejects it', async () => {
    refund(190_00)
    await settle()
    test.stripe.settleRefunds('refused')
    await settle()
    expect(returned()).toEqual([0, 0])
    expect(count('refund.failed')).toBe(2)
    expect(findBookErrors(test.db)).toEqual([])
    expect((await compare()).filter((cause) => cause === 'amount_differs')).toEqual([])
  })

  it('is listed at once when a webhook reports a part, and leaves the list with the rest', async () => {
    const listed = () => listPaymentProblems(desk()).map(({ cause }) => cause)
    const tell = async (id: string) => {
      const event = { id, type: 'charge.refunded', livemode: false, intentId }
      await keepStripeEvent(test.context, { ...event, createdAt: test.now() })
      await reconcileStripeEvent(test.context, id)
    }
    refund(110_00)
    await tell('evt_part')
    expect(listed()).toEqual(['amount_differs'])
    await tell('evt_again')
    expect(count('payment.problem_found')).toBe(1)
    refund(80_00)
    await tell('evt_rest')
    expect(listed()).toEqual(['dashboard_refund', 'dashboard_refund'])
    expect(count('payment.problem_ended')).toBe(1)
  })

  it('is left to staff while it is partial, and ends when the rest is refunded', async () => {
    refund(110_00)
    await settle()
    expect([returned(), await compare()]).toEqual([[0, 0], ['amount_differs']])

    // Stripe has too little left, and the reconciliation page says so.
    await cancel(first, 110)
    expect(await refundRequested(test.context, first)).toEqual([false])
    expect((await compare()).toSorted()).toEqual(['amount_differs', 'refund_failed'])
    expect(test.stripe.intents.get(intentId)).toMatchObject({ refundedCents: 110_00 })

    refund(80_00)
    const problem = { cause: 'amount_differs', subject: intentId, action: 'settle' } as const
    expect(await resolveProblem(desk(), problem, 'admin')).toEqual({ outcome: 'done' })
    expect(returned()).toEqual([110_00, 80_00])
    expect(row(second)).toMatchObject({ status: 'booked', paid: false })
    expect(await compare()).toEqual(['dashboard_refund', 'dashboard_refund'])
    expect(findBookErrors(test.db)).toEqual([])
  })
})
