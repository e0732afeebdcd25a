import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  buildPayingTest,
  cancelAppointment,
  openIntent,
  type PayingTest,
  paymentEvents,
} from '../../server/testing/paying.ts'
import { WEDNESDAY } from '../../server/testing/test-app.ts'
import { refundPayment } from './refund.ts'
import { settlePayment } from './settle.ts'

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
    expect(test.states()).toEqual(['paid'])
  })

  it('settles once when called many times at once', async () => {
    test.stripe.charge(intentId)
    const outcomes = await Promise.all(Array.from({ length: 20 }, settle))
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'paid' })))
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  })

  it('leaves the appointment unpaid while nothing has been charged', async () => {
    expect(await settle()).toEqual({ outcome: 'open', message: null, isPayable: true })
    test.stripe.change(intentId, { status: 'processing' })
    expect(await settle()).toEqual({ outcome: 'processing' })
    expect(test.appointment().paid).toBe(false)
    expect(test.states()).toEqual(['open'])
  })

  it('records each decline once', async () => {
    test.stripe.decline(intentId, 'Your card has expired.')
    expect(await settle()).toMatchObject({ outcome: 'open', message: 'Your card has expired.' })
    await settle()
    test.stripe.decline(intentId)
    await settle()
    expect(paymentEvents(test.db)).toEqual([
      `payment.failed ${intentId}`,
      `payment.failed ${intentId}`,
    ])
    expect(test.appointment().paid).toBe(false)
  })

  it('settles an intent that the webhook reports before our own record exists', async () => {
    test.db.$client.prepare('DELETE FROM payments').run()
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(test.states()).toEqual(['paid'])
  })

  it('ignores intents that are not ours', async () => {
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
    test.stripe.change(intentId, { refunded: true })
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.appointment().paid).toBe(false)
    expect(paymentEvents(test.db)).toEqual([`payment.refunded ${intentId}`])
  })

  it('records a dispute once', async () => {
    test.stripe.charge(intentId)
    test.stripe.change(intentId, { disputed: true })
    await settle()
    await settle()
    expect(
      paymentEvents(test.db).filter((line) => line.startsWith('payment.disputed')),
    ).toHaveLength(1)
    expect(test.appointment().paid).toBe(true)
  })

  it('records a dispute long after the payment was settled', async () => {
    test.stripe.charge(intentId)
    await settle()
    test.stripe.change(intentId, { disputed: true })
    await settle()
    expect(paymentEvents(test.db).at(-1)).toBe(`payment.disputed ${intentId}`)
  })

  it('accepts the charge of an intent that was closed, for example after a change of keys', async () => {
    test.db.$client.prepare("UPDATE payments SET state = 'closed'").run()
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(test.states()).toEqual(['paid'])
  })

  it('changes nothing when Stripe does not respond', async () => {
    test.stripe.charge(intentId)
    test.stripe.outage = 'before'
    await expect(settle()).rejects.toMatchObject({ name: 'PaymentsUnavailable', retryAfter: 5 })
    expect(test.appointment().paid).toBe(false)
    test.stripe.outage = null
    expect(await settle()).toEqual({ outcome: 'paid' })
  })
})

describe('a paid appointment whose money went back without us', () => {
  const paid = () => `appointment.paid ${test.appointmentId}`
  const lost = { disputed: true, disputeLost: true }
  const ways = [
    ['refund', { refunded: true }, 'refunded', ['payment.refunded']],
    ['lost dispute', lost, 'dispute_lost', ['payment.disputed', 'payment.dispute_lost']],
  ] as const

  beforeEach(async () => {
    test.stripe.charge(intentId)
    await settle()
  })

  it.each(ways)('is unpaid again after a %s, once', async (_what, changes, reason, recorded) => {
    test.stripe.change(intentId, changes)
    const outcomes = await Promise.all(Array.from({ length: 5 }, settle))
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'refunded' })))
    const unpaid = { paid: false, transactionId: null, paidAt: null, status: 'booked' }
    expect(test.appointment()).toMatchObject(unpaid)
    expect(test.states()).toEqual([reason])
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
  })

  it.each(ways)('can be paid anew after a %s, not with the old charge', async (_what, changes) => {
    test.stripe.change(intentId, changes)
    await settle()
    const other = await openIntent(test)
    expect(other).not.toBe(intentId)
    test.stripe.charge(other)
    expect(await settlePayment(test.context, other)).toEqual({ outcome: 'paid' })
    expect(await settle()).toEqual({ outcome: 'refunded' })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: other })
    expect(test.stripe.refunds.size).toBe(0)
  })

  it('stays paid while a dispute is open, and after it was won', async () => {
    test.stripe.change(intentId, { disputed: true })
    expect(await settle()).toEqual({ outcome: 'paid' })
    expect(test.appointment()).toMatchObject({ paid: true, transactionId: intentId })
    expect(paymentEvents(test.db)).toEqual([paid(), `payment.disputed ${intentId}`])
  })
})

