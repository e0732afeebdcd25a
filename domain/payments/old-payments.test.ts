import { expect, it } from 'vitest'
import { migrateDatabase, type Transaction } from '#drizzle/client.ts'
import { readRecordedCents } from '#drizzle/queries/payments/payment-problems.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { listRefundsOf, readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { oldDatabase } from '#drizzle/testing/old-database.ts'
import { createFakeStripe, type FakeStripe } from '../testing/fake-stripe.ts'
import { compareWithStripe } from './compare-with-stripe.ts'
import { sweepPayments } from './settle-open-payments.ts'
import { listPaymentProblems } from './stripe-differences.ts'

const NOW = new Date('2027-03-01T13:00:00Z')
const HOUR = 60 * 60_000
const CENTS = 9550

/** The last migration with one appointment per payment. */
const LAST_OF_OLD = '0013_change_terms'

/** A payment of the previous version, and its expected state. */
interface Old {
  state: 'open' | 'paid' | 'closed' | 'refunding' | 'refunded' | 'refund_failed' | 'dispute_lost'
  refundId?: string
  disputed?: boolean
  /** Cents refunded at Stripe. */
  refundedCents?: number
  /** Our records right after the migration: 'succeeded, refund pending'. */
  becomes: string
  /** The final state; `becomes` when absent. */
  ends?: string
  /** What the reconciliation page shows. */
  problems?: string[]
}

const OLD: Record<string, Old> = {
  pi_open: { state: 'open', becomes: 'open' },
  pi_closed: { state: 'closed', becomes: 'closed' },
  pi_paid: { state: 'paid', becomes: 'succeeded' },
  pi_disputed: { state: 'paid', disputed: true, becomes: 'succeeded', problems: ['disputed'] },
  pi_lost: {
    state: 'dispute_lost',
    disputed: true,
    becomes: 'succeeded',
    problems: ['dispute_lost'],
  },
  pi_refunded: {
    state: 'refunded',
    refundId: 're_refunded',
    refundedCents: CENTS,
    becomes: 'succeeded, refund succeeded',
  },
  pi_requested: {
    state: 'refunding',
    becomes: 'succeeded, refund requested',
    ends: 'succeeded, refund succeeded',
  },
  // Stripe accepted the refund, but the response was lost.
  pi_answer_lost: {
    state: 'refunding',
    refundedCents: CENTS,
    becomes: 'succeeded, refund requested',
    ends: 'succeeded, refund succeeded',
  },
  pi_pending: {
    state: 'refunding',
    refundId: 're_pending',
    refundedCents: CENTS,
    becomes: 'succeeded, refund pending',
    ends: 'succeeded, refund succeeded',
  },
  pi_failed: {
    state: 'refund_failed',
    refundId: 're_failed',
    becomes: 'succeeded, refund failed',
    problems: ['refund_failed'],
  },
}

/** One appointment per payment. */
function fill({ $client }: Transaction): void {
  const paidAt = NOW.getTime() - HOUR
  $client.exec(`
    INSERT INTO treatments (id, name, position) VALUES ('t', 'Allergy Testing', 1);
    INSERT INTO users (uid, email, name, created_at) VALUES ('parent', 'p@example.com', 'Paula', 0);`)
  const addAppointment = $client.prepare(`
    INSERT INTO appointments (id, treatment_id, treatment, price_cents, date, start_minute,
      length_minutes, patient_uid, patient_name, email, phone, address, status, paid,
      transaction_id, created_at, paid_at, cancelled_at)
    VALUES ('of ' || @id, 't', 'Allergy Testing', ${CENTS}, @date, 600, 30, 'parent', 'Paula',
      'p@example.com', '1', '1', @status, @paid, iif(@paid, @id, NULL), ${paidAt},
      iif(@paid, ${paidAt}, NULL), iif(@status = 'cancelled', ${paidAt}, NULL))`)
  const addPayment = $client.prepare(`
    INSERT INTO payments (intent_id, appointment_id, attempt, amount_cents, currency, state,
      refund_id, disputed, created_at, checked_at)
    VALUES (@id, 'of ' || @id, 1, ${CENTS}, 'usd', @state, @refundId, @disputed, ${paidAt}, ${paidAt})`)
  for (const [index, [id, { state, refundId = null, disputed }]] of Object.entries(OLD).entries()) {
    const isBack = state.startsWith('refund')
    const status = isBack ? 'cancelled' : 'booked'
    const date = `2027-04-${String(index + 1).padStart(2, '0')}`
    addAppointment.run({ id, date, status, paid: state === 'paid' ? 1 : 0 })
    addPayment.run({ id, state, refundId, disputed: disputed ? 1 : 0 })
  }
}

