import { millisecondsInDay } from 'date-fns/constants'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import {
  PROBLEM_ACTIONS,
  type ProblemAction,
  type ProblemRequest,
} from '#contract/payments/reconciliation.ts'
import { isOwnAppointment } from '#domain/payments/refunds/desk-rules.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  endProblem,
  listProblems,
  type ProblemRow,
} from '#drizzle/queries/payments/payment-problems.ts'
import { closePayment, findItem } from '#drizzle/queries/payments/payments.ts'
import { findRefund, keptOf, listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { compareIntent } from './compare-with-stripe.ts'
import { recordCashRefund, refundPayment, requestRefund } from './refunds/refund-payment.ts'
import { settleIntent } from './settle.ts'

/** For how many days after its appointment an intent may stay open. */
const OPEN_AFTER_DAYS = 7

export interface ReconciliationContext extends PaymentContext {
  /** On the clinic's calendar. */
  today: () => IsoDate
}

/** The differences between Stripe and our records: docs/requirements.md#reconciliation. */
export function listPaymentProblems(
  { db, now, today }: Omit<ReconciliationContext, 'stripe'>,
  paymentId?: string,
): ProblemRow[] {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  return listProblems(db, {
    notNeededSince: before(millisecondsInDay),
    overBefore: dayAfter(today(), -OPEN_AFTER_DAYS),
    requestedBefore: before(millisecondsInDay),
    // Banks take up to ten business days: https://docs.stripe.com/refunds
    pendingBefore: before(14 * millisecondsInDay),
    paymentId,
  })
}

/**
 * The problems of a payment, or of an item or refund.
 * @param subject its id
 */
export function findPaymentProblems(
  context: Omit<ReconciliationContext, 'stripe'>,
  subject: string,
): ProblemRow[] {
  const { db } = context
  const part = findRefund(db, subject) ?? findItem(db, subject)
  return listPaymentProblems(context, part?.paymentId ?? subject).filter(
    (problem) => problem.subject === subject,
  )
}

type ProblemOutcome =
  | { outcome: 'done' }
  /** The problem has ended meanwhile. */
  | { outcome: 'no_problem' }
  /** The action does not resolve such a problem. */
  | { outcome: 'wrong_action' }
  /** The admin may not hand money back to themselves. */
  | { outcome: 'own_appointment' }

/**
 * Resolves a problem, or tries to: docs/requirements.md#reconciliation.
 * @param actor uid of the admin
 * @throws PaymentsUnavailable, StripeRefused
 */
export async function resolveProblem(
  context: ReconciliationContext,
  { cause, subject, action }: ProblemRequest & { action: Exclude<ProblemAction, 'link'> },
  actor: string,
): Promise<ProblemOutcome> {
  const find = () => findPaymentProblems(context, subject).find((row) => row.cause === cause)
  const problem = find()
  if (!problem) return { outcome: 'no_problem' }
  if (!PROBLEM_ACTIONS[cause].includes(action)) return { outcome: 'wrong_action' }
  if (action === 'settle') {
    await settleAgain(context, problem, actor)
    return { outcome: 'done' }
  }
  const { db, now } = context
  return writeTransaction(db, (tx) => {
    // Inside the transaction, so that only the first of two clicks succeeds.
    const current = find()
    if (!current) return { outcome: 'no_problem' }
    const appointment = current.appointment && findAppointment(db, current.appointment.id)
    if (action === 'hand-back' && appointment && isOwnAppointment(db, appointment, actor)) {
      return { outcome: 'own_appointment' }
    }
    if (action !== 'acknowledge') giveBack(tx, current, { action, actor, now: now() })
    endByAdmin(tx, current, actor, now())
    return { outcome: 'done' }
  })
}

/** Updates our record of an intent from Stripe, and requests its refunds again. */
async function settleAgain(
  context: ReconciliationContext,
  { cause, paymentId: intentId }: ProblemRow,
  actor: string,
): Promise<void> {
  const { db, stripe } = context
  for (const { id, state } of listRefundsOf(db, intentId)) {
    if (state === 'requested') await refundPayment(context, id)
  }
  let intent = await stripe.retrieveIntent(intentId)
  if (intent?.status === 'open' && cause === 'open_too_long') {
    await stripe.cancelIntent(intentId)
    intent = await stripe.retrieveIntent(intentId)
  }
  if (!intent) {
    // Created with other keys, such as the sandbox's: it cannot be paid with the present ones.
    await writeTransaction(db, (tx) => closePayment(tx, intentId))
    return
  }
  await settleIntent(context, intent, actor)
  await compareIntent(context, intent, actor)
}

/** Refunds a failed refund, or money that pays nothing: to the card, or at the clinic. */
function giveBack(
  db: Transaction,
  { cause, subject, amountCents }: ProblemRow,
  { action, actor, now }: { action: 'refund' | 'hand-back'; actor: string; now: Date },
): void {
  const failed = cause === 'refund_failed' ? findRefund(db, subject) : undefined
  const item = findItem(db, failed?.itemId ?? subject)
  if (!item) return
  const { reason = 'staff', note } = failed ?? {}
  const cents = Math.min(amountCents, keptOf(db, item))
  const isHandedBack = action === 'hand-back'
  const wanted = { amountCents: cents, reason, note, actor, isHandedBack }
  const refund = findRefund(db, requestRefund(db, item, wanted, now))
  if (refund && isHandedBack) recordCashRefund(db, refund, { actor, now })
}

/** Records that an admin dealt with a problem, with its event. */
export function endByAdmin(db: Transaction, problem: ProblemRow, actor: string, now: Date): void {
  endProblem(db, problem, actor, now)
  const { cause, paymentId: subject } = problem
  appendEvent(db, { kind: 'payment.problem_ended', actor, subject, data: { cause } }, now)
}
