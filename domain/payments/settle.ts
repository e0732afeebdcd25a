import { CURRENCY } from '../../contract/payments.ts'
import type { Database } from '../../drizzle/client.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import {
  findPayable,
  findPayment,
  movePayment,
  type Payable,
  payAppointment,
  rememberCheck,
  rememberDispute,
  rememberFailure,
  rememberPayment,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PaymentDeps } from './payment-context.ts'
import { completeRefund, failRefund, type ReturnReason, requestRefund } from './refund.ts'
import type { Intent, Refund } from './stripe-adapter.ts'

/** What has become of an intent, by Stripe's record and by ours. */
export type Settlement =
  /** Stripe does not know it, or it is for no appointment of this clinic. */
  | { outcome: 'unknown' }
  /** It pays the appointment. */
  | { outcome: 'paid' }
  | { outcome: 'processing' }
  /** Nothing was taken yet; `message` is the last decline's. `isWanted`: the appointment is to be paid. */
  | { outcome: 'open'; message: string | null; isWanted: boolean }
  /** Nothing was taken, and nothing will be. */
  | { outcome: 'closed' }
  /** Money was taken that the appointment cannot use: it goes, or went, back. */
  | { outcome: 'returned' }

/**
 * Brings our record into agreement with Stripe's. It is idempotent: the
 * browser's hint, the webhook's worker and the sweep all end here. An
 * appointment becomes paid here and nowhere else, together with the one `appointment.paid`.
 * @param actor uid of who asked; null for the clinic's own processes
 * @throws PaymentsUnavailable, or SqliteError SQLITE_BUSY; then nothing has changed
 */
export async function settlePayment(
  deps: PaymentDeps,
  intentId: string,
  actor: string | null = null,
): Promise<Settlement> {
  const intent = await deps.stripe.retrieveIntent(intentId)
  return intent ? settleIntent(deps, intent, actor) : { outcome: 'unknown' }
}

/** `settlePayment` for an intent just retrieved from Stripe, with its latest charge. */
export async function settleIntent(
  { db, stripe, now }: PaymentDeps,
  intent: Intent,
  actor: string | null = null,
): Promise<Settlement> {
  const { refundId } = findPayment(db, intent.id) ?? {}
  const refund = refundId ? await stripe.retrieveRefund(refundId) : null
  return writeTransaction(db, () => {
    const appointment = findPayable(db, intent.appointmentId ?? '')
    // Other programs may share the Stripe account.
    if (!appointment || intent.livemode !== stripe.livemode) return { outcome: 'unknown' }
    const matter = { intent, appointment, refund, actor, now: now() }
    recordIntent(db, matter)
    return intent.status === 'succeeded' ? settleMoney(db, matter) : settleNoMoney(db, matter)
  })
}

interface Matter {
  intent: Intent
  appointment: Payable
  refund: Refund | null
  actor: string | null
  now: Date
}

function recordIntent(db: Database, { intent, appointment, now }: Matter): void {
  rememberPayment(
    db,
    {
      intentId: intent.id,
      appointmentId: appointment.id,
      amountCents: intent.amountCents,
      currency: intent.currency,
    },
    now,
  )
  rememberCheck(db, intent.id, now)
  if (intent.disputed && rememberDispute(db, intent.id)) {
    const data = { appointmentId: appointment.id }
    appendEvent(db, { kind: 'payment.disputed', actor: null, subject: intent.id, data }, now)
  }
}

function settleMoney(db: Database, matter: Matter): Settlement {
  const { intent, appointment, refund, actor, now } = matter
  const payment = { intentId: intent.id, appointmentId: appointment.id }
  const paysAlready = appointment.paid && appointment.transactionId === intent.id

  if (refund?.status === 'refused') failRefund(db, payment, now)
  // The refund's own word counts more: a charge may still show what has failed since.
  else if (intent.refunded || refund?.status === 'done') completeRefund(db, payment, now)

  // A paid appointment stays paid, also when the clinic gives the money back.
  if (paysAlready) return { outcome: 'paid' }
  const reason = whyNotUsable(db, matter)
  if (reason === null && payAppointment(db, payment, now)) {
    movePayment(db, intent.id, ['open', 'closed'], 'paid')
    appendEvent(
      db,
      {
        kind: 'appointment.paid',
        actor,
        subject: appointment.id,
        data: { intentId: intent.id, amountCents: intent.receivedCents },
      },
      now,
    )
    return { outcome: 'paid' }
  }
  requestRefund(db, { ...payment, reason: reason ?? 'already_paid' }, now)
  return { outcome: 'returned' }
}

function whyNotUsable(db: Database, { intent, appointment }: Matter): ReturnReason | null {
  const { priceCents, paid, status } = appointment
  const fits =
    intent.currency === CURRENCY &&
    intent.amountCents === priceCents &&
    intent.receivedCents === priceCents
  if (!fits) return 'mismatch'
  if (paid) return 'already_paid'
  const state = findPayment(db, intent.id)?.state
  // A payment that is being refunded, or was, pays nothing.
  if (status === 'cancelled' || (state !== 'open' && state !== 'closed')) return 'cancelled'
  return null
}

function settleNoMoney(db: Database, { intent, appointment, now }: Matter): Settlement {
  const { failure } = intent
  if (failure && rememberFailure(db, intent.id, failure.name)) {
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
        isWanted: !appointment.paid && appointment.status === 'booked',
      }
  }
}
