import { createHash } from 'node:crypto'
import { CURRENCY } from '#contract/payments/payments.ts'
import type { Database } from '#drizzle/client.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import {
  closePayment,
  findLatestIntent,
  findPayment,
  listItems,
  listOpenPaymentsOf,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { clinicMomentAt } from '../clinic-clock.ts'
import {
  type AppointmentAccess,
  findAccess,
  isPaidByOther,
} from '../families/appointment-access.ts'
import type { PaymentContext } from './payment-context.ts'
import { settleIntent } from './settle.ts'
import { IdempotencyKeySpent, type Intent, PaymentsUnavailable } from './stripe-adapter.ts'

interface PaymentRequest {
  /** Who pays: for their own appointments, or those of children for whom they may pay. */
  uid: string
  /** What is to be paid together, each appointment once. */
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
  | { outcome: 'price_changed'; priceCents: number }
  /** Null: with a payment of another guardian. */
  | { outcome: 'already_paid'; intentId: string | null }
  /** That intent is being processed: no second charge. */
  | { outcome: 'processing'; intentId: string | null }

/** Spent idempotency keys in a row after which Stripe counts as unavailable. */
const MOST_SPENT_KEYS = 5

/**
 * Finds or creates the intent to pay appointments with. However often it is called, and from however
 * many tabs, they share one open intent: an open one of the same payer for the same appointments is
 * reused, others of these appointments are canceled, a charged one is settled, and a new one is
 * created under an idempotency key that all callers share, also for different payers.
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY
 */
export async function preparePayment(
  context: PaymentContext,
  request: PaymentRequest,
): Promise<Preparation> {
  const { db } = context
  const refusal = whyNot(context, request)
  if (refusal) return refusal

  for (const intentId of openIntentsOf(db, request)) {
    const reused = await reuseOpenIntent(context, request, intentId)
    if (reused) return reused
  }
  const intent = await createIntent(context, request)
  // During the call to Stripe an appointment may have been canceled or paid.
  return whyNot(context, request) ?? ready(intent)
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
    await cancelIntent(context, intentId)
    return null
  }
  return whyNot(context, request)
}

/** @throws PaymentsUnavailable when it has just been charged */
async function cancelIntent({ db, stripe }: PaymentContext, intentId: string): Promise<void> {
  if (!(await stripe.cancelIntent(intentId))) throw new PaymentsUnavailable(1)
  await writeTransaction(db, (tx) => closePayment(tx, intentId))
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

async function createIntent(
  context: PaymentContext,
  { uid, appointments }: PaymentRequest,
): Promise<Intent> {
  const { db, stripe, now } = context
  const [{ appointmentId }] = appointments
  const amountCents = sumOf(appointments)
  const ids = appointments.map((item) => item.appointmentId).toSorted()
  const items = appointments.map((item) => ({
    appointmentId: item.appointmentId,
    amountCents: item.priceCents,
  }))
  const firstAttempt = Math.max(...ids.map((id) => findLatestIntent(db, id)?.attempt ?? 0)) + 1
  for (let attempt = firstAttempt; attempt < firstAttempt + MOST_SPENT_KEYS; attempt++) {
    try {
      const intent = await stripe.createIntent(
        { amountCents, currency: CURRENCY, appointmentId },
        `pi:${nameOf(ids)}:${attempt}`,
      )
      // A replayed response shows an intent as it was: our copy has its current state.
      const known = findPayment(db, intent.id)
      if (known && known.state !== 'open') continue
      const payment = { id: intent.id, payerUid: uid, currency: CURRENCY, items, attempt }
      await writeTransaction(db, (tx) => recordPayment(tx, payment, now()))
      if (payerOf(db, intent.id) === uid) return intent
      // Another guardian has asked for it in the same moment.
      await cancelIntent(context, intent.id)
    } catch (error) {
      if (!(error instanceof IdempotencyKeySpent)) throw error
    }
  }
  throw new PaymentsUnavailable(60)
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
