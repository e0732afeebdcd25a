import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { openIntent, rejection, startSandbox } from '../testing/harness.ts'

describe('the list of events', () => {
  it('lists events newest first, in pages', async () => {
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
  })

  it('filters by type and time, and ends after 30 days', async () => {
    let clock = 1_800_000_000_000
    const { stripe } = await startSandbox({ now: () => clock })
    await openIntent(stripe)
    clock += 60_000
    await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })

    const types = async (params: Stripe.EventListParams) =>
      (await stripe.events.list(params)).data.map(({ type }) => type)
    expect(await types({ types: ['charge.succeeded', 'payment_intent.succeeded'] })).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
    ])
    expect(await types({ created: { gte: 1_800_000_060 } })).toHaveLength(3)
    expect(await types({ created: { gte: 1_800_000_061 } })).toEqual([])
    clock += 31 * 24 * 3_600_000
    expect(await types({})).toEqual([])
  })

  it('contains each object as it was at the time of the event', async () => {
    const { stripe } = await startSandbox()
    const intent = await openIntent(stripe, { metadata: { appointment_id: 'apt_1' } })
    await stripe.paymentIntents.cancel(intent.id)
    const [, created] = (await stripe.events.list()).data
    expect(created).toMatchObject({
      type: 'payment_intent.created',
      livemode: false,
      data: {
        object: { status: 'requires_payment_method', metadata: { appointment_id: 'apt_1' } },
      },
    })
  })

  it('rejects invalid parameters', async () => {
    const { stripe } = await startSandbox()
    for (const params of [
      { limit: 0 },
      { limit: 101 },
      { starting_after: 'evt_unknown' },
      { types: Array.from({ length: 21 }, () => 'charge.failed') },
    ]) {
      const error = await rejection(stripe.events.list(params))
      expect(error.type).toBe('StripeInvalidRequestError')
    }
  })
})
