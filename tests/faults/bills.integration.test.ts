import { expect, it } from 'vitest'
import { paymentIntentResponse } from '#contract/payments/payments.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { listItems } from '#drizzle/queries/payments/payments.ts'
import type { FaultRuleInput } from '#sandbox/stripe/faults.ts'
import { confirmInBrowser, enterCard } from '#sandbox/stripe/testing/harness.ts'
import { readAppointment } from '#server/testing/paying.ts'
import { isAtRest } from '../support/rest.ts'
import { bill, CARDS, type PayingSite, startPayingSite } from './paying-site.ts'

type ApiFault = Extract<FaultRuleInput, { on: 'api' }>

/** Of the response to the creation of an intent, which takes effect. */
const FAULTS: [string, ApiFault['fault']][] = [
  ['comes late', { kind: 'delay', ms: 1_500 }],
  ['never comes', { kind: 'hang' }],
  ['is dropped', { kind: 'drop' }],
  ['is an error', { kind: 'status', status: 502 }],
]

const CARDS_OF_FAMILIES = [
  ['a good card', CARDS.good],
  ['a card that is disputed at once', CARDS.disputed],
] as const

/** Two appointments of one patient, and how to ask for an intent for both. */
async function twoBills(site: PayingSite) {
  const first = await bill(site)
  const second = await bill(site, first.session)
  const ids = [first.appointmentId, second.appointmentId]
  const payload = { appointments: ids.map((appointment) => ({ appointment, price: 110 })) }
  const { headers } = first.session
  return { ids, ask: () => site.app.inject({ method: 'POST', url: '/payments', headers, payload }) }
}

it.each(
  FAULTS.flatMap(([name, fault]) =>
    CARDS_OF_FAMILIES.map(([cardName, card]) => [name, cardName, fault, card] as const),
  ),
)(
  'takes a bill once and pays all of it when Stripe’s response to its creation %s, with %s',
  async (_name, _cardName, fault, card) => {
    // Of one of three tries.
    const site = await startPayingSite({ timeoutMs: 700 })
    site.startWorkers({ sweep: false })
    const path = '/v1/payment_intents'
    site.sandbox.control.addFault({ on: 'api', method: 'POST', path, when: 'after', fault })
    const { ids, ask } = await twoBills(site)
    const answer = await ask()
    expect(answer.statusCode).toBe(200)
    const secret = paymentIntentResponse.parse(answer.json()).clientSecret
    const [intentId = ''] = secret.split('_secret_')
    const intent = await site.sdk.paymentIntents.retrieve(intentId)
    const method = await enterCard(site.sandbox, card)
    await confirmInBrowser(site.sandbox, intent, method.body.id)
    await site.sandbox.control.webhooksSettled()
    await expect.poll(() => isAtRest(site.db), { timeout: 20_000 }).toBe(true)
    await settlePayment(site.context, intentId)

    expect(listItems(site.db, intentId)).toHaveLength(2)
    for (const id of ids) {
      expect(readAppointment(site.db, id)).toMatchObject({ paid: true, transactionId: intentId })
    }
    const { charges, refunds } = site.sandbox.control.record()
    expect([charges.length, refunds.length]).toEqual([1, 0])
    expect(findBookErrors(site.db)).toEqual([])
  },
)
