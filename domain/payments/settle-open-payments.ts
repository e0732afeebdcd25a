import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import { PaymentsUnavailable } from '#domain/payments/stripe/stripe-adapter.ts'
import type { Transaction } from '#drizzle/client.ts'
import {
  type CheckSchedule,
  isOver,
  listOpenDisputes,
  listOpenPayments,
  moveCursor,
  readCursor,
  recordCheck,
} from '#drizzle/queries/payments/payments.ts'
import { listRefundsUnderWay, recordRefundCheck } from '#drizzle/queries/payments/refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { settleOrCancel, settlePayment } from './settle.ts'
import { keepStripeEvent } from './webhook-inbox.ts'

/** After how many milliseconds the sweep checks an open intent. */
export const OPEN_FOR = 2 * millisecondsInMinute

const STALE_INTERVAL = millisecondsInHour

const SCHEDULE: CheckSchedule = {
  firstAfter: OPEN_FOR,
  staleAfter: millisecondsInDay,
  staleInterval: STALE_INTERVAL,
  // Every 15 hours after a month, once a week after a year.
  ageDivisor: 48,
}

/** After how many milliseconds an open intent is canceled, counted from the appointment. */
const ABANDONED_AFTER = 3 * millisecondsInDay

const MOST_PER_SWEEP = 1000
const AT_ONCE = 4

interface Sweeper {
  /** Stops the sweep between two batches. */
  signal: AbortSignal
  /** Called with the id of an intent or a refund that could not be settled; the others still are. */
  onFailure(id: string, error: unknown): void
}

/**
 * Settles every intent that has been open for more than two minutes, in case the browser was closed and the
 * webhook lost. Cancels intents of appointments that can no longer be paid, and intents still open three days
 * after the appointment. Also checks refunds that Stripe has not accepted or the bank has not decided, and
 * open disputes once a day.
 * @returns how many intents and refunds were checked
 * @throws PaymentsUnavailable when Stripe does not respond: the next sweep continues
 */
export async function sweepPayments(context: PaymentContext, sweeper: Sweeper): Promise<number> {
  const now = context.now()
  const open = listOpenPayments(context.db, { now, schedule: SCHEDULE, limit: MOST_PER_SWEEP })
  // A day in UTC is close enough to the clinic's. A later payment creates a new intent.
  const overBefore = new Date(now.getTime() - ABANDONED_AFTER).toISOString().slice(0, 10)
  const refunding = listRefundsUnderWay(context.db, {
    triedBefore: new Date(now.getTime() - OPEN_FOR),
    askedBefore: new Date(now.getTime() - STALE_INTERVAL),
    limit: MOST_PER_SWEEP,
  })
  const disputed = listOpenDisputes(context.db, {
    askedBefore: new Date(now.getTime() - millisecondsInDay),
    limit: MOST_PER_SWEEP,
  })
  await each(context, open, sweeper, {
    record: recordCheck,
    work: ({ id }) => settleOrCancel(context, id, isOver(context.db, id, overBefore)),
  })
  await each(context, refunding, sweeper, {
    record: recordRefundCheck,
    work: ({ id, state, paymentId }) =>
      state === 'requested' ? refundPayment(context, id) : settlePayment(context, paymentId),
  })
  await each(context, disputed, sweeper, {
    record: recordCheck,
    work: ({ id }) => settlePayment(context, id),
  })
  return open.length + refunding.length + disputed.length
}

async function each<Row extends { id: string }>(
  { db, now }: PaymentContext,
  rows: readonly Row[],
  { signal, onFailure }: Sweeper,
  {
    record,
    work,
  }: {
    record: (tx: Transaction, id: string, now: Date) => void
    work: (row: Row) => Promise<unknown>
  },
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    signal.throwIfAborted()
    const batch = rows.slice(start, start + AT_ONCE)
    // Before the result is known, so that one that always fails is not always the first.
    await writeTransaction(db, (tx) => {
      for (const { id } of batch) record(tx, id, now())
    })
    const ends = await Promise.allSettled(batch.map(work))
    for (const [index, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      if (end.reason instanceof PaymentsUnavailable) throw end.reason
      onFailure(batch[index]?.id ?? '', end.reason)
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

/** Stripe lists events slightly late, so each sweep reads this part again. */
const OVERLAP = millisecondsInHour

/** Stripe lists events of this period only (https://docs.stripe.com/api/events/list). */
const LISTED_FOR = 30 * millisecondsInDay

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
  await writeTransaction(db, (tx) => moveCursor(tx, CURSOR, now))
  return missing
}
