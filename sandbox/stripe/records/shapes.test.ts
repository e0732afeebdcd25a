import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  cancelIntentParams,
  confirmIntentParams,
  createIntentParams,
  createPaymentMethodParams,
  createRefundParams,
  listDisputesParams,
  listEventsParams,
  listIntentsParams,
  listRefundsParams,
  retrieveIntentParams,
} from '../api/params.ts'
import { type Declared, deviations, fieldsOf } from '../testing/declarations.ts'
import {
  authenticate,
  confirmInBrowser,
  enterCard,
  openIntent,
  rejection,
  startSandbox,
} from '../testing/harness.ts'

const declared: Record<string, Declared> = {
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  event: 'EventBase',
  list: 'ApiList',
}

type Answered = { object: string } & object

const wrongIn = (object: Answered): string[] =>
  deviations(object, declared[object.object] ?? object.object)

const pageOf = (list: Stripe.ApiList<object>): Stripe.ApiList<object> => ({ ...list, data: [] })

/** One of everything the sandbox can answer, in every state. */
async function everything(): Promise<Answered[]> {
  const { sandbox, stripe } = await startSandbox()
  const confirmed = (payment_method: string) => ({ confirm: true, payment_method })
  const paid = await openIntent(stripe, confirmed('pm_card_visa'))
  const disputed = await openIntent(stripe, confirmed('pm_card_createDispute'))
  const failing = await openIntent(stripe, confirmed('pm_card_refundFail'))
  const pending = await openIntent(stripe, confirmed('pm_card_pendingRefund'))
  await rejection(openIntent(stripe, confirmed('pm_card_visa_chargeDeclined')))
  const canceled = await stripe.paymentIntents.cancel((await openIntent(stripe)).id)
  sandbox.control.addFault({ on: 'payment', fault: { kind: 'hold' } })
  const held = await openIntent(stripe, confirmed('pm_card_visa'))
  const refunds = [
    await stripe.refunds.create({ payment_intent: paid.id, amount: 100 }),
    await stripe.refunds.create({ payment_intent: pending.id }),
    await stripe.refunds.create({ payment_intent: failing.id }),
  ]
  const { body: method } = await enterCard(sandbox, '4000000000003220', {
    'billing_details[name]': 'A Parent',
    'billing_details[address][postal_code]': '94110',
  })
  const challenged = await openIntent(stripe)
  const { body: asked } = await confirmInBrowser(sandbox, challenged, method.id)
  const waiting = await stripe.paymentIntents.retrieve(challenged.id)
  await authenticate(sandbox, asked, 'complete')
  const expanded = await stripe.paymentIntents.retrieve(challenged.id, {
    expand: ['latest_charge', 'payment_method'],
  })
  const events = await stripe.events.list({ limit: 100 })
  const record = sandbox.control.record()
  return [
    ...[paid, disputed, failing, pending, canceled, held, waiting, expanded],
    ...refunds,
    await stripe.refunds.retrieve(refunds[2]?.id ?? ''),
    method,
    pageOf(events),
    pageOf(await stripe.refunds.list({ payment_intent: paid.id })),
    ...(await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })).data,
    ...events.data,
    ...events.data.map(({ data }) => data.object as Answered),
    ...record.payment_intents,
    ...record.charges,
    ...record.refunds,
    ...record.disputes,
  ]
}

describe('the answers of the sandbox', () => {
  it("have the fields of the SDK's declarations, no more and no fewer", async () => {
    const objects = await everything()
    expect(new Set(objects.map(({ object }) => object))).toEqual(new Set(Object.keys(declared)))
    expect(objects.flatMap(wrongIn)).toEqual([])
  })

  it('give a browser a part of a payment intent that Stripe.js declares', async () => {
    const { sandbox, stripe } = await startSandbox()
    const intent = await openIntent(stripe)
    const { body: method } = await enterCard(sandbox, '4242424242424242')
    const { body } = await confirmInBrowser(sandbox, intent, method.id)
    const whole: Stripe.PaymentIntent = await stripe.paymentIntents.retrieve(intent.id)
    expect(whole).toMatchObject(body)
    expect(wrongIn(body).filter((problem) => !problem.endsWith('is missing'))).toEqual([])
  })
})

/** Parameters that are for browsers alone, which the server's SDK does not declare. */
const browserOnly = ['client_secret', 'number', 'exp_month', 'exp_year', 'cvc']

function undeclared(schema: z.ZodObject, path: string): string[] {
  const fields = fieldsOf(path)
  return Object.keys(schema.shape)
    .filter((name) => !fields?.has(name) && !browserOnly.includes(name))
    .map((name) => `${path}.${name}`)
}

describe('the parameters the sandbox takes', () => {
  it("are parameters of the SDK's declarations", () => {
    expect([
      ...undeclared(createIntentParams, 'PaymentIntentCreateParams'),
      ...undeclared(confirmIntentParams, 'PaymentIntentConfirmParams'),
      ...undeclared(cancelIntentParams, 'PaymentIntentCancelParams'),
      ...undeclared(retrieveIntentParams, 'PaymentIntentRetrieveParams'),
      ...undeclared(createPaymentMethodParams, 'PaymentMethodCreateParams'),
      ...undeclared(createRefundParams, 'RefundCreateParams'),
      ...undeclared(listDisputesParams, 'DisputeListParams'),
      ...undeclared(listEventsParams, 'EventListParams'),
      ...undeclared(listIntentsParams, 'PaymentIntentListParams'),
      ...undeclared(listRefundsParams, 'RefundListParams'),
    ]).toEqual([])
  })
})

describe('the check of shapes itself', () => {
  it('finds an invented, a missing and a null field, also deep inside', () => {
    const card = { type: 'card', card: { color: 'red' } }
    const wrong = deviations({ id: 'ch_1', payment_method_details: card, amount: null }, 'Charge')
    expect(wrong).toContain('Charge.payment_method_details.card.color is invented')
    expect(wrong).toContain('Charge.payment_method_details.card.last4 is missing')
    expect(wrong).toContain('Charge.amount is never null')
    expect(wrong).toContain('Charge.balance_transaction is missing')
  })
})
