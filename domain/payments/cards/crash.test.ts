import { expect, it } from 'vitest'
import { CARD_CONSENT } from '#contract/payments/cards.ts'
import { answered, killEverywhere, type Steps, take } from '#domain/testing/kill-everywhere.ts'
import { listCards } from '#drizzle/queries/payments/cards.ts'
import { cardConsents, keptCards } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  addKeptCard,
  askForIntent,
  buildPayingTest,
  type PayingTest,
  sayPaid,
} from '#server/testing/paying.ts'
import { settlePayment } from '../settle.ts'
import { detachCard } from './keep-card.ts'

const intentId = ({ stripe }: PayingTest) => [...stripe.intents.keys()][0] ?? ''

/** Keeping the card that pays. */
function keepAndPay(test: PayingTest): Steps {
  const { session, stripe } = test
  const consent = { paymentMethod: 'pm_typed', consent: CARD_CONSENT }
  return [
    () => answered(askForIntent(test)),
    () => answered(session.post(`/payments/${intentId(test)}/keep-card`, consent)),
    // The browser confirms with the card once; Stripe charges it once.
    async () => stripe.charge(intentId(test), '4242', consent.paymentMethod),
    () => answered(sayPaid(test, intentId(test))),
  ]
}

/** Paying with a kept card, and removing it. */
function payAndRemove(test: PayingTest): Steps {
  const { session, stripe, db, context } = test
  const card = allOf(db, keptCards)[0]?.id ?? ''
  return [
    () => answered(askForIntent(test)),
    () => answered(session.post(`/payments/${intentId(test)}/card`, { card })),
    async () => stripe.charge(intentId(test)),
    () => answered(sayPaid(test, intentId(test))),
    () => answered(session.delete(`/cards/${card}`)),
    () => detachCard(context, card),
  ]
}

async function buildWithCard(): Promise<PayingTest> {
  const test = await buildPayingTest()
  await addKeptCard(test, test.session.uid)
  return test
}

/** What the books and Stripe have. */
function look(test: PayingTest) {
  const { db, stripe, session } = test
  const kinds = eventsOf(db, session.uid).map(({ kind }) => kind)
  return {
    paid: test.appointment().paid,
    states: test.states(),
    kept: listCards(db, session.uid).map(({ paymentMethodId }) => paymentMethodId),
    attached: [...stripe.attached.keys()],
    customers: stripe.customers.size,
    consents: allOf(db, cardConsents).length,
    events: kinds.filter((kind) => kind.startsWith('user.card_')),
  }
}

const PAID = { paid: true, states: ['succeeded'], customers: 1 }

it('keeps the card that pays once, wherever the process is killed, once the rest is repeated', async () => {
  await killEverywhere(buildPayingTest, keepAndPay, {
    least: 10,
    async finish(test, rest) {
      expect(await take(rest)).toEqual([])
      expect(look(test)).toEqual({
        ...PAID,
        kept: ['pm_typed'],
        attached: ['pm_typed'],
        consents: 1,
        events: ['user.card_agreed', 'user.card_kept'],
      })
    },
  })
})

it('keeps no card without a consent, wherever the process is killed and nothing is repeated', async () => {
  await killEverywhere(buildPayingTest, keepAndPay, {
    least: 10,
    async finish(test) {
      const intent = test.stripe.intents.get(intentId(test))
      if (intent) await settlePayment(test.context, intent.id)
      const { paid, kept, attached, consents } = look(test)
      expect(paid).toBe(intent?.status === 'succeeded')
      expect(kept).toEqual(attached)
      expect(consents).toBeGreaterThanOrEqual(kept.length)
    },
  })
})

it('pays with a kept card and removes it once, wherever the process is killed', async () => {
  await killEverywhere(buildWithCard, payAndRemove, {
    least: 12,
    async finish(test, rest) {
      expect(await take(rest)).toEqual([])
      expect(look(test)).toEqual({
        ...PAID,
        kept: [],
        attached: [],
        consents: 0,
        events: ['user.card_removed'],
      })
    },
  })
})
