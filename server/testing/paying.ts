import { eq } from 'drizzle-orm'
import { bookingSuccess } from '#contract/booking/appointments.ts'
import { paymentIntentResponse } from '#contract/payments/payment-intents.ts'
import { CURRENCY } from '#contract/payments/payments.ts'
import { refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Intent } from '#domain/payments/stripe/stripe-adapter.ts'
import type { Transaction } from '#drizzle/client.ts'
import {
  type CardRow,
  findCustomer,
  insertCard,
  insertCustomer,
} from '#drizzle/queries/payments/cards.ts'
import { insertPaymentRequest, nextAttempt } from '#drizzle/queries/payments/payment-requests.ts'
import { recordRequestedPayment } from '#drizzle/queries/payments/payments.ts'
import { listRefundsOf, readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { appointments, events, paymentItems, payments } from '#drizzle/schema/index.ts'
import { bookingOf, buildTestApp, type Session, signIn, type TestApp } from './test-app.ts'

/** The price of `bookingOf`, in dollars. */
export const PRICE = 110

export interface PayingTest extends TestApp {
  session: Session
  appointmentId: string
  /** The routes' context, for calls that bypass the API. */
  context: PaymentContext
  /** The row of that appointment. */
  appointment(): ReturnType<typeof readAppointment>
  /** The states of its payments, oldest first: see `paymentStates`. */
  states(): string[]
}

/** The API, a patient and an unpaid appointment of theirs. */
export async function buildPayingTest(): Promise<PayingTest> {
  const test = await buildTestApp()
  const session = await signIn(test, 'parent@example.com')
  const appointmentId = await book(test, session)
  const context = { db: test.db, stripe: test.stripe, now: test.now }
  return {
    ...test,
    session,
    appointmentId,
    context,
    appointment: () => readAppointment(test.db, appointmentId),
    states: () => paymentStates(test.db, appointmentId),
  }
}

/** Books; returns the appointment's id. */
export async function book(
  { app }: Pick<TestApp, 'app'>,
  session: Session,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const payload = bookingOf(session, changes)
  const { headers } = session
  const response = await app.inject({ method: 'POST', url: '/appointments', headers, payload })
  return bookingSuccess.parse(response.json()).booking._id
}

/** An appointment that its patient pays. */
type Bill = Pick<PayingTest, 'session' | 'appointmentId'>

/** `POST /create-payment-intent`. */
export function askForIntent({ session, appointmentId }: Bill, changes: object = {}) {
  const payload = { price: PRICE, appointment: appointmentId, ...changes }
  return session.post('/create-payment-intent', payload)
}

/** `PATCH /booking/{id}`. */
export function sayPaid({ session, appointmentId }: Bill, transactionId: string) {
  const payload = { appointment: appointmentId, transactionId }
  return session.patch(`/booking/${appointmentId}`, payload)
}

/** Opens the payment page; returns the id of its intent. */
export async function openIntent(bill: Bill, price = PRICE): Promise<string> {
  const response = await askForIntent(bill, { price })
  const { clientSecret } = paymentIntentResponse.parse(response.json())
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Pays with a card, as Stripe’s webhook reports it; returns the intent’s id. */
export async function payByCard(
  test: Bill & Pick<PayingTest, 'db' | 'stripe' | 'now'>,
  price = PRICE,
): Promise<string> {
  const id = await openIntent(test, price)
  test.stripe.charge(id)
  await settlePayment(test, id)
  return id
}

/** A card that a user keeps, as after a payment with it. */
export async function addKeptCard(
  { db, stripe, now }: Pick<TestApp, 'db' | 'stripe' | 'now'>,
  userUid: string,
  changes: Partial<Pick<CardRow, 'last4' | 'expiryYear'>> = {},
): Promise<CardRow> {
  const known = findCustomer(db, userUid)
  const customerId = known ?? (await stripe.createCustomer(`customer:${userUid}`))
  if (!known) insertCustomer(db, { id: customerId, userUid, createdAt: now() })
  const { last4 = '4242', expiryYear = 2034 } = changes
  const paymentMethodId = `pm_${stripe.attached.size + 1}`
  stripe.attached.set(paymentMethodId, customerId)
  return insertCard(db, {
    userUid,
    customerId,
    paymentMethodId,
    fingerprint: `fp${last4}`,
    brand: 'visa',
    last4,
    expiryMonth: 12,
    expiryYear,
    keptAt: now(),
    usedAt: now(),
  })
}

/** Adds another intent for the appointment, as a second request would; returns its id. */
export function addIntent(
  { db, stripe, now, session, appointmentId }: Omit<PayingTest, 'app'>,
  changes: Partial<Intent> = {},
): string {
  const attempt = nextAttempt(db, appointmentId)
  const { priceCents: amountCents } = readAppointment(db, appointmentId)
  const request = {
    key: `pi:${appointmentId}:${attempt}`,
    payerUid: session.uid,
    attempt,
    currency: CURRENCY,
    createdAt: now(),
    items: [{ appointmentId, amountCents }],
  }
  insertPaymentRequest(db, request)
  const { id } = stripe.addIntent({ amountCents, requestKey: request.key, ...changes })
  recordRequestedPayment(db, id, request, now())
  return id
}

/** The appointment's row. */
export function readAppointment(db: Transaction, id: string) {
  const row = db.select().from(appointments).where(eq(appointments.id, id)).get()
  if (!row) throw new Error(`There is no appointment ${id}`)
  return row
}

/** The clinic cancels an appointment. */
export function cancelAppointment(db: Transaction, id: string): void {
  db.update(appointments)
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where(eq(appointments.id, id))
    .run()
}

/**
 * The states of an appointment's payments, oldest first, with the states of their refunds: 'succeeded, refund
 * pending'.
 */
export function paymentStates(db: Transaction, appointmentId: string): string[] {
  return db
    .select({ id: payments.id, state: payments.state })
    .from(payments)
    .innerJoin(paymentItems, eq(paymentItems.paymentId, payments.id))
    .where(eq(paymentItems.appointmentId, appointmentId))
    .orderBy(payments.attempt)
    .all()
    .map(({ id, state }) =>
      [state, ...listRefundsOf(db, id).map((refund) => `refund ${refund.state}`)].join(', '),
    )
}

/** Runs the job of each requested refund of an appointment. */
export function refundRequested(
  context: PaymentContext,
  appointmentId: string,
): Promise<boolean[]> {
  const { items } = readMoneyOf(context.db, appointmentId)
  const ids = items.flatMap(({ refunds }) => refunds.map(({ id }) => id))
  return Promise.all(ids.map((id) => refundPayment(context, id)))
}

/** All events about money, in order: 'kind subject'. */
export function paymentEvents(db: Transaction): string[] {
  return db
    .select({ kind: events.kind, subject: events.subject })
    .from(events)
    .orderBy(events.id)
    .all()
    .filter(({ kind }) => /^(appointment\.(paid|unpaid)|payment\.|refund\.)/.test(kind))
    .map(({ kind, subject }) => `${kind} ${subject}`)
}
