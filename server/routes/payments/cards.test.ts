import { describe, expect, it } from 'vitest'
import { CARD_CONSENT, keptCards, MOST_CARDS } from '#contract/payments/cards.ts'
import { paymentIntentResponse } from '#contract/payments/payment-intents.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { deleteOrphanedCustomers, detachCard } from '#domain/payments/cards/keep-card.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import {
  cardConsents,
  cardCustomers,
  keptCards as cardRows,
  events,
} from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import {
  addKeptCard,
  askForIntent,
  book,
  buildPayingTest,
  openIntent,
  type PayingTest,
} from '#server/testing/paying.ts'
import { type Session, signIn } from '#server/testing/test-app.ts'

const TYPED = 'pm_typed'

const agree = (session: Session, intentId: string, paymentMethod = TYPED) =>
  session.post(`/payments/${intentId}/keep-card`, { paymentMethod, consent: CARD_CONSENT })

const choose = (session: Session, intentId: string, card: string) =>
  session.post(`/payments/${intentId}/card`, { card })

async function cardsOf(session: Session) {
  return keptCards.parse((await session.get('/cards')).json())
}

/** The events about cards, oldest first. */
const cardEvents = ({ db }: Pick<PayingTest, 'db'>) =>
  allOf(db, events)
    .filter(({ kind }) => kind.startsWith('user.card_'))
    .map(({ kind, data: { reason } }) => (reason ? `${kind} ${reason}` : kind))

const removedCards = ({ db }: Pick<PayingTest, 'db'>) =>
  allOf(db, cardRows).filter(({ removedAt }) => removedAt !== null)

/** Runs the jobs that remove cards. */
async function detachRemoved(test: PayingTest): Promise<void> {
  for (const { id } of removedCards(test)) await detachCard(test.context, id)
}

/** Pays another appointment with a typed card, which is saved. */
async function payAndKeep(test: PayingTest, date: string, last4 = '4242'): Promise<void> {
  const appointmentId = await book(test, test.session, { date })
  const intentId = await openIntent({ session: test.session, appointmentId })
  const typed = `pm_${last4}_${date.slice(4, 5)}`
  expect((await agree(test.session, intentId, typed)).statusCode).toBe(200)
  test.stripe.charge(intentId, last4, typed)
  await settlePayment(test.context, intentId)
}

describe('a card that is kept', () => {
  it('is saved once it has paid, with the consent’s text and time', async () => {
    const test = await buildPayingTest()
    const { db, stripe, session } = test
    const intentId = await openIntent(test)
    const agreed = await agree(session, intentId)
    expect(agreed.json()).toEqual({ paymentMethod: TYPED })
    expect(await cardsOf(session)).toEqual([])
    stripe.charge(intentId, '4242', TYPED)
    await settlePayment(test.context, intentId)
    await settlePayment(test.context, intentId)

    const [card, ...others] = await cardsOf(session)
    expect(others).toEqual([])
    expect(card).toEqual({
      _id: expect.any(String),
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2034,
      expired: false,
    })
    expect(allOf(db, cardConsents)).toEqual([
      {
        paymentId: intentId,
        paymentMethodId: TYPED,
        userUid: session.uid,
        text: CARD_CONSENT,
        createdAt: test.now(),
      },
    ])
    expect(cardEvents(test)).toEqual(['user.card_agreed', 'user.card_kept'])
  })

  it('is saved with the consent in the language of the page', async () => {
    const test = await buildPayingTest()
    const agreed = await test.app.inject({
      method: 'POST',
      url: `/payments/${await openIntent(test)}/keep-card`,
      headers: { ...test.session.headers, 'x-language': 'es' },
      payload: { paymentMethod: TYPED, consent: CARD_CONSENT },
    })
    expect(agreed.statusCode).toBe(200)
    const [{ text } = {}] = allOf(test.db, cardConsents)
    expect(text).toMatch(/^Guardar esta tarjeta para la próxima vez\. La guarda nuestro proveedor/)
  })

  it('is offered with the next payment, and pays it', async () => {
    const test = await buildPayingTest()
    const { session, stripe } = test
    const card = await addKeptCard(test, session.uid)
    const prepared = paymentIntentResponse.parse((await askForIntent(test)).json())
    expect(prepared.cards.map(({ _id }) => _id)).toEqual([card.id])
    const intentId = prepared.clientSecret.split('_secret_')[0] ?? ''
    const chosen = await choose(session, intentId, card.id)
    expect(chosen.json()).toEqual({ paymentMethod: card.paymentMethodId })
    stripe.charge(intentId)
    expect((await settlePayment(test.context, intentId)).outcome).toBe('paid')
    // Neither saved again nor removed.
    expect(cardEvents(test)).toEqual([])
  })

  it('is not saved if another card has paid, and is detached', async () => {
    const test = await buildPayingTest()
    const intentId = await openIntent(test)
    await agree(test.session, intentId, 'pm_declined')
    test.stripe.charge(intentId, '4444', 'pm_other')
    await settlePayment(test.context, intentId)
    expect(await cardsOf(test.session)).toEqual([])
    expect(cardEvents(test)).toEqual(['user.card_agreed', 'user.card_removed unwanted'])
    await detachRemoved(test)
    expect(test.stripe.attached.size).toBe(0)
  })

  it('replaces the same card', async () => {
    const test = await buildPayingTest()
    const old = await addKeptCard(test, test.session.uid)
    await payAndKeep(test, 'Mar 9, 2027')
    const [card, ...others] = await cardsOf(test.session)
    expect(others).toEqual([])
    expect(card?._id).not.toBe(old.id)
    expect(removedCards(test).map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
      [old.id, null],
    ])
    await detachRemoved(test)
    expect(test.stripe.attached.size).toBe(1)
  })

  it(`is refused beside ${MOST_CARDS} others`, async () => {
    const test = await buildPayingTest()
    for (let index = 0; index < MOST_CARDS; index++) {
      await addKeptCard(test, test.session.uid, { last4: `000${index}` })
    }
    const refused = await agree(test.session, await openIntent(test))
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'too_many_cards' })
    expect(allOf(test.db, cardConsents)).toEqual([])
  })

  it('gets another customer if Stripe has lost the first', async () => {
    const test = await buildPayingTest()
    const old = await addKeptCard(test, test.session.uid)
    await test.stripe.deleteCustomer(old.customerId)
    await payAndKeep(test, 'Mar 9, 2027', '4444')
    expect((await cardsOf(test.session)).map(({ last4 }) => last4)).toEqual(['4444'])
    expect(cardEvents(test)).toContain('user.card_removed lost')
    expect(allOf(test.db, cardCustomers)).toHaveLength(1)
  })

  it('is not saved under terms that have changed since', async () => {
    const test = await buildPayingTest()
    const intentId = await openIntent(test)
    const payload = { paymentMethod: TYPED, consent: 'Keep it' }
    const refused = await test.session.post(`/payments/${intentId}/keep-card`, payload)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('The terms have changed. Please reload the page.')
  })
})

