import { beforeEach, describe, expect, it } from 'vitest'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { insertRefund, listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { refunds } from '#drizzle/schema/index.ts'
import {
  addIntent,
  book,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  payByCard,
  paymentEvents,
  readAppointment,
  refundRequested,
} from '#server/testing/paying.ts'
import { WEDNESDAY } from '#server/testing/test-app.ts'
import { refundAppointment } from './refunds/refund-payment.ts'
import { settlePayment } from './settle.ts'
import { listPaymentProblems } from './stripe-differences.ts'

let test: PayingTest
let intentId: string

const settle = () => settlePayment(test.context, intentId)

beforeEach(async () => {
  test = await buildPayingTest()
  intentId = await openIntent(test)
})

describe('settling a payment', () => {
  it('pays the appointment with the succeeded intent and writes one event', async () => {
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(test.appointment().paidAt).toEqual(test.now())
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
    expect(test.states()).toEqual(['succeeded'])
  })

  it('settles once when called many times concurrently', async () => {
    test.stripe.charge(intentId)
    const outcomes = await Promise.all(Array.from({ length: 20 }, settle))
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'paid' })))
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  })

  it('leaves the appointment unpaid while nothing has been charged', async () => {
    expect(await settle()).toEqual({ outcome: 'open', failure: null, isPayable: true })
    test.stripe.change(intentId, { status: 'processing' })
    expect(await settle()).toEqual({ outcome: 'processing' })
    expect(test.appointment().paid).toBe(false)
    expect(test.states()).toEqual(['open'])
  })

  it('records each decline once', async () => {
    test.stripe.decline(intentId, 'Your card has expired.')
    expect(await settle()).toMatchObject({
      outcome: 'open',
      failure: { message: 'Your card has expired.' },
    })
    await settle()
    test.stripe.decline(intentId)
    await settle()
    expect(paymentEvents(test.db)).toEqual([
      `payment.failed ${intentId}`,
      `payment.failed ${intentId}`,
    ])
    expect(test.appointment().paid).toBe(false)
  })

  it('ignores other businesses’ intents', async () => {
    expect(await settlePayment(test.context, 'pi_unknown')).toEqual({ outcome: 'unknown' })
    const stranger = test.stripe.addIntent({ status: 'succeeded', receivedCents: 11_000 })
    expect(await settlePayment(test.context, stranger.id)).toEqual({ outcome: 'unknown' })
    test.stripe.charge(intentId)
    test.stripe.change(intentId, { livemode: true })
    expect(await settle()).toEqual({ outcome: 'unknown' })
    expect(paymentEvents(test.db)).toEqual([])
    expect(test.appointment().paid).toBe(false)
  })

  it('does not pay with a charge that has been refunded', async () => {
    test.stripe.charge(intentId)
    test.stripe.refundInDashboard(intentId)
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.appointment().paid).toBe(false)
    expect(paymentEvents(test.db)).toEqual([`payment.refunded ${intentId}`])
  })

  it('accepts the charge of an intent that was replaced, for example after a change of keys', async () => {
    test.db.$client.prepare("UPDATE payments SET state = 'closed'").run()
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(test.states()).toEqual(['succeeded'])
  })
})

describe('a paid appointment whose money was returned without us', () => {
  const paid = () => `appointment.paid ${test.appointmentId}`
  const ways = [
    [
      'refund',
      () => test.stripe.refundInDashboard(intentId),
      { reason: 'refunded', state: 'succeeded, refund succeeded', recorded: ['payment.refunded'] },
    ],
    [
      'lost dispute',
      () => test.stripe.change(intentId, { disputed: true, disputeLost: true }),
      {
        reason: 'dispute_lost',
        state: 'succeeded',
        recorded: ['payment.disputed', 'payment.dispute_lost'],
      },
    ],
  ] as const

  beforeEach(async () => {
    test.stripe.charge(intentId)
    await settle()
  })

  it.each(ways)(
    'is unpaid again after a %s, once',
    async (_what, happen, { reason, state, recorded }) => {
      happen()
      const outcomes = await Promise.all(Array.from({ length: 5 }, settle))
      expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'refunded' })))
      const unpaid = { paid: false, transactionId: null, paidAt: null, status: 'booked' }
      expect(test.appointment()).toMatchObject(unpaid)
      expect(test.states()).toEqual([state])
      expect(paymentEvents(test.db)).toEqual([
        paid(),
        ...recorded.map((kind) => `${kind} ${intentId}`),
        `appointment.unpaid ${test.appointmentId}`,
      ])
      const event = test.db.$client
        .prepare("SELECT data FROM events WHERE kind = 'appointment.unpaid'")
        .pluck()
        .get()
      expect(JSON.parse(String(event))).toEqual({ intentId, reason })
    },
  )

  it.each(ways)('can be paid again after a %s, not with the old charge', async (_what, happen) => {
    happen()
    const { size } = test.stripe.refunds
    await settle()
    const other = await payByCard(test)
    expect(other).not.toBe(intentId)
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: other })
    expect(test.stripe.refunds.size).toBe(size)
  })

  it('stays paid while a dispute is open, and after it was won, each recorded once', async () => {
    const twice = async () => [await settle(), await settle()]
    test.stripe.change(intentId, { disputed: true })
    expect(await twice()).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }])
    test.stripe.change(intentId, { disputed: false, disputeWon: true })
    expect(await twice()).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }])
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(findPayment(test.db, intentId)).toMatchObject({ disputed: false, disputeLost: false })
    expect(paymentEvents(test.db)).toEqual([
      paid(),
      `payment.disputed ${intentId}`,
      `payment.dispute_won ${intentId}`,
    ])
  })
})