/** Stripe's state at that time; its refunds lack our metadata. */
function stripeOf(): FakeStripe {
  const stripe = createFakeStripe()
  for (const [id, { state, disputed = false, refundId, refundedCents = 0 }] of Object.entries(
    OLD,
  )) {
    const isUncharged = state === 'open' || state === 'closed'
    stripe.addIntent({
      id,
      status: state === 'closed' ? 'canceled' : isUncharged ? 'open' : 'succeeded',
      amountCents: CENTS,
      receivedCents: isUncharged ? 0 : CENTS,
      appointmentId: `of ${id}`,
      refundedCents,
      disputed,
      disputeLost: state === 'dispute_lost',
    })
    const status = state === 'refund_failed' ? 'refused' : 'done'
    const made = refundId ?? (refundedCents > 0 ? `re_of_${id}` : null)
    const refund = { intentId: id, refundId: null, amountCents: CENTS, status } as const
    if (made) stripe.refunds.set(made, { ...refund, id: made })
  }
  return stripe
}

function statesOf(db: Transaction): Record<string, string> {
  return Object.fromEntries(
    Object.keys(OLD).map((id) => [
      id,
      [
        findPayment(db, id)?.state,
        ...listRefundsOf(db, id).map(({ state }) => `refund ${state}`),
      ].join(', '),
    ]),
  )
}

const expected = (of: (old: Old) => string) =>
  Object.fromEntries(Object.entries(OLD).map(([id, old]) => [id, of(old)]))

it('migrates the payments of the previous version, whose records then agree with Stripe’s', async () => {
  const db = oldDatabase(LAST_OF_OLD)
  fill(db)
  migrateDatabase(db)
  expect(db.$client.pragma('foreign_key_check')).toEqual([])
  expect(statesOf(db)).toEqual(expected(({ becomes }) => becomes))
  for (const { id, paid, transactionId } of db.select().from(appointments).all()) {
    const { paidCents, refundedCents } = readMoneyOf(db, id)
    expect([id, paid]).toEqual([id, transactionId !== null])
    if (paid) expect([id, paidCents - refundedCents]).toEqual([id, CENTS])
  }

  const stripe = stripeOf()
  const later = () => new Date(NOW.getTime() + 2 * HOUR)
  const desk = { db, stripe, now: later, today: () => '2027-03-01' }
  const { signal } = new AbortController()
  for (let round = 0; round < 2; round += 1) {
    await sweepPayments(desk, { signal, onFailure: (id) => expect.fail(id) })
  }
  expect(statesOf(db)).toEqual(expected(({ ends, becomes }) => ends ?? becomes))
  expect([...stripe.refunds.values()].filter(({ refundId }) => refundId)).toHaveLength(1)
  expect(await compareWithStripe(desk, { signal })).toBe(0)
  for (const { id, status, receivedCents, refundedCents } of stripe.intents.values()) {
    const kept = status === 'succeeded' ? receivedCents - refundedCents : null
    expect([id, readRecordedCents(db, id)]).toEqual([id, kept])
  }
  const problems = listPaymentProblems(desk).map(({ cause, paymentId }) => `${paymentId} ${cause}`)
  const wanted = Object.entries(OLD).flatMap(([id, old]) =>
    (old.problems ?? []).map((cause) => `${id} ${cause}`),
  )
  expect(problems.toSorted()).toEqual(wanted.toSorted())
})
