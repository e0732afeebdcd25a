import { sumCents } from '#contract/money.ts'
import { CURRENCY, type RefundReason } from '#contract/payments/payments.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Failure, Intent, Refund } from '#domain/payments/stripe/stripe-adapter.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { markUsed } from '#drizzle/queries/payments/cards.ts'
import { findPaymentRequest } from '#drizzle/queries/payments/payment-requests.ts'
import {
  closePayment,
  findPayable,
  findPayment,
  listItems,
  listOpenPaymentsOf,
  markSucceeded,
  type Payable,
  type PaymentItemRow,
  payAppointment,
  recordCard,
  recordCheck,
  recordDecline,
  recordDispute,
  recordProcessing,
  recordRequestedPayment,
  recordWonDispute,
  unpayAppointment,
} from '#drizzle/queries/payments/payments.ts'
import { keptOf, listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { recordKeptCard } from './cards/keep-card.ts'
import { recordComparison } from './compare-with-stripe.ts'
import { recordRefunds, requestRefund } from './refunds/refund-payment.ts'

/** The state of an intent after settling it. */
export type Settlement =
  /** Stripe does not know it, or this clinic did not create it. */
  | { outcome: 'unknown' }
  /** It pays its appointments. */
  | { outcome: 'paid' }
  | { outcome: 'processing' }
  /**
   * Not charged yet. `failure`: the last decline; `isPayable`: its appointments are unpaid, and neither
   * canceled nor re-offered.
   */
  | { outcome: 'open'; failure: Failure | null; isPayable: boolean }
  /** Not charged, and never will be. */
  | { outcome: 'closed' }
  /** Charged, but it does not pay the appointment: it was or will be refunded. */
  | { outcome: 'refunded' }

/**
 * Updates our copy of an intent from Stripe. The browser's hint, the webhook's job and the sweep all call
 * this; repeated calls change nothing. Appointments become paid or unpaid only here, with one
 * `appointment.paid` or `appointment.unpaid` event; a failed refund undoes its effect
 * (`appointment.paid_again`).
 * @param actor uid of the user who asked; null for background jobs
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY; then nothing has changed
 */
export async function settlePayment(
  context: PaymentContext,
  intentId: string,
  actor: string | null = null,
): Promise<Settlement> {
  const intent = await context.stripe.retrieveIntent(intentId)
  return intent ? settleIntent(context, intent, actor) : { outcome: 'unknown' }
}

/** `settlePayment` for an intent that was just retrieved, with its latest charge. */
export async function settleIntent(
  { db, stripe, now }: PaymentContext,
  intent: Intent,
  actor: string | null = null,
): Promise<Settlement> {
  const mayBeRefunded = intent.refundedCents > 0 || listRefundsOf(db, intent.id).length > 0
  const refunds = mayBeRefunded ? await stripe.listRefunds(intent.id) : []
  return writeTransaction(db, (tx) => {
    const isOurs = intent.livemode === stripe.livemode && recordIntent(tx, intent, now())
    // Other programs may share the Stripe account.
    if (!isOurs) return { outcome: 'unknown' }
    const settlement = settleRecorded(tx, { intent, refunds, actor, now: now() })
    // A later refund is reported by an event of its own.
    const goneBack = refunds.filter(({ status }) => status !== 'refused')
    const isCurrent = sumCents(goneBack) === intent.refundedCents
    if (mayBeRefunded && isCurrent) recordComparison(tx, intent, { actor, now: now() })
    return settlement
  })
}

/**
 * Records an intent with its request, unless it is known.
 * @returns false when no request says what it covers, which is never guessed
 */
function recordIntent(db: Transaction, { id, requestKey }: Intent, now: Date): boolean {
  if (findPayment(db, id)) return true
  const request = requestKey === null ? undefined : findPaymentRequest(db, requestKey)
  if (request) recordRequestedPayment(db, id, request, now)
  return request !== undefined
}

/** Settles an intent whose payment is recorded. */
export function settleRecorded(db: Transaction, facts: Facts): Settlement {
  recordStripesView(db, facts)
  return facts.intent.status === 'succeeded' ? settleCharged(db, facts) : settleUncharged(db, facts)
}

/**
 * Settles an open intent, and cancels it when its appointments can no longer be paid.
 * @param isAbandoned cancels it in any case
 * @throws PaymentsUnavailable, StripeRefused
 */
export async function settleOrCancel(
  context: PaymentContext,
  intentId: string,
  isAbandoned = false,
): Promise<void> {
  const settlement = await settlePayment(context, intentId)
  if (settlement.outcome !== 'open' || (settlement.isPayable && !isAbandoned)) return
  await context.stripe.cancelIntent(intentId)
  // It was canceled just now, or charged at the same moment.
  await settlePayment(context, intentId)
}

/**
 * Cancels the open intents of an appointment that cannot be paid now. A charge that succeeded at the same moment
 * is refunded if the appointment is canceled or paid, and otherwise pays it.
 */
export async function cancelOpenIntents(
  context: PaymentContext,
  appointmentId: string,
): Promise<void> {
  for (const { id } of listOpenPaymentsOf(context.db, appointmentId)) {
    await settleOrCancel(context, id)
  }
}

/** The facts that decide a settlement. */
interface Facts {
  intent: Intent
  refunds: readonly Refund[]
  actor: string | null
  now: Date
}

/** Records when Stripe was asked, and what it reports about disputes. */
function recordStripesView(db: Transaction, { intent, now }: Facts): void {
  const { id } = intent
  recordCheck(db, id, now)
  recordProcessing(db, id, intent.status === 'processing')
  const about = { actor: null, subject: id, data: { appointmentId: firstAppointmentOf(db, id) } }
  if (intent.disputed && recordDispute(db, id, 'disputed')) {
    appendEvent(db, { kind: 'payment.disputed', ...about }, now)
  }
  if (intent.disputeWon && recordWonDispute(db, id)) {
    appendEvent(db, { kind: 'payment.dispute_won', ...about }, now)
  }
  if (intent.disputeLost && recordDispute(db, id, 'disputeLost')) {
    appendEvent(db, { kind: 'payment.dispute_lost', ...about }, now)
  }
}

/** Events about a payment name one of the appointments that it covers. */
function firstAppointmentOf(db: Database, paymentId: string): string {
  return listItems(db, paymentId)[0]?.appointmentId ?? ''
}

function settleCharged(db: Transaction, facts: Facts): Settlement {
  const { intent, refunds, now } = facts
  recordRefunds(db, intent.id, refunds, now)
  if (intent.card) recordCard(db, intent.id, intent.card)
  recordKeptCard(db, intent, now)
  const isNew = markSucceeded(db, intent.id, now)
  if (isNew && intent.paymentMethodId) markUsed(db, intent.paymentMethodId, now)
  issueReceipt(db, intent.id, now)
  const isKept = listItems(db, intent.id).map((item) => settleItem(db, item, isNew, facts))
  return { outcome: isKept.every(Boolean) ? 'paid' : 'refunded' }
}

/**
 * Decides once what an item's money is for, and notices when it was returned without us.
 * @returns whether it pays its appointment
 */
function settleItem(db: Transaction, item: PaymentItemRow, isNew: boolean, facts: Facts): boolean {
  const { intent, actor, now } = facts
  const appointment = findPayable(db, item.appointmentId)
  if (!appointment) return false
  const keptCents = intent.disputeLost ? 0 : keptOf(db, item)
  if (appointment.transactionId === intent.id) {
    if (keptCents === 0) unpay(db, item, facts)
    return keptCents > 0
  }
  // Refunded money pays nothing, however often Stripe reports the charge.
  if (!isNew || keptCents === 0) return false
  const reason = whyNotUsable(db, facts, item, appointment)
  if (reason === null && payAppointment(db, item, now)) {
    const data = { intentId: intent.id, amountCents: item.amountCents }
    appendEvent(db, { kind: 'appointment.paid', actor, subject: appointment.id, data }, now)
    notifyFamily(db, appointment.id, { kind: 'paid', data: { intentId: intent.id } }, now)
    return true
  }
  const amountCents = Math.min(keptCents, intent.receivedCents - intent.refundedCents)
  const refund = { amountCents, reason: reason ?? 'already_paid', actor: null }
  // Stripe refunds nothing during a dispute; after it, the reconciliation page shows what is kept.
  if (amountCents > 0 && !intent.disputed) requestRefund(db, item, refund, now)
  return false
}

/** The money was returned without us: in Stripe's dashboard, or by a lost dispute. */
function unpay(db: Transaction, item: PaymentItemRow, { intent, now }: Facts): void {
  if (!unpayAppointment(db, item)) return
  const { appointmentId: subject, paymentId: intentId } = item
  const reason = intent.disputeLost ? 'dispute_lost' : 'refunded'
  const data = { intentId, reason } as const
  appendEvent(db, { kind: 'appointment.unpaid', actor: null, subject, data }, now)
  notifyFamily(db, subject, { kind: 'unpaid', data: { intentId } }, now)
}

function whyNotUsable(
  db: Database,
  { intent }: Facts,
  { paymentId, amountCents }: PaymentItemRow,
  { priceCents, paid, billedElsewhere, status }: Payable,
): RefundReason | null {
  const recorded = findPayment(db, paymentId)?.amountCents
  const matches =
    intent.currency === CURRENCY &&
    intent.amountCents === recorded &&
    intent.receivedCents === recorded &&
    intent.refundedCents === 0 &&
    amountCents === priceCents
  if (!matches) return 'mismatch'
  if (paid || billedElsewhere) return 'already_paid'
  return status === 'cancelled' ? 'cancelled' : null
}

function isPayable(db: Database, { appointmentId }: PaymentItemRow): boolean {
  const { paid, billedElsewhere, status } = findPayable(db, appointmentId) ?? {}
  return (
    paid === false && !billedElsewhere && status === 'booked' && !findReoffer(db, appointmentId)
  )
}

function settleUncharged(db: Transaction, { intent, now }: Facts): Settlement {
  const { failure } = intent
  if (failure && recordDecline(db, intent.id, failure.name)) {
    const data = { appointmentId: firstAppointmentOf(db, intent.id), code: failure.code }
    appendEvent(db, { kind: 'payment.failed', actor: null, subject: intent.id, data }, now)
  }
  switch (intent.status) {
    case 'canceled':
      closePayment(db, intent.id)
      return { outcome: 'closed' }
    case 'processing':
      return { outcome: 'processing' }
    default:
      return {
        outcome: 'open',
        failure,
        isPayable: listItems(db, intent.id).every((item) => isPayable(db, item)),
      }
  }
}
