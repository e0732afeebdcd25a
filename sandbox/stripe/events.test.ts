import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { openIntent, rejection, startReceiver, startSandbox } from './testing/harness.ts'

describe('the list of events', () => {
  it('comes newest first in pages, both ways', async () => {
    const { stripe } = await startSandbox()
    const intents: string[] = []
    for (let count = 0; count < 13; count += 1) intents.push((await openIntent(stripe)).id)
    const all = await stripe.events.list({ limit: 5 }).autoPagingToArray({ limit: 100 })
    expect(all).toHaveLength(13)
    expect(all.map(({ data }) => data.object)).toMatchObject(
      intents.toReversed().map((id) => ({ id })),
    )

    const first = await stripe.events.list()
    expect(first.data.map(({ id }) => id)).toEqual(all.slice(0, 10).map(({ id }) => id))
    expect(first.has_more).toBe(true)
    const next = await stripe.events.list({ starting_after: all[9]?.id ?? '' })
    expect(next).toMatchObject({ has_more: false, url: '/v1/events' })
    expect(next.data.map(({ id }) => id)).toEqual(all.slice(10).map(({ id }) => id))
    const before = await stripe.events.list({ ending_before: all[9]?.id ?? '', limit: 3 })
    expect(before.data.map(({ id }) => id)).toEqual(all.slice(6, 9).map(({ id }) => id))
    expect(before.has_more).toBe(true)
    const older = await stripe.events
      .list({ ending_before: all[12]?.id ?? '', limit: 5 })
      .autoPagingToArray({ limit: 100 })
    expect(older).toHaveLength(12)
  })

  it('filters by type, time and delivery', async () => {
    let clock = 1_800_000_000_000
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({
      now: () => clock,
      webhookUrl: receiver.url,
      retryDelaysMs: [],
    })
    await openIntent(stripe)
    await sandbox.control.webhooksSettled()
    clock += 60_000
    receiver.answerNext(500, 1)
    await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
    await sandbox.control.webhooksSettled()

    const types = async (params: Stripe.EventListParams) =>
      (await stripe.events.list(params)).data.map(({ type }) => type)
    expect(await types({ types: ['charge.succeeded', 'payment_intent.succeeded'] })).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
    ])
    expect(await types({ type: 'charge.*' })).toEqual(['charge.succeeded'])
    expect(await types({ created: { gte: 1_800_000_060 } })).toHaveLength(3)
    expect(await types({ created: { gt: 1_800_000_060 } })).toEqual([])
    expect(await types({ created: { lt: 1_800_000_060 } })).toHaveLength(1)
    expect(await types({ created: 1_800_000_000 })).toHaveLength(1)
    expect(await types({ delivery_success: false })).toEqual(['payment_intent.created'])
    expect(await types({ delivery_success: true })).toHaveLength(3)
    clock += 31 * 24 * 3_600_000
    expect(await types({})).toEqual([])
  })

  it('retrieves one as it was when it happened', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe, { metadata: { appointment_id: 'apt_1' } })
    await stripe.paymentIntents.cancel(intent.id)
    const [, created] = (await stripe.events.list()).data
    const event = await stripe.events.retrieve(created?.id ?? '')
    expect(event).toMatchObject({
      type: 'payment_intent.created',
      livemode: false,
      request: { id: intent.lastResponse.requestId },
      data: {
        object: { status: 'requires_payment_method', metadata: { appointment_id: 'apt_1' } },
      },
    })
  })

  it('refuses contradictory or unknown parameters', async () => {
    const { stripe } = await startSandbox()
    for (const params of [
      { limit: 0 },
      { limit: 101 },
      { type: 'a', types: ['b'] },
      { starting_after: 'evt_nobody' },
      { starting_after: 'a', ending_before: 'b' },
      { types: Array.from({ length: 21 }, () => 'charge.failed') },
    ]) {
      const error = await rejection(stripe.events.list(params))
      expect(error.type).toBe('StripeInvalidRequestError')
    }
  })
})