describe('a full refund of a booked appointment that fails', () => {
  const refundAll = (reason: 'staff' | 'cancelled' = 'staff') =>
    refundAppointment(
      test.db,
      { appointmentId: test.appointmentId, reason, actor: null },
      test.now(),
    )

  beforeEach(async () => {
    test.stripe.charge(intentId)
    await settle()
  })

  it.each(['at once', 'after days'])('%s makes it paid again, once', async (when) => {
    if (when === 'at once') test.stripe.refundStatus = 'refused'
    refundAll()
    expect(test.appointment().paid).toBe(false)
    await refundRequested(test.context, test.appointmentId)
    test.stripe.settleRefunds('refused')
    await Promise.all([settle(), settle()])
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    const events = paymentEvents(test.db)
    expect(events.slice(-2)).toContain(`appointment.paid_again ${test.appointmentId}`)
    expect(events.filter((line) => line.startsWith('appointment.'))).toHaveLength(2)
    // What failed can be retried.
    test.stripe.refundStatus = 'done'
    refundAll()
    await refundRequested(test.context, test.appointmentId)
    expect(test.appointment().paid).toBe(false)
  })

  it('because Stripe refuses it makes the appointment paid again', async () => {
    refundAll()
    test.stripe.refund = async () => null
    expect(await refundRequested(test.context, test.appointmentId)).toEqual([false])
    expect(paymentEvents(test.db).slice(-2)).toEqual([
      `refund.failed ${intentId}`,
      `appointment.paid_again ${test.appointmentId}`,
    ])
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
  })

  it('does not affect an appointment that has been paid otherwise or canceled since', async () => {
    refundAll()
    await refundRequested(test.context, test.appointmentId)
    const other = await payByCard(test)
    test.stripe.settleRefunds('refused')
    await settle()
    expect(test.appointment().transactionId).toBe(other)
    refundAll('cancelled')
    cancelAppointment(test.db, test.appointmentId)
    await refundRequested(test.context, test.appointmentId)
    test.stripe.settleRefunds('refused')
    await settlePayment(test.context, other)
    expect(test.appointment().paid).toBe(false)
  })
})

describe('a charge that does not fit the appointment', () => {
  it('is refunded when the appointment was canceled before it arrived', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'refunded' })
    await settle()
    expect(test.appointment().paid).toBe(false)
    expect(test.states()).toEqual(['succeeded, refund requested'])
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('is refunded when another intent already pays the appointment', async () => {
    test.stripe.charge(intentId)
    await settle()
    const other = addIntent(test)
    test.stripe.charge(other)
    expect(await settlePayment(test.context, other)).toEqual({ outcome: 'refunded' })
    expect(test.appointment().transactionId).toBe(intentId)
    expect(test.states()).toEqual(['succeeded', 'succeeded, refund requested'])
    expect(paymentEvents(test.db).at(-1)).toBe(`refund.requested ${other}`)
  })

  it.each([
    ['amount', { amountCents: 100, receivedCents: 100 }],
    ['amount that was received', { receivedCents: 100 }],
    ['amount that was received, a larger one', { receivedCents: 22_000 }],
    ['currency', { currency: 'jpy' }],
  ])('is refunded when the %s differs', async (_what, changes) => {
    test.stripe.charge(intentId)
    test.stripe.change(intentId, changes)
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.appointment().paid).toBe(false)
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('is not refunded while the bank decides a dispute about it', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    test.stripe.change(intentId, { disputed: true })
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.states()).toEqual(['succeeded'])
    const causes = () =>
      listPaymentProblems({ ...test.context, today: () => '2027-03-01' }).map(({ cause }) => cause)
    expect(causes()).toEqual(['disputed'])
    test.stripe.change(intentId, { disputed: false, disputeWon: true })
    await settle()
    expect(causes()).toEqual(['unused'])
  })

  it('does not prevent a payment of another appointment', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await settle()
    const appointmentId = await book(test, test.session, { date: WEDNESDAY })
    const transactionId = await payByCard({ ...test, appointmentId })
    expect(readAppointment(test.db, appointmentId)).toMatchObject({ paid: true, transactionId })
  })
})