describe('a charge that the appointment cannot use', () => {
  it('is refunded when the appointment was canceled before it arrived', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    expect(await settle()).toEqual({ outcome: 'refunded' })
    await settle()
    expect(test.appointment().paid).toBe(false)
    expect(test.states()).toEqual(['refunding'])
    expect(paymentEvents(test.db)).toEqual([`refund.requested ${intentId}`])
  })

  it('is refunded when another intent already pays the appointment', async () => {
    test.stripe.charge(intentId)
    await settle()
    const other = test.stripe.addIntent({ appointmentId: test.appointmentId })
    test.stripe.charge(other.id)
    expect(await settlePayment(test.context, other.id)).toEqual({ outcome: 'refunded' })
    expect(test.appointment().transactionId).toBe(intentId)
    expect(test.states()).toEqual(['paid', 'refunding'])
    expect(paymentEvents(test.db).at(-1)).toBe(`refund.requested ${other.id}`)
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

  it('does not prevent a payment of another appointment', async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await settle()
    const appointmentId = await book(test, test.session, { date: WEDNESDAY })
    const id = await openIntent({ ...test, appointmentId })
    test.stripe.charge(id)
    expect(await settlePayment(test.context, id)).toEqual({ outcome: 'paid' })
  })
})

describe('a refund', () => {
  const refund = () => refundPayment(test.context, intentId)

  beforeEach(async () => {
    cancelAppointment(test.db, test.appointmentId)
    test.stripe.charge(intentId)
    await settle()
  })

  it('happens once, however often it is requested', async () => {
    expect(await Promise.all([refund(), refund(), refund()])).toEqual([true, true, true])
    expect(await refund()).toBe(true)
    expect(test.stripe.refunds.size).toBe(1)
    expect(new Set(test.stripe.keys.slice(1))).toEqual(new Set([`refund:${intentId}`]))
    expect(test.states()).toEqual(['refunded'])
    expect(paymentEvents(test.db)).toEqual([
      `refund.requested ${intentId}`,
      `payment.refunded ${intentId}`,
    ])
  })

  it('is the same one after its response was lost', async () => {
    test.stripe.outage = 'after'
    await expect(refund()).rejects.toMatchObject({ name: 'PaymentsUnavailable' })
    test.stripe.outage = null
    expect(await refund()).toBe(true)
    expect(test.stripe.refunds.size).toBe(1)
    expect(test.states()).toEqual(['refunded'])
  })

  it('counts as done when it was made in the dashboard', async () => {
    test.stripe.change(intentId, { refunded: true })
    expect(await refund()).toBe(true)
    expect(test.stripe.refunds.size).toBe(0)
    expect(test.states()).toEqual(['refunded'])
  })

  it('is recorded as failed when Stripe refuses it', async () => {
    test.stripe.refundStatus = 'refused'
    expect(await refund()).toBe(false)
    expect(test.states()).toEqual(['refund_failed'])
    expect(paymentEvents(test.db).at(-1)).toBe(`refund.failed ${intentId}`)
  })

  it('is recorded as failed when the bank returns it later', async () => {
    await refund()
    for (const id of test.stripe.refunds.keys())
      test.stripe.refunds.set(id, { id, status: 'refused' })
    await settle()
    await settle()
    expect(test.states()).toEqual(['refund_failed'])
    expect(paymentEvents(test.db).filter((line) => line.startsWith('refund.failed'))).toHaveLength(
      1,
    )
  })

  it('stays pending until the bank decides', async () => {
    test.stripe.refundStatus = 'pending'
    expect(await refund()).toBe(true)
    await settle()
    expect(test.states()).toEqual(['refunding'])
    for (const id of test.stripe.refunds.keys()) test.stripe.refunds.set(id, { id, status: 'done' })
    await settle()
    await settle()
    expect(test.states()).toEqual(['refunded'])
    expect(paymentEvents(test.db).at(-1)).toBe(`payment.refunded ${intentId}`)
  })

  it('does nothing for a payment that is not refunded', async () => {
    const appointmentId = await book(test, test.session, { date: WEDNESDAY })
    const id = await openIntent({ ...test, appointmentId })
    test.stripe.charge(id)
    await settlePayment(test.context, id)
    await refundPayment(test.context, id)
    expect(test.stripe.refunds.size).toBe(0)
  })
})
