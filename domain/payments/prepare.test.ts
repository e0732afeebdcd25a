import { beforeEach, describe, expect, it } from 'vitest'
import { paymentIntentResponse } from '#contract/payments/payment-intents.ts'
import { IdempotencyKeySpent, type Intent } from '#domain/payments/stripe/stripe-adapter.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { listItems } from '#drizzle/queries/payments/payments.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { buildFamilyTest } from '#server/testing/family.ts'
import {
  askForIntent,
  book,
  buildPayingTest,
  type PayingTest,
  readAppointment,
} from '#server/testing/paying.ts'
import { type Session, WEDNESDAY } from '#server/testing/test-app.ts'
import { keepStripeEvent, reconcileStripeEvent } from './webhook-inbox.ts'

/** The event types about a payment that Stripe sends to an endpoint subscribed to all. */
const ALL_TYPES = [
  'payment_intent.created',
  'payment_intent.requires_action',
  'charge.pending',
  'charge.updated',
  'charge.succeeded',
  'payment_intent.succeeded',
  'charge.dispute.created',
]

let test: PayingTest
let first: string
let second: string
let told = 0

beforeEach(async () => {
  test = await buildPayingTest()
  first = test.appointmentId
  const other = { treatment: 'Weight Loss', price: 80, slot: '11:00 AM - 11:30 AM' }
  second = await book(test, test.session, { date: WEDNESDAY, ...other })
})

function ask() {
  const appointments = [
    { appointment: first, price: 110 },
    { appointment: second, price: 80 },
  ]
  const { headers } = test.session
  return test.app.inject({ method: 'POST', url: '/payments', headers, payload: { appointments } })
}

/** Delivers Stripe's webhook about an intent before anything else. */
async function tell(intentId: string, types: readonly string[] = ALL_TYPES): Promise<void> {
  for (const type of types) {
    told += 1
    const event = { id: `evt_${told}`, type, livemode: false, intentId, createdAt: test.now() }
    await keepStripeEvent(test.context, event)
    await reconcileStripeEvent(test.context, event.id)
  }
}

const onlyIntent = () => [...test.stripe.intents.keys()].join()

/** Runs during a call, after Stripe has created the intent and before its response. */
function beforeResponse(
  work: (intentId: string) => Promise<void>,
  { stripe }: Pick<PayingTest, 'stripe'> = test,
): void {
  stripe.interruptAfter = async (call) => {
    if (call !== 'createIntent') return
    stripe.interruptAfter = null
    await work([...stripe.intents.keys()].at(-1) ?? '')
  }
}

function itemsOf(intentId: string): [string, number][] {
  return listItems(test.db, intentId)
    .map(({ appointmentId, amountCents }): [string, number] => [appointmentId, amountCents])
    .toSorted()
}

/** Expects that intent to have paid for both, and no refunds. */
function expectBothPaid(intentId: string): void {
  const wanted: [string, number][] = [
    [first, 110_00],
    [second, 80_00],
  ]
  expect(itemsOf(intentId)).toEqual(wanted.toSorted())
  for (const id of [first, second]) {
    expect(readAppointment(test.db, id)).toMatchObject({ paid: true, transactionId: intentId })
    expect(eventsOf(test.db, id).filter(({ kind }) => kind === 'appointment.paid')).toHaveLength(1)
  }
  expect(test.stripe.refunds.size).toBe(0)
  expect(findBookErrors(test.db)).toEqual([])
}