describe('a card that cannot pay', () => {
  it.each([
    ['that was removed', 'no_card'],
    ['that has expired', 'card_expired'],
    ['that Stripe has lost', 'no_card'],
  ])('%s is refused, and nothing is charged', async (why, code) => {
    const test = await buildPayingTest()
    const { session, stripe } = test
    const expiryYear = why === 'that has expired' ? 2026 : 2034
    const card = await addKeptCard(test, session.uid, { expiryYear })
    if (why === 'that was removed') await session.delete(`/cards/${card.id}`)
    if (why === 'that Stripe has lost') stripe.attached.clear()
    const refused = await choose(session, await openIntent(test), card.id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code })
    const left = await cardsOf(session)
    expect(left).toHaveLength(code === 'card_expired' ? 1 : 0)
  })

  it('of another user is refused and never visible', async () => {
    const test = await buildPayingTest()
    const other = await signIn(test, 'other@example.com')
    const card = await addKeptCard(test, other.uid)
    const intentId = await openIntent(test)
    expect((await choose(test.session, intentId, card.id)).json()).toMatchObject({
      code: 'no_card',
    })
    expect((await choose(other, intentId, card.id)).statusCode).toBe(404)
    expect((await agree(other, intentId)).statusCode).toBe(404)
    expect((await test.session.delete(`/cards/${card.id}`)).statusCode).toBe(404)
    expect(await cardsOf(test.session)).toEqual([])
    expect(await cardsOf(other)).toHaveLength(1)
  })

  it('is refused for a payment that has ended', async () => {
    const test = await buildPayingTest()
    const card = await addKeptCard(test, test.session.uid)
    const intentId = await openIntent(test)
    test.stripe.charge(intentId)
    for (const answer of [
      await choose(test.session, intentId, card.id),
      await agree(test.session, intentId),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'payment_closed' })
    }
  })
})

describe('a removed card', () => {
  it('is detached at Stripe, also if Stripe fails at first', async () => {
    const test = await buildPayingTest()
    const { session, stripe } = test
    const card = await addKeptCard(test, session.uid)
    expect((await session.delete(`/cards/${card.id}`)).json()).toEqual({ deletedCount: 1 })
    expect((await session.delete(`/cards/${card.id}`)).json()).toEqual({ deletedCount: 0 })
    expect(cardEvents(test)).toEqual(['user.card_removed user'])
    stripe.outage = 'after'
    await expect(detachRemoved(test)).rejects.toThrow()
    stripe.outage = null
    await detachRemoved(test)
    expect(stripe.attached.size).toBe(0)
    expect(removedCards(test)[0]?.detachedAt).not.toBeNull()
  })

  it('is removed with the account, like the customer at Stripe', async () => {
    const test = await buildPayingTest()
    const { db, stripe, session } = test
    await payAndKeep(test, 'Mar 9, 2027')
    expect(removeAccount(db, { email: session.email, ...BY_ADMIN })).toBe('removed')
    const [card] = allOf(db, cardRows)
    expect(card).toMatchObject({ userUid: null, fingerprint: null, detachedAt: null })
    expect(allOf(db, cardConsents)[0]).toMatchObject({ userUid: null, text: CARD_CONSENT })
    stripe.outage = 'before'
    await expect(deleteOrphanedCustomers(test.context)).rejects.toThrow()
    stripe.outage = null
    await deleteOrphanedCustomers(test.context)
    expect([stripe.customers.size, stripe.attached.size]).toEqual([0, 0])
    expect(allOf(db, cardCustomers)).toEqual([])
    expect(allOf(db, cardRows)[0]?.detachedAt).not.toBeNull()
  })
})

it('keeps consents unchanged and removed cards removed', async () => {
  const test = await buildPayingTest()
  await payAndKeep(test, 'Mar 9, 2027')
  const { $client } = test.db
  for (const statement of [
    "UPDATE card_consents SET text = ''",
    'DELETE FROM card_consents',
    'DELETE FROM kept_cards',
    'INSERT OR REPLACE INTO card_consents SELECT * FROM card_consents',
  ]) {
    expect(() => $client.exec(statement), statement).toThrow(/immutable|removed/)
  }
  const [card] = await cardsOf(test.session)
  await test.session.delete(`/cards/${card?._id}`)
  expect(() => $client.exec('UPDATE kept_cards SET removed_at = NULL')).toThrow('kept_card:removed')
})
