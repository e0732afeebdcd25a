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
  /** The payer: of their own appointments, or of children for which they may pay. */
  uid: string
  /** The appointments to pay together, each once. */
  appointments: readonly [RequestedItem, ...RequestedItem[]]
}

interface RequestedItem {
  appointmentId: string
  /** The price on the page, in cents. It never decides the amount. */
  priceCents: number
}

export type Preparation =
  | { outcome: 'ready'; clientSecret: string }
  /** The user has no such appointment. */
  | { outcome: 'no_appointment' }
  /** The guardian lacks the right to pay. */
  | { outcome: 'may_not_pay'; childName: string }
  | { outcome: 'cancelled' }
  /** The previous system bills it. */
  | { outcome: 'billed_elsewhere' }
  /** The clinic closed its time: the family has to answer first. */
  | { outcome: 'reoffered' }
  | { outcome: 'price_changed'; priceCents: number }
  /** `intentId` is null for another guardian's payment. */
  | { outcome: 'already_paid'; intentId: string | null }
  /** An intent is being processed, so there must be no second charge. */
  | { outcome: 'processing'; intentId: string | null }

/** After this many unusable idempotency keys in a row, Stripe counts as unavailable. */
const MOST_SPENT_KEYS = 5

/**
 * Finds or creates the intent to pay for appointments. A request that says what it covers is stored before
 * Stripe is called, so that Stripe's response and its events may come in any order. Only the newest request
 * of an appointment may be paid: calls of one payer for the same appointments share it and its intent; any
 * other call replaces it. Open intents of earlier requests are canceled.
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
    // In this order: an intent of an earlier request that is recorded from now on is recognized as outdated.
    const open = openIntentsOf(db, request)
    for (const intentId of open) {
      const reused = await reuseOpenIntent(context, request, intentId)
      if (reused) return reused
    }
    // One of them may have belonged to this request.
    if (open.size > 0) continue
    const intent = await createIntent(context, wanted)
    // While Stripe was called, an appointment may have been canceled or paid.
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
  if (row.billedElsewhere) return { outcome: 'billed_elsewhere' }
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

/** The result with an open intent of the appointments; null when a new intent is needed. */
async function reuseOpenIntent(
  context: PaymentContext,
  request: PaymentRequest,
  intentId: string,
): Promise<Preparation | null> {
  const { db, stripe } = context
  const intent = await stripe.retrieveIntent(intentId)
  if (!intent) {
    // Created with other keys, such as the sandbox's: it cannot be paid with the present ones.
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
    // It was canceled, or charged at the same moment.
    const { outcome } = await settlePayment(context, intentId)
    if (outcome === 'processing') return { outcome, intentId: isOwn ? intentId : null }
    if (outcome === 'open') throw new PaymentsUnavailable(1)
  }
  return whyNot(context, request)
}

/** Whether the intent covers exactly these appointments, at their prices. */
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

/** In cents, at the server's prices. */
function sumOf(appointments: PaymentRequest['appointments']): number {
  return appointments.reduce((sum, { priceCents }) => sum + priceCents, 0)
}

/**
 * The newest request of these appointments, if it has the same payer and items and is still usable; otherwise
 * a new one.
 * @param spentKeys idempotency keys that cannot be used again
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

/** Whether no newer request replaces it for any of its appointments. */
function isNewest(db: Database, { key, items }: StoredRequest): boolean {
  return items.every(({ appointmentId }) => findLatestRequest(db, appointmentId)?.key === key)
}

/**
 * Has Stripe create the intent of a request, once, and records it.
 * @returns null when it can no longer be paid, so that a new request is needed
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
    // A replayed response has the intent's original state; our copy has the present one.
    if (findPayment(db, intent.id)?.state !== 'open') return null
    // A newer request replaced it: treated as if it had come a moment later.
    if (!isNewest(db, request)) await settleOrCancel(context, intent.id, true)
    return intent
  } catch (error) {
    if (error instanceof IdempotencyKeySpent) return null
    throw error
  }
}

/** An idempotency key at Stripe has at most 255 characters. */
function nameOf(ids: readonly string[]): string {
  return ids.length === 1
    ? `${ids[0]}`
    : createHash('sha256').update(ids.join()).digest('base64url')
}

function ready({ clientSecret }: Intent): Preparation {
  if (!clientSecret) throw new Error('Stripe sent a PaymentIntent without its client secret')
  return { outcome: 'ready', clientSecret }
}
