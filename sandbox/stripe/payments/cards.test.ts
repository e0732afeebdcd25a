import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  authenticate,
  confirmInBrowser,
  enterCard,
  eventTypes,
  openIntent,
  rejection,
  startSandbox,
} from '../testing/harness.ts'
import { cardByNumber, hasValidCheckDigit, testCards } from './cards.ts'

const succeeding = ['4242424242424242', '4000056655665556', '5555555555554444', '378282246310005']

const declines: [number: string, code: string, declineCode: string | undefined, message: string][] =
  [
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ]

const challenged = ['4000002500003155', '4000002760003184', '4000000000003220']

describe('test cards', () => {
  it('are well-formed numbers, each known once by number and by name', () => {
    expect(testCards.every(({ number }) => hasValidCheckDigit(number))).toBe(true)
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
    expect(new Set(testCards.map(({ token }) => token)).size).toBe(testCards.length)
    expect(hasValidCheckDigit('4242424242424241')).toBe(false)
  })

  it.each(succeeding)('%s pays', async (number) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, number)
    const { status, body } = await confirmInBrowser(sandbox, intent, method.id)

    expect(status).toBe(200)
    expect(body.status).toBe('succeeded')
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 7550,
      payment_method: method.id,
      last_payment_error: null,
      latest_charge: { paid: true, amount: 7550, payment_intent: intent.id },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each(declines)('%s is declined with %s', async (number, code, declineCode, message) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, number)
    const { status, body } = await confirmInBrowser(sandbox, intent, method.id)

    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      message,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(body.error?.decline_code).toBe(declineCode)

    const failed = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { type: 'card_error', code, message, payment_method: { id: method.id } },
      latest_charge: { status: 'failed', paid: false, failure_code: code },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })

  it('lets a declined intent be paid with another card', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: bad } = await enterCard(sandbox, '4000000000000002')
    const { body: good } = await enterCard(sandbox, '4242424242424242')
    await confirmInBrowser(sandbox, intent, bad.id)
    const { body } = await confirmInBrowser(sandbox, intent, good.id)
    expect(body).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect(sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 0 })
  })

  it.each(challenged)('%s pays after the challenge', async (number) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, number)
    const { status, body: asked } = await confirmInBrowser(sandbox, intent, method.id)
    expect(status).toBe(200)
    expect(asked).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })

    const { body } = await authenticate(sandbox, asked, 'complete')
    expect(body).toMatchObject({ status: 'succeeded', next_action: null })
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    })
    expect(await eventTypes(stripe)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each(challenged)('%s is not charged when the challenge fails', async (number) => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, number)
    const { body: asked } = await confirmInBrowser(sandbox, intent, method.id)

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
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, '4000008400001629')
    const { body: asked } = await confirmInBrowser(sandbox, intent, method.id)
    expect(asked.status).toBe('requires_action')
    const { status, body } = await authenticate(sandbox, asked, 'complete')
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
  })

  it('4000000000000259 pays and is then disputed, and cannot be refunded', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, '4000000000000259')
    await confirmInBrowser(sandbox, intent, method.id)
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

  it('refuses a real card before keeping anything of it', async () => {
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

  it.each([
    [{ 'card[number]': '4242424242424241' }, 'incorrect_number'],
    [{ 'card[number]': '42' }, 'invalid_number'],
    [{ 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    [{ 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
    [{ 'card[cvc]': '12' }, 'invalid_cvc'],
  ])('refuses wrong details %j', async (details, code) => {
    const { sandbox } = await startSandbox()
    const { status, body } = await enterCard(sandbox, '4242424242424242', details)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
  })
})
