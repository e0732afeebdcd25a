import {
  type AskingPauses,
  listOpenPayments,
  listRefundingPayments,
  type PaymentRow,
  rememberCheck,
} from '../../drizzle/queries/payments.ts'
import { moveCursor, readCursor } from '../../drizzle/queries/stripe-events.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { settleOrGiveUp } from './give-up.ts'
import { keepStripeEvent } from './inbox.ts'
import type { PaymentDeps } from './payment-context.ts'
import { refundPayment } from './refund.ts'
import { settlePayment } from './settle.ts'
import { PaymentsUnavailable } from './stripe-adapter.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long an intent is open before the sweep checks it, in milliseconds. */
export const OPEN_FOR = 2 * MINUTE

const FADED_PAUSE = HOUR

const PAUSES: AskingPauses = {
  first: OPEN_FOR,
  fadedAfter: DAY,
  faded: FADED_PAUSE,
  // After a month that is every 15 hours, after a year once a week.
  perAge: 48,
}

const MOST_PER_SWEEP = 1000
const AT_ONCE = 4

interface Sweeper {
  /** Stops between two questions. */
  signal: AbortSignal
  /** Told of an intent that could not be settled; the others still are. */
  onTrouble(intentId: string, error: unknown): void
}

/**
 * Asks Stripe about every intent that has been open for more than two minutes, so that a closed
 * browser and a lost webhook together lose nothing. Intents of appointments that do not want to be
 * paid any more are given up. Refunds that Stripe has not taken on, or the bank has not decided on,
 * are followed up, too.
 * @returns how many intents were asked about
 * @throws PaymentsUnavailable when Stripe does not respond: the next sweep does the rest
 */
export async function sweepPayments(deps: PaymentDeps, sweeper: Sweeper): Promise<number> {
  const now = deps.now()
  const open = listOpenPayments(deps.db, { now, pauses: PAUSES, limit: MOST_PER_SWEEP })
  const refunding = listRefundingPayments(deps.db, {
    triedBefore: new Date(now.getTime() - OPEN_FOR),
    askedBefore: new Date(now.getTime() - FADED_PAUSE),
    limit: MOST_PER_SWEEP,
  })
  await each(deps, open, sweeper, ({ intentId }) => settleOrGiveUp(deps, intentId))
  await each(deps, refunding, sweeper, ({ intentId, refundId }) =>
    refundId ? settlePayment(deps, intentId) : refundPayment(deps, intentId),
  )
  return open.length + refunding.length
}

async function each(
  { db, now }: PaymentDeps,
  payments: readonly PaymentRow[],
  { signal, onTrouble }: Sweeper,
  work: (payment: PaymentRow) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < payments.length; start += AT_ONCE) {
    signal.throwIfAborted()
    const batch = payments.slice(start, start + AT_ONCE)
    // Before their end is known: one that always fails must not be the first every time.
    await writeTransaction(db, () => {
      for (const { intentId } of batch) rememberCheck(db, intentId, now())
    })
    const ends = await Promise.allSettled(batch.map(work))
    for (const [index, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      if (end.reason instanceof PaymentsUnavailable) throw end.reason
      onTrouble(batch[index]?.intentId ?? '', end.reason)
    }
  }
}

/** What can change about an intent (https://docs.stripe.com/api/events/types). */
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

/** Read once more with each sweep: Stripe lists events a little after they have happened. */
const OVERLAP = HOUR

/** Stripe lists no older events (https://docs.stripe.com/api/events/list). */
const LISTED_FOR = 30 * DAY

/**
 * Puts the events into the inbox whose webhooks have not arrived. What is there already stays.
 * @returns how many were missing
 * @throws PaymentsUnavailable when Stripe does not respond: the next sweep starts at the same point
 */
export async function sweepMissedEvents(
  deps: PaymentDeps,
  { signal }: Pick<Sweeper, 'signal'>,
): Promise<number> {
  const { db, stripe } = deps
  const now = deps.now()
  const seenUntil = readCursor(db, CURSOR)?.getTime() ?? now.getTime() - LISTED_FOR
  let missing = 0
  const since = new Date(seenUntil - OVERLAP)
  for await (const event of stripe.listEvents({ types: EVENT_TYPES, since })) {
    signal.throwIfAborted()
    // Its webhook may still be on its way; the next sweep sees it again.
    if (now.getTime() - event.createdAt.getTime() < OPEN_FOR) continue
    if (event.livemode === stripe.livemode && (await keepStripeEvent(deps, event))) missing += 1
  }
  await writeTransaction(db, () => moveCursor(db, CURSOR, now))
  return missing
}
