import { createHash } from 'node:crypto'
import { sumCents } from '#contract/money.ts'
import { CURRENCY } from '#contract/payments/payments.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import {
  IdempotencyKeySpent,
  type Intent,
  PaymentsUnavailable,
} from '#domain/payments/stripe/stripe-adapter.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isDecided } from '#drizzle/queries/booking/decided-cancellations.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import {
  findLatestRequest,
  insertPaymentRequest,
  nextAttempt,
  type PaymentRequest as StoredRequest,
} from '#drizzle/queries/payments/payment-requests.ts'
import {
  closePayment,
  findPayment,
  listItems,
  listOpenPaymentsOf,
  listPaymentsOfRequest,
  recordRequestedPayment,
} from '#drizzle/queries/payments/payments.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { clinicMomentAt } from '../clinic-clock.ts'
import {
  type AppointmentAccess,
  findAccess,
  isPaidByOther,
} from '../guardians/appointment-access.ts'
import { settleIntent, settleOrCancel, settlePayment } from './settle.ts'

interface PaymentRequest {
  /** The payer: for their own appointments, or for children that they may pay for. */
  uid: string
  /** The appointments to be paid together, each once. */
  appointments: readonly [RequestedItem, ...RequestedItem[]]
}

interface RequestedItem {
  appointmentId: string
  /** The price that the page shows, in cents. It never decides the amount. */
  priceCents: number
}

export type Preparation =
  | { outcome: 'ready'; clientSecret: string }
  /** It does not exist for that user. */
  | { outcome: 'no_appointment' }
  /** The other guardians have not given the right. */
  | { outcome: 'may_not_pay'; childName: string }
  | { outcome: 'cancelled' }
  /** The clinic has closed its time: the family answers first. */
  | { outcome: 'reoffered' }
  | { outcome: 'price_changed'; priceCents: number }
  /** Null: with a payment of another guardian. */
  | { outcome: 'already_paid'; intentId: string | null }
  /** That intent is being processed: no second charge. */
  | { outcome: 'processing'; intentId: string | null }

/** Spent idempotency keys in a row after which Stripe counts as unavailable. */
const MOST_SPENT_KEYS = 5

/**
 * Finds or creates the intent to pay appointments with. What it covers is written as a request before
 * Stripe is asked, so that it does not matter whether Stripe's response or its events come first. The
 * newest request of an appointment is the one that may be paid: calls of one payer for the same
 * appointments share it and its intent, and any other call takes its place. Open intents of requests
 * before it are canceled.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function preparePayment(
  context: PaymentContext,
  request: PaymentRequest,
): Promise<Preparation> {
  const { db } = context
  const spentKeys = new Set<string>()
  while (spentKeys.size < MOST_SPENT_KEYS) {
    const wanted = await writeTransaction(
      db,
      (tx) =>
        whyNot(context, request) ?? requestPayment(tx, request, { spentKeys, now: context.now() }),
    )
    if ('outcome' in wanted) return wanted
    // In this order: what records an intent of an earlier request from now on sees that it is one.
    const open = openIntentsOf(db, request)
    for (const intentId of open) {
      const reused = await reuseOpenIntent(context, request, intentId)
      if (reused) return reused
    }
    // One of them may have been this request's.
    if (open.size > 0) continue
    const intent = await createIntent(context, wanted)
    // During the call to Stripe an appointment may have been canceled or paid.
    if (intent) return whyNot(context, request) ?? ready(intent)
    spentKeys.add(wanted.key)
  }
  throw new PaymentsUnavailable(60)
}

/** Why the appointments cannot be paid together; null when they can. */
function whyNot(
  { db, now }: PaymentContext,
  { uid, appointments }: PaymentRequest,
): Preparation | null {
  const moment = clinicMomentAt(db, now())
  for (const { appointmentId: id, priceCents } of appointments) {
    const refusal = whyNotPayable(db, findAccess(db, { id, uid }, moment), { uid, priceCents })
    if (refusal) return refusal
  }
  return null
}

function whyNotPayable(
  db: Database,
  access: AppointmentAccess | undefined,
  shown: { uid: string; priceCents: number },
): Preparation | null {
  if (!access) return { outcome: 'no_appointment' }
  const { row, mayPay } = access
  const { transactionId, status, priceCents } = row
  if (transactionId !== null) {
    const isOthers = isPaidByOther(db, row, shown.uid)
    return { outcome: 'already_paid', intentId: isOthers ? null : transactionId }
  }
  if (status === 'cancelled') return { outcome: 'cancelled' }
  if (!mayPay) return { outcome: 'may_not_pay', childName: row.childName ?? row.patientName }
  if (isDecided(db, row.id)) return { outcome: 'cancelled' }
  if (findReoffer(db, row.id)) return { outcome: 'reoffered' }
  if (priceCents !== shown.priceCents) return { outcome: 'price_changed', priceCents }
  return null
}

function openIntentsOf(db: Database, { appointments }: PaymentRequest): Set<string> {
  const open = appointments.flatMap(({ appointmentId }) => listOpenPaymentsOf(db, appointmentId))
  return new Set(open.map(({ id }) => id))
}