describe('a refund', () => {
  const refund = () => refundRequested(test.context, test.appointmentId)

  beforeEach(async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await settle()
  })

  it('happens once, however often it is requested', async () => {
    expect(await Promise.all([refund(), refund(), refund()])).toEqual([[true], [true], [true]])
    expect(await refund()).toEqual([true])
    expect(test.stripe.refunds.size).toBe(1)
    expect(new Set(test.stripe.keys.slice(1)).size).toBe(1)
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
    expect(paymentEvents(test.db)).toEqual([
      `refund.requested ${intentId}`,
      `payment.refunded ${intentId}`,
    ])
  })

  it('is the same one after its response was lost', async () => {
    test.stripe.outage = 'after'
    await expect(refund()).rejects.toMatchObject({ name: 'PaymentsUnavailable' })
    test.stripe.outage = null
    expect(await refund()).toEqual([true])
    expect(test.stripe.refunds.size).toBe(1)
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
  })

  it('is recorded as done if it was made in the dashboard', async () => {
    test.stripe.refundInDashboard(intentId)
    expect(await refund()).toEqual([true])
    expect(test.stripe.refunds.size).toBe(1)
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
  })

  it('is not matched with a failed one of the same amount from the dashboard', async () => {
    test.stripe.refundInDashboard(intentId)
    test.stripe.settleRefunds('refused')
    expect(await refund()).toEqual([true])
    expect([...test.stripe.refunds.values()].map(({ status }) => status)).toEqual([
      'refused',
      'done',
    ])
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
  })

  /** Stripe has made the refund, and the clinic does not know it yet. */
  function madeAtStripe(amountCents: number): string {
    const [row] = listRefundsOf(test.db, intentId)
    test.db.$client.exec('DROP TRIGGER refunds_keep_what_they_were')
    test.db.update(refunds).set({ amountCents }).run()
    test.stripe.refundInDashboard(intentId, amountCents)
    const [id, made] = [...test.stripe.refunds].at(-1) ?? []
    if (!id || !made || !row) throw new Error('There is no refund.')
    test.stripe.refunds.set(id, { ...made, refundId: row.id })
    return row.id
  }

  it('is kept if Stripe has made it, and otherwise replaced by the one from the dashboard', async () => {
    test.stripe.refundInDashboard(intentId, 20_00)
    const made = madeAtStripe(50_00)
    const [row] = listRefundsOf(test.db, intentId)
    if (row) insertRefund(test.db, { ...row, id: 'second', amountCents: 50_00 })
    await settle()
    const states = listRefundsOf(test.db, intentId).map(({ id, state, reason }) => [
      id === made ? 'made' : reason,
      state,
    ])
    expect(states.toSorted()).toEqual([
      ['cancelled', 'failed'],
      ['dashboard', 'succeeded'],
      ['made', 'succeeded'],
    ])
  })

  it('is recorded although we gave up while Stripe was making it', async () => {
    const id = madeAtStripe(60_00)
    test.db.update(refunds).set({ state: 'failed' }).run()
    await settle()
    expect(listRefundsOf(test.db, intentId)).toMatchObject([{ id, state: 'succeeded' }])
    expect(paymentEvents(test.db).at(-1)).toBe(`payment.refunded ${intentId}`)
  })

  it('fails if Stripe refuses it', async () => {
    test.stripe.refundStatus = 'refused'
    expect(await refund()).toEqual([false])
    expect(test.states()).toEqual(['succeeded, refund failed'])
    expect(paymentEvents(test.db).at(-1)).toBe(`refund.failed ${intentId}`)
  })

  it('fails if the bank returns it later', async () => {
    await refund()
    test.stripe.settleRefunds('refused')
    await settle()
    await settle()
    expect(test.states()).toEqual(['succeeded, refund failed'])
    expect(paymentEvents(test.db).filter((line) => line.startsWith('refund.failed'))).toHaveLength(
      1,
    )
  })

  it('stays pending until the bank decides', async () => {
    test.stripe.refundStatus = 'pending'
    expect(await refund()).toEqual([true])
    await settle()
    expect(test.states()).toEqual(['succeeded, refund pending'])
    test.stripe.settleRefunds('done')
    await settle()
    await settle()
    expect(test.states()).toEqual(['succeeded, refund succeeded'])
    expect(paymentEvents(test.db).at(-1)).toBe(`payment.refunded ${intentId}`)
  })

  it('does nothing if Stripe has accepted it under an id that was lost with the response', async () => {
    const [row] = listRefundsOf(test.db, intentId)
    test.stripe.refundInDashboard(intentId)
    const [id, made] = [...test.stripe.refunds][0] ?? []
    if (id && made && row) test.stripe.refunds.set(id, { ...made, refundId: row.id })
    expect(await refund()).toEqual([true])
    expect(listRefundsOf(test.db, intentId)).toMatchObject([{ id: row?.id, stripeId: id }])
    expect(test.stripe.refunds.size).toBe(1)
  })
})
