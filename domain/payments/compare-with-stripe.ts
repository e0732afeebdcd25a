import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Intent } from '#domain/payments/stripe/stripe-adapter.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  endFindings,
  type Finding,
  hasFinding,
  readRecordedCents,
  recordFinding,
} from '#drizzle/queries/payments/payment-problems.ts'
import { findPaymentRequest } from '#drizzle/queries/payments/payment-requests.ts'
import {
  findPayment,
  listCardPayments,
  listItems,
  moveCursor,
  readCursor,
} from '#drizzle/queries/payments/payments.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'

/** How far back payments are compared: further than Stripe lists events. */
const COMPARED_FOR = 35 * millisecondsInDay

/** An intent this young may still be settled by its webhook. */
const SETTLED_WITHIN = millisecondsInHour

const CURSOR = 'comparison'

/** When all payments were last compared with Stripe's. */
export function readComparedAt(db: Database): Date | undefined {
  return readCursor(db, CURSOR)
}

/**
 * Compares the payments of the last 35 days with Stripe's, and records differences for the reconciliation
 * page. Changes no payment.
 * @returns how many intents differ
 * @throws PaymentsUnavailable when Stripe does not respond
 */
export async function compareWithStripe(
  context: PaymentContext,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  const { db, stripe } = context
  const now = context.now()
  const since = new Date(now.getTime() - COMPARED_FOR)
  const unseen = new Map(listCardPayments(db, since).map((payment) => [payment.id, payment]))
  let found = 0
  for await (const intent of stripe.listIntents(since)) {
    signal.throwIfAborted()
    unseen.delete(intent.id)
    if (intent.livemode === stripe.livemode && (await compareIntent(context, intent))) found += 1
  }
  for (const { id, appointmentId, amountCents } of unseen.values()) {
    signal.throwIfAborted()
    // Stripe created it before the listed range.
    if (await stripe.retrieveIntent(id)) continue
    const amounts = { stripeCents: null, recordedCents: amountCents }
    const missing = { cause: 'unknown_there', paymentId: id, appointmentId, ...amounts } as const
    await writeTransaction(db, (tx) => record(tx, missing, context.now()))
    found += 1
  }
  await writeTransaction(db, (tx) => moveCursor(tx, CURSOR, now))
  return found
}

/**
 * Compares an intent that was just retrieved with our record.
 * @param actor uid of the user who asked; null for background jobs
 * @returns whether they differ
 */
export async function compareIntent(
  context: PaymentContext,
  intent: Intent,
  actor: string | null = null,
): Promise<boolean> {
  const { db, now } = context
  const result = findDifference(db, intent, now())
  const isNew = typeof result === 'object' || (result === 'agrees' && hasFinding(db, intent.id))
  if (isNew) await writeTransaction(db, (tx) => recordComparison(tx, intent, { actor, now: now() }))
  return typeof result === 'object'
}

/**
 * Records whether an intent that was just retrieved agrees with our record: lists a difference, or ends a
 * listed one.
 */
export function recordComparison(
  db: Transaction,
  intent: Intent,
  { actor, now }: { actor: string | null; now: Date },
): void {
  const result = findDifference(db, intent, now)
  if (typeof result === 'object') record(db, result, now)
  else if (result === 'agrees') endAll(db, intent.id, actor, now)
}

function record(db: Transaction, finding: Finding, now: Date): void {
  const { cause, paymentId: subject } = finding
  if (!recordFinding(db, finding, now)) return
  appendEvent(db, { kind: 'payment.problem_found', actor: null, subject, data: { cause } }, now)
}

function endAll(db: Transaction, subject: string, actor: string | null, now: Date): void {
  for (const cause of endFindings(db, subject, now)) {
    const event = { actor, subject, data: { cause } }
    appendEvent(db, { kind: 'payment.problem_ended', ...event }, now)
  }
}

/** `undecided`: Stripe or we do not know yet what the other has done. */
function findDifference(db: Database, intent: Intent, now: Date): Finding | 'agrees' | 'undecided' {
  const { id: paymentId, status, receivedCents, refundedCents, disputed } = intent
  // During a dispute the bank moves the money, and the reconciliation page shows the dispute itself.
  if (status !== 'succeeded' || disputed) return 'agrees'
  const stripeCents = receivedCents - refundedCents
  const recordedCents = readRecordedCents(db, paymentId)
  if (stripeCents === (recordedCents ?? 0)) return 'agrees'
  const { state, createdAt } = findPayment(db, paymentId) ?? {}
  if (state === 'open' && createdAt && now.getTime() - createdAt.getTime() < SETTLED_WITHIN) {
    return 'undecided'
  }
  // Stripe may have accepted the refund, with its response still on the way.
  if (listRefundsOf(db, paymentId).some((refund) => refund.state === 'requested')) {
    return 'undecided'
  }
  const [item] = listItems(db, paymentId)
  const isOurs = isRequested(db, intent)
  return {
    cause: recordedCents !== null ? 'amount_differs' : isOurs ? 'paid_there' : 'unknown_intent',
    paymentId,
    appointmentId: item?.appointmentId ?? intent.appointmentId,
    stripeCents,
    recordedCents,
  }
}

/** Whether we know what an intent covers. */
function isRequested(db: Database, { id, requestKey }: Intent): boolean {
  if (findPayment(db, id)) return true
  return requestKey !== null && findPaymentRequest(db, requestKey) !== undefined
}