/** The preparation with an open intent of the appointments; null when another one is needed. */
async function reuseOpenIntent(
  context: PaymentContext,
  request: PaymentRequest,
  intentId: string,
): Promise<Preparation | null> {
  const { db, stripe } = context
  const intent = await stripe.retrieveIntent(intentId)
  if (!intent) {
    // Created with other keys, for example the sandbox's: it cannot be paid with these.
    await writeTransaction(db, (tx) => closePayment(tx, intentId))
    return null
  }
  const settlement = await settleIntent(context, intent)
  const isOwn = payerOf(db, intentId) === request.uid
  if (settlement.outcome === 'processing') {
    return { outcome: 'processing', intentId: isOwn ? intentId : null }
  }
  if (settlement.outcome === 'open') {
    const refusal = whyNot(context, request)
    if (refusal) return refusal
    if (isOwn && isFor(db, intent, request)) return ready(intent)
    await stripe.cancelIntent(intentId)
    // Canceled, or charged in the same moment.
    const { outcome } = await settlePayment(context, intentId)
    if (outcome === 'processing') return { outcome, intentId: isOwn ? intentId : null }
    if (outcome === 'open') throw new PaymentsUnavailable(1)
  }
  return whyNot(context, request)
}

/** Whether it is for these appointments and no others, at their prices. */
function isFor(db: Database, intent: Intent, { appointments }: PaymentRequest): boolean {
  const items = listItems(db, intent.id)
  return (
    intent.currency === CURRENCY &&
    intent.amountCents === sumOf(appointments) &&
    items.length === appointments.length &&
    appointments.every(({ appointmentId, priceCents }) =>
      items.some((item) => item.appointmentId === appointmentId && item.amountCents === priceCents),
    )
  )
}

/** In cents. The prices are the server's by now. */
function sumOf(appointments: PaymentRequest['appointments']): number {
  return appointments.reduce((sum, { priceCents }) => sum + priceCents, 0)
}

/**
 * The newest request of these appointments if it is the same payer's for the same, and may still be
 * answered; otherwise a new one.
 * @param spentKeys those that cannot be used any more
 */
function requestPayment(
  db: Transaction,
  { uid, appointments }: PaymentRequest,
  { spentKeys, now }: { spentKeys: ReadonlySet<string>; now: Date },
): StoredRequest {
  const ids = appointments.map(({ appointmentId }) => appointmentId).toSorted()
  const items = appointments.map(({ appointmentId, priceCents: amountCents }) => ({
    appointmentId,
    amountCents,
  }))
  const wanted = { payerUid: uid, currency: CURRENCY, items }
  const newest = findLatestRequest(db, items[0]?.appointmentId ?? '')
  if (newest && !spentKeys.has(newest.key) && isSame(newest, wanted)) {
    const isOpen = listPaymentsOfRequest(db, newest.key).every(({ state }) => state === 'open')
    if (isOpen && isNewest(db, newest)) return newest
  }
  const attempt = Math.max(...ids.map((id) => nextAttempt(db, id)))
  const request = { ...wanted, key: `pi:${nameOf(ids)}:${attempt}`, attempt, createdAt: now }
  insertPaymentRequest(db, request)
  return request
}

type Wanted = Pick<StoredRequest, 'payerUid' | 'currency' | 'items'>

function isSame(one: Wanted, other: Wanted): boolean {
  const textOf = ({ payerUid, currency, items }: Wanted) =>
    [payerUid, currency, ...items.map((item) => Object.values(item).join()).toSorted()].join(' ')
  return textOf(one) === textOf(other)
}

/** Whether no other request has taken its place for any of its appointments. */
function isNewest(db: Database, { key, items }: StoredRequest): boolean {
  return items.every(({ appointmentId }) => findLatestRequest(db, appointmentId)?.key === key)
}

/**
 * Has Stripe create the intent of a request, once, and records it.
 * @returns null when it cannot be paid any more, and another request is needed
 */
async function createIntent(
  context: PaymentContext,
  request: StoredRequest,
): Promise<Intent | null> {
  const { db, stripe, now } = context
  const { key: requestKey, currency, items } = request
  const amountCents = sumCents(items)
  const [{ appointmentId } = { appointmentId: '' }] = items
  try {
    const intent = await stripe.createIntent({ appointmentId, requestKey, amountCents, currency })
    await writeTransaction(db, (tx) => recordRequestedPayment(tx, intent.id, request, now()))
    // A replayed response shows an intent as it was: our copy has its current state.
    if (findPayment(db, intent.id)?.state !== 'open') return null
    // Another request has taken its place meanwhile: as if that had come a moment later.
    if (!isNewest(db, request)) await settleOrCancel(context, intent.id, true)
    return intent
  } catch (error) {
    if (error instanceof IdempotencyKeySpent) return null
    throw error
  }
}

/** Stripe's keys have at most 255 characters. */
function nameOf(ids: readonly string[]): string {
  return ids.length === 1
    ? `${ids[0]}`
    : createHash('sha256').update(ids.join()).digest('base64url')
}

function ready({ clientSecret }: Intent): Preparation {
  if (!clientSecret) throw new Error('Stripe sent a PaymentIntent without its client secret')
  return { outcome: 'ready', clientSecret }
}
