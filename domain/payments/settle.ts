import { CURRENCY } from '../../contract/payments.ts'
import type { Database } from '../../drizzle/client.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import {
  findPayable,
  findPayment,
  listOpenPaymentsOf,
  movePayment,
  type Payable,
  payAppointment,
  recordCheck,
  recordDecline,
  recordDispute,
  recordPayment,
  unpayAppointment,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentContext } from './payment-context.ts'
import {
  completeRefund,
  failRefund,
  loseDispute,
  type RefundReason,
  requestRefund,
} from './refund.ts'
import type { Intent, Refund } from './stripe-adapter.ts'

/** The state of an intent after settling it. */
export type Settlement =
  /** Stripe does not know it, or it is not for an appointment of this clinic. */
  | { outcome: 'unknown' }
  /** It pays the appointment. */
  | { outcome: 'paid' }
  | { outcome: 'processing' }
  /** Not charged yet; `message` is the last decline's. `isPayable`: the appointment is unpaid and not canceled. */
  | { outcome: 'open'; message: string | null; isPayable: boolean }
  /** Not charged, and never will be. */
  | { outcome: 'closed' }
  /** Charged, but the money does not pay the appointment: it went back, or will. */
  | { outcome: 'refunded' }

/**
 * Updates our copy of an intent from Stripe. The browser's hint, the webhook's job and the sweep
 * all call this; repeated calls change nothing. Only here does an appointment become paid or unpaid
 * again, together with its one `appointment.paid` or `appointment.unpaid` event.
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

/** `settlePayment` for an intent that has just been retrieved, with its latest charge. */
export async function settleIntent(
  { db, stripe, now }: PaymentContext,
  intent: Intent,
  actor: string | null = null,
): Promise<Settlement> {
  const { refundId } = findPayment(db, intent.id) ?? {}
  const refund = refundId ? await stripe.retrieveRefund(refundId) : null
  return writeTransaction(db, () => {
    const appointment = findPayable(db, intent.appointmentId ?? '')
    // Other programs may share the Stripe account.
    if (!appointment || intent.livemode !== stripe.livemode) return { outcome: 'unknown' }
    const facts = { intent, appointment, refund, actor, now: now() }
    recordIntent(db, facts)
    return intent.status === 'succeeded' ? settleCharged(db, facts) : settleUncharged(db, facts)
  })
}

/**
 * Settles an open intent, and cancels it when its appointment is not payable any more.
 * @throws PaymentsUnavailable, StripeRefused
 */
export async function settleOrCancel(context: PaymentContext, intentId: string): Promise<void> {
  const settlement = await settlePayment(context, intentId)
  if (settlement.outcome !== 'open' || settlement.isPayable) return
  await context.stripe.cancelIntent(intentId)
  // Canceled now, or charged in the same moment.
  await settlePayment(context, intentId)
}

/** Cancels the open intents of a canceled appointment; charges that have succeeded are refunded. */
export async function cancelOpenIntents(
  context: PaymentContext,
  appointmentId: string,
): Promise<void> {
  for (const { intentId } of listOpenPaymentsOf(context.db, appointmentId)) {
    await settleOrCancel(context, intentId)
  }
}

/** What a settlement is decided on. */
interface Facts {
  intent: Intent
  appointment: Payable
  refund: Refund | null
  actor: string | null
  now: Date
}

function recordIntent(db: Database, { intent, appointment, now }: Facts): void {
  recordPayment(
    db,
    {
      intentId: intent.id,
      appointmentId: appointment.id,
      amountCents: intent.amountCents,
      currency: intent.currency,
    },
    now,
  )
  recordCheck(db, intent.id, now)
  if (intent.disputed && recordDispute(db, intent.id)) {
    const data = { appointmentId: appointment.id }
    appendEvent(db, { kind: 'payment.disputed', actor: null, subject: intent.id, data }, now)
  }
}

function settleCharged(db: Database, facts: Facts): Settlement {
  const { intent, appointment, refund, actor, now } = facts
  const payment = { intentId: intent.id, appointmentId: appointment.id }
  const alreadyPays = appointment.paid && appointment.transactionId === intent.id

  if (refund?.status === 'refused') failRefund(db, payment, now)
  // The refund's own status takes precedence: a charge may still show a refund that has failed.
  else if (intent.refunded || refund?.status === 'done') completeRefund(db, payment, now)

  if (intent.disputeLost) loseDispute(db, payment, now)

  if (alreadyPays) {
    if (!intent.refunded && !intent.disputeLost) return { outcome: 'paid' }
    unpay(db, facts)
    return { outcome: 'refunded' }
  }
  const reason = whyNotUsable(db, facts)
  if (reason === null && payAppointment(db, payment, now)) {
    movePayment(db, intent.id, ['open', 'closed'], 'paid')
    const data = { intentId: intent.id, amountCents: intent.receivedCents }
    appendEvent(db, { kind: 'appointment.paid', actor, subject: appointment.id, data }, now)
    notifyFamily(db, appointment.id, { kind: 'paid', data: { intentId: intent.id } }, now)
    return { outcome: 'paid' }
  }
  requestRefund(db, { ...payment, reason: reason ?? 'already_paid' }, now)
  return { outcome: 'refunded' }
}

/** The money went back without us: in Stripe's dashboard, or by a lost dispute. */
function unpay(db: Database, { intent, appointment, now }: Facts): void {
  const payment = { intentId: intent.id, appointmentId: appointment.id }
  if (!unpayAppointment(db, payment)) return
  const reason = intent.disputeLost ? 'dispute_lost' : 'refunded'
  const data = { intentId: intent.id, reason } as const
  appendEvent(db, { kind: 'appointment.unpaid', actor: null, subject: appointment.id, data }, now)
  notifyFamily(db, appointment.id, { kind: 'unpaid', data: { intentId: intent.id } }, now)
}

function whyNotUsable(db: Database, { intent, appointment }: Facts): RefundReason | null {
  const { priceCents, paid, status } = appointment
  const matches =
    intent.currency === CURRENCY &&
    intent.amountCents === priceCents &&
    intent.receivedCents === priceCents
  if (!matches) return 'mismatch'
  if (paid) return 'already_paid'
  const state = findPayment(db, intent.id)?.state
  // Money that went back, or will, pays nothing, however often Stripe reports the charge.
  if (status === 'cancelled' || (state !== 'open' && state !== 'closed')) return 'cancelled'
  return null
}

function settleUncharged(db: Database, { intent, appointment, now }: Facts): Settlement {
  const { failure } = intent
  if (failure && recordDecline(db, intent.id, failure.name)) {
    const data = { appointmentId: appointment.id, code: failure.code }
    appendEvent(db, { kind: 'payment.failed', actor: null, subject: intent.id, data }, now)
  }
  switch (intent.status) {
    case 'canceled':
      movePayment(db, intent.id, ['open'], 'closed')
      return { outcome: 'closed' }
    case 'processing':
      return { outcome: 'processing' }
    default:
      return {
        outcome: 'open',
        message: failure?.message ?? null,
        isPayable: !appointment.paid && appointment.status === 'booked',
      }
  }
}
