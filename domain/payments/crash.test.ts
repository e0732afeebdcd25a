import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { answered, killEverywhere, type Steps, take } from '#domain/testing/kill-everywhere.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { notifications as emails } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  askForIntent,
  buildPayingTest,
  cancelAppointment,
  type PayingTest,
  payByCard,
  paymentEvents,
  refundRequested,
  sayPaid,
} from '#server/testing/paying.ts'
import { bookingOf, signIn, WEDNESDAY } from '#server/testing/test-app.ts'
import { sweepPayments } from './settle-open-payments.ts'
import { keepStripeEvent, reconcileStripeEvent } from './webhook-inbox.ts'

/** The steps of a payment; each can be repeated. */
function steps(test: PayingTest, isCancelled: boolean): Steps {
  const intentId = () => [...test.stripe.intents.keys()][0] ?? ''
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', livemode: false }
  return [
    () => answered(askForIntent(test)),
    async () => {
      test.stripe.charge(intentId())
      if (isCancelled) cancelAppointment(test.db, test.appointmentId)
    },
    () => keepStripeEvent(test.context, { ...event, intentId: intentId(), createdAt: test.now() }),
    () => reconcileStripeEvent(test.context, 'evt_1'),
    () => refundRequested(test.context, test.appointmentId),
    () => answered(sayPaid(test, intentId())),
  ]
}

/** The sweeps of six minutes. */
async function sweepThrice(test: PayingTest): Promise<void> {
  for (let minutes = 0; minutes < 6; minutes += 2) {
    test.setTime(new Date(test.now().getTime() + 2 * 60_000))
    await sweepPayments(test.context, {
      signal: new AbortController().signal,
      onFailure: (_intentId, error) => {
        throw error
      },
    })
  }
}

function expectAgreement(test: PayingTest, isCancelled: boolean): void {
  const [intent, ...others] = test.stripe.intents.values()
  expect(others).toEqual([])
  const wasCharged = intent?.status === 'succeeded'
  const states = test.states()
  const appointment = test.appointment()
  if (!wasCharged) {
    expect(appointment.paid).toBe(false)
    expect(paymentEvents(test.db)).toEqual([])
  } else if (isCancelled) {
    expect(appointment.paid).toBe(false)
    expect(states).toEqual(['succeeded, refund succeeded'])
    expect(test.stripe.refunds.size).toBe(1)
    expect(paymentEvents(test.db)).toEqual([
      `refund.requested ${intent.id}`,
      `payment.refunded ${intent.id}`,
    ])
  } else {
    expect(appointment).toMatchObject({ paid: true, transactionId: intent.id })
    expect(states).toEqual(['succeeded'])
    expect(paymentEvents(test.db)).toEqual([`appointment.paid ${test.appointmentId}`])
  }
}

describe.each([
  { name: 'a payment', isCancelled: false },
  { name: 'a payment for a cancelled appointment', isCancelled: true },
])('$name', ({ isCancelled }) => {
  const stepsOf = (test: PayingTest) => steps(test, isCancelled)

  it('agrees with Stripe wherever the process is killed, once the remaining steps are repeated', async () => {
    await killEverywhere(buildPayingTest, stepsOf, {
      least: 10,
      async finish(test, rest) {
        expect(await take(rest)).toEqual([])
        expectAgreement(test, isCancelled)
      },
    })
  })

  it('agrees with Stripe if only the sweep retries', async () => {
    await killEverywhere(buildPayingTest, stepsOf, {
      least: 10,
      async finish(test) {
        await sweepThrice(test)
        expectAgreement(test, isCancelled)
      },
    })
  })
})

const TEN = '10:00 AM - 10:30 AM'

/** A paid appointment on Tuesday at nine, more than 24 hours ahead. */
async function buildPaidTest(): Promise<PayingTest> {
  const test = await buildPayingTest()
  await payByCard(test)
  return test
}

/** The appointment as seen by the family, Stripe and another patient. */
async function look(test: PayingTest) {
  const { db, stripe, appointmentId } = test
  const { status, date, startMinute, version, paid } = test.appointment()
  const about = eq(emails.appointmentId, appointmentId)
  const kinds = db.select({ kind: emails.kind }).from(emails).where(about).all()
  const rival = await signIn(test, 'rival@example.com')
  const payload = bookingOf(rival)
  const { headers } = rival
  const answer = await test.app.inject({ method: 'POST', url: '/appointments', headers, payload })
  return {
    appointment: { status, date, startMinute, version, paid },
    states: test.states(),
    refunds: [...stripe.refunds.values()].map(({ amountCents }) => amountCents),
    emails: kinds.map(({ kind }) => kind).filter((kind) => kind !== 'reminder'),
    events: eventsOf(db, appointmentId).map(({ kind }) => kind),
    isNineFree: answer.statusCode === 201,
    bookErrors: findBookErrors(db),
  }
}

const UNCHANGED = {
  appointment: { status: 'booked', date: '2027-03-02', startMinute: 540, version: 0, paid: true },
  states: ['succeeded'],
  refunds: [],
  emails: ['booked', 'paid'],
  events: ['appointment.booked', 'appointment.paid'],
  isNineFree: false,
  bookErrors: [],
}

const CHANGES = [
  {
    name: 'a paid appointment that is canceled',
    path: 'cancel',
    payload: { version: 0, refund: 110, rule: 'band', reason: 'no_time' },
    changed: {
      ...UNCHANGED,
      appointment: { ...UNCHANGED.appointment, status: 'cancelled', version: 1, paid: false },
      states: ['succeeded, refund succeeded'],
      refunds: [110_00],
      emails: ['booked', 'paid', 'cancelled', 'refunded'],
      events: [...UNCHANGED.events, 'appointment.cancelled'],
      isNineFree: true,
    },
  },
  {
    name: 'a paid appointment that is moved',
    path: 'move',
    payload: { version: 0, date: WEDNESDAY, slot: TEN },
    changed: {
      ...UNCHANGED,
      appointment: { ...UNCHANGED.appointment, date: '2027-03-03', startMinute: 600, version: 1 },
      emails: ['booked', 'paid', 'moved'],
      events: [...UNCHANGED.events, 'appointment.moved'],
      isNineFree: true,
    },
  },
]

describe.each(CHANGES)('$name', ({ path, payload, changed }) => {
  const stepsOf = (test: PayingTest) => {
    const { app, session, context, appointmentId } = test
    const url = `/appointments/${appointmentId}/${path}`
    const { headers } = session
    return [
      () => answered(app.inject({ method: 'POST', url, headers, payload })),
      () => refundRequested(context, appointmentId),
    ]
  }

  it('leaves slot, money and emails consistent wherever the process is killed, once it is repeated', async () => {
    await killEverywhere(buildPaidTest, stepsOf, {
      least: 2,
      async finish(test, rest) {
        expect(await take(rest)).toEqual([])
        expect(await look(test)).toEqual(changed)
      },
    })
  })

  it('has taken effect completely or not at all if only the sweep retries', async () => {
    const ends = new Set<boolean>()
    await killEverywhere(buildPaidTest, stepsOf, {
      least: 2,
      async finish(test) {
        await sweepThrice(test)
        const hasChanged = test.appointment().version > 0
        ends.add(hasChanged)
        expect(await look(test)).toEqual(hasChanged ? changed : UNCHANGED)
      },
    })
    expect(ends).toEqual(new Set([false, true]))
  })
})
