import { describe, expect, it } from 'vitest'
import { eventTypes, openIntent, rejection, startSandbox } from '../testing/harness.ts'

const paidWith = (payment_method: string) => ({ confirm: true, payment_method })

describe('refunds', () => {
  it('return the whole charge once', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const refund = await stripe.refunds.create(
      {
        payment_intent: intent.id,
        metadata: { why: 'canceled appointment' },
      },
      { idempotencyKey: `refund:${intent.id}` },
    )
    expect(refund).toMatchObject({
      amount: 7550,
      status: 'succeeded',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      metadata: { why: 'canceled appointment' },
    })
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([refund])
    const [charge] = sandbox.control.record().charges
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 7550, paid: true })
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['refund.created', 'charge.refunded'])

    const again = await rejection(stripe.refunds.create({ payment_intent: intent.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 7550 })
  })

  it('return parts, never more than is left', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const part = (amount: number) => stripe.refunds.create({ payment_intent: intent.id, amount })
    const refunded = () => sandbox.control.record().totals.refunded
    expect((await rejection(part(8000))).message).toBe(
      'Refund amount ($80) is greater than unrefunded amount on charge ($75.50)',
    )
    await part(5000)
    expect(refunded()).toBe(5000)
    expect((await rejection(part(2551))).message).toBe(
      'Refund amount ($25.51) is greater than unrefunded amount on charge ($25.50)',
    )
    await part(2550)
    expect(sandbox.control.record().charges).toMatchObject([{ refunded: true }])
    expect(refunded()).toBe(7550)
  })

  it('need a paid intent', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const unpaid = await rejection(stripe.refunds.create({ payment_intent: intent.id }))
    expect(unpaid.message).toContain('does not have a successful charge to refund')
    const unknown = await rejection(stripe.refunds.create({ payment_intent: 'pi_nobody' }))
    expect(unknown.code).toBe('resource_missing')
    expect((await rejection(stripe.refunds.create({}))).statusCode).toBe(400)
  })

  it.each([
    ['pm_card_refundFail', 'succeeded', 'failed', 'refund.failed'],
    ['pm_card_pendingRefund', 'pending', 'succeeded', 'refund.updated'],
  ])('of %s are first %s and then %s', async (card, first, then, event) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith(card))
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe(first)
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([
      { status: then },
    ])
    expect((await eventTypes(stripe)).at(-1)).toBe(event)
    expect(sandbox.control.record().totals.refunded).toBe(then === 'failed' ? 0 : 7550)
  })

  it('can fail after others of the same charge, days after they had succeeded', async () => {
    const { sandbox, stripe } = await startSandbox()
    const { id } = await openIntent(stripe, paidWith('pm_card_visa'))
    const part = (amount: number) => stripe.refunds.create({ payment_intent: id, amount })
    const first = await part(1000)
    await part(500)
    sandbox.control.settleRefund(first.id, 'failed')
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge'],
    })
    expect(charge).toMatchObject({ amount_refunded: 500, refunded: false })
    expect((await part(7050)).status).toBe('succeeded')
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 7550 })
    expect(() => sandbox.control.settleRefund(first.id, 'succeeded')).toThrow('already failed')
  })

  it.each(['succeeded', 'failed'] as const)('wait for the bank, and then have %s', async (end) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    sandbox.control.addFault({ on: 'refund', fault: { kind: 'hold' } })
    const { id } = await stripe.refunds.create({ payment_intent: intent.id })
    const status = async () =>
      (await stripe.refunds.list({ payment_intent: intent.id })).data[0]?.status
    expect(await status()).toBe('pending')
    // Stripe counts a pending refund as refunded.
    expect(sandbox.control.record().totals.refunded).toBe(7550)
    sandbox.control.settleRefund(id, end)
    expect(await status()).toBe(end)
    expect(sandbox.control.record().totals.refunded).toBe(end === 'failed' ? 0 : 7550)
  })

  it('are possible again once the clinic has won the dispute', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const refund = (amount: number) => stripe.refunds.create({ payment_intent: intent.id, amount })
    await refund(550)
    expect(sandbox.control.dispute(intent.id)).toMatchObject({ amount: 7000 })
    expect((await rejection(refund(100))).code).toBe('charge_disputed')
    expect(() => sandbox.control.dispute(intent.id)).toThrow('cannot be disputed')
    sandbox.control.closeDispute(intent.id, 'won')
    expect((await refund(100)).status).toBe('succeeded')
  })
})

describe('lists', () => {
  const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id)

  it('contain the refunds of one intent, newest first', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const other = await openIntent(stripe, paidWith('pm_card_visa'))
    const made: string[] = []
    for (const amount of [100, 200, 300]) {
      const metadata = { refund_id: `refund-${amount}` }
      const refund = { payment_intent: intent.id, amount, metadata }
      made.unshift((await stripe.refunds.create(refund)).id)
    }
    await stripe.refunds.create({ payment_intent: other.id })
    const all = await stripe.refunds.list({ payment_intent: intent.id })
    expect(ids(all)).toEqual(made)
    expect(all.data[0]).toMatchObject({ amount: 300, metadata: { refund_id: 'refund-300' } })
  })

  it('contain the intents created since a time', async () => {
    let now = Date.UTC(2030, 0, 1)
    const { stripe } = await startSandbox({ now: () => now })
    const made: string[] = []
    for (const day of [1, 2, 3, 4]) {
      now = Date.UTC(2030, 0, day)
      made.unshift((await openIntent(stripe, paidWith('pm_card_visa'))).id)
    }
    const day = (number: number) => Date.UTC(2030, 0, number) / 1000
    expect(ids(await stripe.paymentIntents.list())).toEqual(made)
    const paged = stripe.paymentIntents.list({ created: { gte: day(2) }, limit: 1 })
    expect((await paged.autoPagingToArray({ limit: 10 })).map(({ id }) => id)).toEqual(
      made.slice(0, 3),
    )
    const [intent] = (await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })).data
    expect(intent?.latest_charge).toMatchObject({ amount: 7550, status: 'succeeded' })
  })
})
