import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { authenticate, enterCard, payWithCard } from '../testing/browser.ts'
import { eventTypes, openIntent, rejection, startSandbox } from '../testing/harness.ts'
import { cardByNumber, hasValidCheckDigit, testCards } from './cards.ts'

/** Types a card in the browser and confirms a new intent with it. */
async function payWith(number: string) {
  const { sandbox, stripe } = await startSandbox()
  const intent = await openIntent(stripe)
  const { status, body } = await payWithCard(sandbox, intent.client_secret, number)
  const read = () => stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  return { sandbox, stripe, intent, status, body, read }
}

const [declined, charged] = [true, false].map((isDeclined) =>
  testCards.filter(({ challenge, decline }) => !challenge && Boolean(decline) === isDeclined),
)
const challenged = testCards.filter(({ challenge, decline }) => challenge && !decline)

describe('test cards', () => {
  it('are well-formed numbers, each known once by number and by name', () => {
    expect(testCards.every(({ number }) => hasValidCheckDigit(number))).toBe(true)
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
    expect(new Set(testCards.map(({ token }) => token)).size).toBe(testCards.length)
    expect(hasValidCheckDigit('4242424242424241')).toBe(false)
  })

  it.each(charged ?? [])('$number pays', async ({ number }) => {
    const { stripe, intent, status, body, read } = await payWith(number)
    expect(status).toBe(200)
    expect(body.status).toBe('succeeded')
    expect(await read()).toMatchObject({
      status: 'succeeded',
      amount_received: 7550,
      payment_method: body.payment_method,
      last_payment_error: null,
      latest_charge: { paid: true, amount: 7550, payment_intent: intent.id },
    })
    expect((await eventTypes(stripe)).slice(0, 3)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each(declined ?? [])('$number is declined with $decline', async ({ number, decline }) => {
    const { stripe, intent, status, body, read } = await payWith(number)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      ...decline,
      type: 'card_error',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(await read()).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { ...decline, type: 'card_error' },
      latest_charge: { status: 'failed', paid: false },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })

  it('lets a declined intent be paid with another card', async () => {
    const { sandbox, intent } = await payWith('4000000000000002')
    const { body } = await payWithCard(sandbox, intent.client_secret, '4242424242424242')
    expect(body).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 0 })
  })

  it.each(challenged)('$number pays after the challenge', async ({ number }) => {
    const { sandbox, stripe, status, body: asked, read } = await payWith(number)
    expect(status).toBe(200)
    expect(asked).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })

    const { body } = await authenticate(sandbox, asked, 'complete')
    expect(body).toMatchObject({ status: 'succeeded', next_action: null })
    expect((await read()).latest_charge).toMatchObject({ paid: true, amount: 7550 })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each(challenged)('$number is not charged when the challenge fails', async ({ number }) => {
    const { sandbox, stripe, body: asked } = await payWith(number)
    const { status, body } = await authenticate(sandbox, asked, 'fail')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.payment_failed',
    ])
    const again = await authenticate(sandbox, asked, 'complete')
    expect(again.body.error?.code).toBe('payment_intent_unexpected_state')
    expect(sandbox.control.record().charges).toEqual([])
  })

  it('4000008400001629 is declined after the challenge', async () => {
    const { sandbox, body: asked, read } = await payWith('4000008400001629')
    expect(asked.status).toBe('requires_action')
    const { status, body } = await authenticate(sandbox, asked, 'complete')
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
    expect((await read()).status).toBe('requires_payment_method')
  })

  it('4000000000000259 pays and is then disputed, and cannot be refunded', async () => {
    const { sandbox, stripe, intent } = await payWith('4000000000000259')
    const events = await stripe.events.list({ types: ['charge.dispute.created'] })
    expect(events.data[0]?.data.object).toMatchObject({
      object: 'dispute',
      amount: 7550,
      payment_intent: intent.id,
    } satisfies Partial<Stripe.Dispute>)
    const error = await rejection(stripe.refunds.create({ payment_intent: intent.id }))
    expect(error.code).toBe('charge_disputed')

    sandbox.control.closeDispute(intent.id, 'lost')
    const { data } = await stripe.disputes.list({ payment_intent: intent.id })
    expect(data).toMatchObject([{ status: 'lost', amount: 7550 }])
    const closed = await stripe.events.list({ types: ['charge.dispute.closed'] })
    expect(closed.data[0]?.data.object).toEqual(data[0])
  })

  it('rejects a real card before storing anything of it', async () => {
    const { sandbox } = await startSandbox()
    const { status, body } = await enterCard(sandbox, '4111111111111111')
    expect(cardByNumber('4111111111111111')).toBeUndefined()
    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    })
  })
})
