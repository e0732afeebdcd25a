import { describe, expect, it } from 'vitest'
import { eventTypes, openIntent, rejection, startSandbox } from './testing/harness.ts'

const paidWith = (payment_method: string) => ({ confirm: true, payment_method })

describe('refunds', () => {
  it('give back the whole charge once', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const refund = await stripe.refunds.create(
      {
        payment_intent: intent.id,
        reason: 'requested_by_customer',
        metadata: { why: 'canceled appointment' },
      },
      { idempotencyKey: `refund:${intent.id}` },
    )
    expect(refund).toMatchObject({
      amount: 7550,
      status: 'succeeded',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      reason: 'requested_by_customer',
      metadata: { why: 'canceled appointment' },
    })
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund)
    const [charge] = sandbox.control.record().charges
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 7550, paid: true })
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['refund.created', 'charge.refunded'])

    const again = await rejection(stripe.refunds.create({ payment_intent: intent.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 7550 })
  })

  it('give back parts, never more than is left', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_visa'))
    const part = (amount: number) =>
      stripe.refunds.create({ payment_intent: intent.id, amount, expand: ['charge'] })
    expect((await rejection(part(8000))).message).toBe(
      'Refund amount ($80.00) is greater than charge amount ($75.50)',
    )
    expect(await part(5000)).toMatchObject({ amount: 5000, charge: { amount_refunded: 5000 } })
    expect((await rejection(part(2551))).message).toBe(
      'Refund amount ($25.51) is greater than unrefunded amount on charge ($25.50)',
    )
    expect(await part(2550)).toMatchObject({ charge: { refunded: true } })
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 7550 })
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

  it('can fail later, which gives the charge its money back', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_refundFail'))
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect((await eventTypes(stripe)).slice(-2)).toEqual(['refund.updated', 'refund.failed'])
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 0 })
  })

  it('can be pending first', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe, paidWith('pm_card_pendingRefund'))
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect((await eventTypes(stripe)).at(-1)).toBe('refund.updated')
  })
})
