import { addDays } from 'date-fns/addDays'
import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { toIsoDate } from '#contract/dates.ts'
import { CARD_CONSENT, MOST_CARDS } from '#contract/payments/cards.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import { addChildOf, BY_ADMIN } from '#domain/testing/booking.ts'
import { createRandom } from '#domain/testing/random.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { hasConsent, listCards } from '#drizzle/queries/payments/cards.ts'
import { cardConsents, cardCustomers, keptCards, payments } from '#drizzle/schema/index.ts'
import {
  addAppointment,
  addPatient,
  allOf,
  NOW,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { enterCard, fromBrowser } from '#sandbox/stripe/testing/browser.ts'
import { secretKey, startSandbox } from '#sandbox/stripe/testing/harness.ts'
import { preparePayment } from '../prepare.ts'
import { settlePayment } from '../settle.ts'
import { agreeToKeep, chooseCard } from './choose-card.ts'
import { deleteOrphanedCustomers, detachCard, removeCard } from './keep-card.ts'

// Random histories of two guardians of one child who save cards, pay for each other's bookings and remove cards,
// with Stripe's stand-in. The server is killed after some charges and settles them later.

const CARDS = ['4242424242424242', '5555555555554444', '378282246310005', '4000056655665556']
const DECLINED = '4000000000000002'
const STEPS = 8

function startHistory(sandbox: StripeSandbox, seed: number) {
  const db = seededDatabase()
  const api = { protocol: 'http', host: '127.0.0.1', port: sandbox.port } as const
  const stripe = connectStripe({ secretKey, webhookSecrets: [], api })
  const context = { db, stripe, now: () => NOW }
  const random = createRandom(seed)
  const [first, owner] = [addPatient(db, `one-${seed}`), addPatient(db, `two-${seed}`)]
  const guardians = [first, owner]
  const childId = addChildOf(db, owner, 'Mia')
  const child = { childId, childName: 'Mia', childBirthDate: '2020-06-05' }
  const rights = { isOwner: false, mayBook: true, mayPay: true, receivesEmail: true }
  insertGuardian(db, { childId, uid: first, createdAt: NOW, ...rights })
  /** Charged, but not settled yet. */
  const unsettled: string[] = []
  let booked = 0

  const guardian = () => random.pick(guardians.filter((uid) => findUser(db, uid))) ?? ''

  async function openPayment(uid: string) {
    booked += 1
    const appointmentId = addAppointment(db, {
      id: `appointment-${seed}-${booked}`,
      patientUid: guardian(),
      ...child,
      date: toIsoDate(addDays(new Date(2027, 2, 2), booked)),
    })
    const appointments = [{ appointmentId, priceCents: 110_00 }] as const
    const prepared = await preparePayment(context, { uid, appointments })
    if (prepared.outcome !== 'ready') throw new Error(prepared.outcome)
    const { clientSecret } = prepared
    return { uid, clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
  }

  type Opened = Awaited<ReturnType<typeof openPayment>>

  /** @returns whether the card was charged */
  async function confirm({ clientSecret, intentId }: Opened, paymentMethod: string) {
    const params = { payment_method: paymentMethod, client_secret: clientSecret }
    const path = `/v1/payment_intents/${intentId}/confirm`
    const { status } = await fromBrowser<Stripe.PaymentIntent>(sandbox, 'POST', path, params)
    // The process is killed between Stripe's charge and the database's commit.
    if (random.chance(30)) unsettled.push(intentId)
    else await settlePayment(context, intentId)
    return status === 200
  }

  async function agree({ uid, intentId }: Opened, paymentMethodId: string) {
    const consent = { uid, intentId, paymentMethodId, text: CARD_CONSENT }
    const { outcome } = await agreeToKeep(context, consent)
    const isFull = listCards(db, uid).length >= MOST_CARDS
    expect(outcome).toBe(isFull ? 'too_many_cards' : 'chosen')
  }

  const type = async (number: string) => (await enterCard(sandbox, number)).body.id

  const steps = {
    async keep() {
      const payment = await openPayment(guardian())
      const card = await type(random.pick(CARDS) ?? '')
      await agree(payment, card)
      expect(await confirm(payment, card)).toBe(true)
    },
    async decline() {
      const payment = await openPayment(guardian())
      const declined = await type(DECLINED)
      await agree(payment, declined)
      expect(await confirm(payment, declined)).toBe(false)
      // Another card, without consent to save it.
      if (random.chance(50)) await confirm(payment, await type(random.pick(CARDS) ?? ''))
    },
    async pay() {
      const payment = await openPayment(guardian())
      const card = random.pick(allOf(db, keptCards))
      if (!card) return
      const wanted = { uid: payment.uid, intentId: payment.intentId, cardId: card.id }
      const chosen = await chooseCard(context, wanted)
      // Never with a removed card or another guardian's.
      const isOwn = card.userUid === payment.uid && card.removedAt === null
      expect(chosen.outcome).toBe(isOwn ? 'chosen' : 'no_card')
      expect(await confirm(payment, card.paymentMethodId)).toBe(isOwn)
    },
    async remove() {
      const uid = guardian()
      const card = random.pick(listCards(db, uid))
      if (card) removeCard(db, card, { reason: 'user', actor: uid, now: NOW })
    },
    async runJobs() {
      for (const { id } of allOf(db, keptCards)) await detachCard(context, id)
      await deleteOrphanedCustomers(context)
    },
    async removeAccount() {
      // The other guardian continues.
      const email = `${first}@example.com`
      if (random.chance(40)) removeAccount(db, { email, ...BY_ADMIN })
    },
  }

  return {
    db,
    take: () => (random.pick(Object.values(steps)) ?? steps.keep)(),
    async finish() {
      for (const id of unsettled) await settlePayment(context, id)
      await steps.runJobs()
    },
  }
}

type History = ReturnType<typeof startHistory>

/** @param attached payment methods of customers of earlier histories; this one's are added */
function expectAgreement({ db }: History, { control }: StripeSandbox, attached: Set<string>): void {
  expect(findBookErrors(db)).toEqual([])
  const record = control.record()
  const charged = new Set(
    record.charges.filter(({ paid }) => paid).map(({ payment_intent }) => payment_intent),
  )
  for (const { id, state } of allOf(db, payments)) {
    expect(state === 'succeeded', id).toBe(charged.has(id))
  }
  const kept = allOf(db, keptCards).filter(({ removedAt }) => removedAt === null)
  for (const { paymentMethodId, userUid, customerId } of kept) {
    attached.add(paymentMethodId)
    const consent = allOf(db, cardConsents).find((one) => one.paymentMethodId === paymentMethodId)
    expect(consent?.userUid).toBe(userUid)
    expect(consent && hasConsent(db, consent)).toBe(true)
    const customer = allOf(db, cardCustomers).find(({ id }) => id === customerId)
    expect(customer?.userUid).toBe(userUid)
  }
  // Both sides have the same cards of the same customers.
  expect(new Set(record.attached.map(({ id }) => id))).toEqual(attached)
  for (const uid of new Set(kept.map(({ userUid }) => userUid))) {
    const prints = kept.filter((card) => card.userUid === uid).map((card) => card.fingerprint)
    expect(prints.length).toBeLessThanOrEqual(MOST_CARDS)
    expect(new Set(prints).size).toBe(prints.length)
  }
}

it.each([0, 50, 100, 150])(
  'our records and Stripe’s agree on payments and cards after 50 histories from %i on',
  async (from) => {
    const { sandbox } = await startSandbox()
    const attached = new Set<string>()
    for (let seed = from + 1; seed <= from + 50; seed++) {
      const history = startHistory(sandbox, seed)
      for (let step = 0; step < STEPS; step++) await history.take()
      await history.finish()
      expectAgreement(history, sandbox, attached)
    }
  },
  120_000,
)
