import {
  type CheckSchedule,
  listOpenPayments,
  listRefundingPayments,
  moveCursor,
  type PaymentRow,
  readCursor,
  recordCheck,
} from '../../drizzle/queries/payments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { keepStripeEvent } from './inbox.ts'
import type { PaymentContext } from './payment-context.ts'
import { refundPayment } from './refund.ts'
import { settleOrCancel, settlePayment } from './settle.ts'
import { PaymentsUnavailable } from './stripe-adapter.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long an intent is open before the sweep checks it, in milliseconds. */
export const OPEN_FOR = 2 * MINUTE

const STALE_INTERVAL = HOUR

const SCHEDULE: CheckSchedule = {
  firstAfter: OPEN_FOR,
  staleAfter: DAY,
  staleInterval: STALE_INTERVAL,
  // Every 15 hours after a month, once a week after a year.
  ageDivisor: 48,
}

const MOST_PER_SWEEP = 1000
const AT_ONCE = 4

interface Sweeper {
  /** Stops the sweep between two batches. */
  signal: AbortSignal
  /** Called with an intent that could not be settled; the others still are. */
  onFailure(intentId: string, error: unknown): void
}

/**
 * Settles every intent that has been open for more than two minutes, in case the browser was closed
 * and the webhook was lost. Intents of appointments that are not payable any more are canceled.
 * Refunds that Stripe has not accepted, or the bank has not decided on, are checked, too.
 * @returns how many intents were checked
 * @throws PaymentsUnavailable when Stripe does not respond: the next sweep does the rest
 */
export async function sweepPayments(context: PaymentContext, sweeper: Sweeper): Promise<number> {
  const now = context.now()
  const open = listOpenPayments(context.db, { now, schedule: SCHEDULE, limit: MOST_PER_SWEEP })
  const refunding = listRefundingPayments(context.db, {
    triedBefore: new Date(now.getTime() - OPEN_FOR),
    askedBefore: new Date(now.getTime() - STALE_INTERVAL),
    limit: MOST_PER_SWEEP,
  })
  await each(context, open, sweeper, ({ intentId }) => settleOrCancel(context, intentId))
  await each(context, refunding, sweeper, ({ intentId, refundId }) =>
    refundId ? settlePayment(context, intentId) : refundPayment(context, intentId),
  )
  return open.length + refunding.length
}

async function each(
  { db, now }: PaymentContext,
  payments: readonly PaymentRow[],
  { signal, onFailure }: Sweeper,
  work: (payment: PaymentRow) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < payments.length; start += AT_ONCE) {
    signal.throwIfAborted()
    const batch = payments.slice(start, start + AT_ONCE)
    // Before the result is known: one that always fails must not be the first every time.
    await writeTransaction(db, () => {
      for (const { intentId } of batch) recordCheck(db, intentId, now())
    })
    const ends = await Promise.allSettled(batch.map(work))
    for (const [index, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      if (end.reason instanceof PaymentsUnavailable) throw end.reason
      onFailure(batch[index]?.intentId ?? '', end.reason)
    }
  }
}

/** Events about intents (https://docs.stripe.com/api/events/types). */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
] as const

const CURSOR = 'events'

/** Read again with each sweep: Stripe lists events a little after they have happened. */
const OVERLAP = HOUR

/** Stripe lists events of this time (https://docs.stripe.com/api/events/list). */
const LISTED_FOR = 30 * DAY

/**
 * Stores the events whose webhooks have not arrived.
 * @returns how many were missing
 * @throws PaymentsUnavailable when Stripe does not respond: the next sweep starts at the same point
 */
export async function sweepMissedEvents(
  context: PaymentContext,
  { signal }: Pick<Sweeper, 'signal'>,
): Promise<number> {
  const { db, stripe } = context
  const now = context.now()
  const seenUntil = readCursor(db, CURSOR)?.getTime() ?? now.getTime() - LISTED_FOR
  let missing = 0
  const since = new Date(seenUntil - OVERLAP)
  for await (const event of stripe.listEvents({ types: EVENT_TYPES, since })) {
    signal.throwIfAborted()
    // Its webhook may still arrive; the next sweep reads it again.
    if (now.getTime() - event.createdAt.getTime() < OPEN_FOR) continue
    if (event.livemode === stripe.livemode && (await keepStripeEvent(context, event))) missing += 1
  }
  await writeTransaction(db, () => moveCursor(db, CURSOR, now))
  return missing
}