describe('a bill for two appointments', () => {
  it.each([
    ['the first one', ['payment_intent.created']],
    ['all of them', ALL_TYPES],
  ])('covers both if Stripe’s events, %s, arrive before its response', async (_, types) => {
    beforeResponse((intentId) => tell(intentId, types))
    expect((await ask()).statusCode).toBe(200)
    const intentId = onlyIntent()
    test.stripe.charge(intentId)
    await tell(intentId)
    expectBothPaid(intentId)
  })

  it('is paid once even if it is charged before Stripe’s response', async () => {
    beforeResponse(async (intentId) => {
      await tell(intentId, ['payment_intent.created'])
      test.stripe.charge(intentId)
      await tell(intentId)
    })
    expect((await ask()).json()).toMatchObject({ code: 'already_paid' })
    expectBothPaid(onlyIntent())
  })

  it('stays paid if the bank disputes the card at once', async () => {
    beforeResponse(async (intentId) => {
      await tell(intentId, ['payment_intent.created'])
      test.stripe.charge(intentId)
      test.stripe.change(intentId, { disputed: true })
      await tell(intentId)
    })
    await ask()
    expectBothPaid(onlyIntent())
    expect(
      eventsOf(test.db, onlyIntent()).filter(({ kind }) => kind === 'payment.disputed'),
    ).toHaveLength(1)
  })

  it('is found again after Stripe’s response was lost', async () => {
    test.stripe.outage = 'after'
    expect((await ask()).statusCode).toBe(503)
    test.stripe.outage = null
    const intentId = onlyIntent()
    await tell(intentId, ['payment_intent.created'])
    expect((await ask()).statusCode).toBe(200)
    expect(onlyIntent()).toBe(intentId)
    test.stripe.charge(intentId)
    await tell(intentId)
    expectBothPaid(intentId)
  })

  it('covers both although the response was lost and no call followed', async () => {
    test.stripe.outage = 'after'
    await ask()
    test.stripe.outage = null
    test.stripe.charge(onlyIntent())
    await tell(onlyIntent())
    expectBothPaid(onlyIntent())
  })

  it('is requested again after a permanent failure at Stripe', async () => {
    const { createIntent } = test.stripe
    const keys: string[] = []
    test.stripe.createIntent = async (intent): Promise<Intent> => {
      keys.push(intent.requestKey)
      if (keys.length === 1) throw new IdempotencyKeySpent()
      return createIntent(intent)
    }
    beforeResponse((intentId) => tell(intentId))
    expect((await ask()).statusCode).toBe(200)
    expect(new Set(keys).size).toBe(2)
    test.stripe.charge(onlyIntent())
    await tell(onlyIntent())
    expectBothPaid(onlyIntent())
  })

  it('records what it covers before calling Stripe', async () => {
    const read = () =>
      test.db.$client
        .prepare('SELECT appointment_id, amount_cents FROM payment_request_items ORDER BY 2')
        .raw()
        .all()
    let before: unknown
    test.stripe.interrupt = (call) => {
      if (call === 'createIntent') before = read()
    }
    await ask()
    expect(before).toEqual([
      [second, 80_00],
      [first, 110_00],
    ])
  })
})

it('never assumes what an intent without a request covers', async () => {
  const unknown = test.stripe.addIntent({ appointmentId: first, amountCents: 190_00 })
  test.stripe.charge(unknown.id)
  await tell(unknown.id)
  expect(itemsOf(unknown.id)).toEqual([])
  expect(readAppointment(test.db, first).paid).toBe(false)
  expect(test.stripe.refunds.size).toBe(0)
})

describe('two guardians who request an intent at once', () => {
  /** Both guardians' requests for their child's appointment. */
  async function twoGuardians() {
    const family = await buildFamilyTest()
    const { stripe, anna, boris, appointmentId } = family
    return {
      family,
      ask: (session: Session) => askForIntent({ session, appointmentId }),
      questions: [anna, boris],
      openIntents: () => [...stripe.intents.values()].filter(({ status }) => status === 'open'),
    }
  }

  const secretOf = (answer: Awaited<ReturnType<typeof askForIntent>>) =>
    paymentIntentResponse.parse(answer.json()).clientSecret

  it('each get one, and only one of them can be paid', async () => {
    const { ask, questions, openIntents } = await twoGuardians()
    const answers = await Promise.all(questions.map(ask))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const open = openIntents().map(({ clientSecret }) => clientSecret)
    expect(open).toHaveLength(1)
    expect(answers.map(secretOf)).toContain(open[0])
  })

  it('the later request takes precedence even if Stripe answers the earlier one later', async () => {
    const { family, ask, openIntents } = await twoGuardians()
    let later: string | undefined
    beforeResponse(async () => {
      later = secretOf(await ask(family.boris))
    }, family)
    expect((await ask(family.anna)).statusCode).toBe(200)
    expect(openIntents().map(({ clientSecret }) => clientSecret)).toEqual([later])
  })
})
