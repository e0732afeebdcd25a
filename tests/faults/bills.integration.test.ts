import { expect, it } from 'vitest'
import { settlePayment } from '#domain/payments/settle.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { listItems } from '#drizzle/queries/payments/payments.ts'
import type { FaultRuleInput } from '#sandbox/stripe/faults.ts'
import { readAppointment } from '#server/testing/paying.ts'
import { CARDS, openPaymentOfTwo, payInBrowser, rest, startPayingSite } from './paying-site.ts'

type ApiFault = Extract<FaultRuleInput, { on: 'api' }>

/** Faults of Stripe's response when an intent is created; the creation takes effect. */
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

it.each(
  FAULTS.flatMap(([name, fault]) =>
    CARDS_OF_FAMILIES.map(([cardName, card]) => [name, cardName, fault, card] as const),
  ),
)(
  'takes a bill once and pays all of it when Stripe’s response to its creation %s, with %s',
  async (_name, _cardName, fault, card) => {
    // Timeout of one of three attempts.
    const site = await startPayingSite({ timeoutMs: 700 })
    site.startWorkers({ sweep: false })
    const path = '/v1/payment_intents'
    site.sandbox.control.addFault({ on: 'api', method: 'POST', path, when: 'after', fault })
    const { ids, intent } = await openPaymentOfTwo(site)
    await payInBrowser(site, intent, { card })
    await rest(site)
    await settlePayment(site.context, intent.id)

    expect(listItems(site.db, intent.id)).toHaveLength(2)
    for (const id of ids) {
      expect(readAppointment(site.db, id)).toMatchObject({ paid: true, transactionId: intent.id })
    }
    const { charges, refunds } = site.sandbox.control.record()
    expect([charges.length, refunds.length]).toEqual([1, 0])
    expect(findBookErrors(site.db)).toEqual([])
  },
)
