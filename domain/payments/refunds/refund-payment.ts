import { v7 as uuidv7 } from 'uuid'
import { sumCents } from '#contract/money.ts'
import type { RefundReason } from '#contract/payments/payments.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { Refund } from '#domain/payments/stripe/stripe-adapter.ts'
import { issueCreditNote, voidCreditNote } from '#domain/receipts/issue-receipt.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  findItem,
  findPaidItem,
  findPayable,
  findPayment,
  hasPaid,
  listItems,
  type PaymentItemRow,
  payAppointment,
  unpayAppointment,
} from '#drizzle/queries/payments/payments.ts'
import {
  findRefund,
  insertRefund,
  keptOf,
  listRefundsOf,
  moveRefund,
  type RefundOfItem,
  type RefundRow,
  type RefundState,
  recordRefundCheck,
} from '#drizzle/queries/payments/refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { isLateCashRefund } from './desk-rules.ts'

interface NewRefund {
  amountCents: number
  reason: RefundReason
  /** The reason, as a member of staff wrote it. */
  note?: string
  /** Uid of the user who requested it; null for the system. */
  actor: string | null
  /** It is handed back at the clinic, whatever the method of payment. */
  isHandedBack?: boolean
}

interface RefundOfAppointment extends Omit<NewRefund, 'amountCents'> {
  appointmentId: string
  /** Everything that is kept when absent. */
  amountCents?: number
}

/**
 * Refunds part or all of what was paid for an appointment.
 * @returns the refund's id
 * @throws Error when the appointment is not paid; SqliteError `refund:exceeds_item`
 */
export function refundAppointment(
  db: Transaction,
  { appointmentId, amountCents, ...refund }: RefundOfAppointment,
  now: Date,
): string {
  const item = findPaidItem(db, appointmentId)
  if (!item) throw new Error('No payment is kept for this appointment.')
  const all = keptOf(db, item)
  return requestRefund(db, item, { ...refund, amountCents: amountCents ?? all }, now)
}

/**
 * Requests a refund of an item. A job refunds cards after `refund.requested`; staff hand back payments at the
 * desk. When nothing is kept, the appointment becomes unpaid at once.
 * @returns the refund's id
 * @throws SqliteError `refund:exceeds_item`
 */
export function requestRefund(
  db: Transaction,
  item: PaymentItemRow,
  { amountCents, reason, note, actor, isHandedBack = false }: NewRefund,
  now: Date,
): string {
  const id = uuidv7()
  const isCardPayment = findPayment(db, item.paymentId)?.method === 'card'
  const state = isCardPayment && !isHandedBack ? 'requested' : 'pending'
  const row = { id, itemId: item.id, amountCents, reason, note, state, requestedBy: actor } as const
  insertRefund(db, { ...row, createdAt: now })
  const data = { appointmentId: item.appointmentId, refundId: id, amountCents, reason }
  appendEvent(db, { kind: 'refund.requested', actor, subject: item.paymentId, data }, now)
  if (keptOf(db, item) === 0) unpayAppointment(db, item)
  return id
}

/**
 * Records that staff handed back a refund at the desk, with its credit note and email; after the day of the
 * appointment, with an event that alarms count.
 * @param actor uid of the member of staff
 * @returns false, having done nothing, when it was no longer to be handed back
 */
export function recordCashRefund(
  db: Transaction,
  refund: RefundOfItem,
  { actor, now, till = null }: { actor: string; now: Date; till?: string | null },
): boolean {
  const { id: refundId, appointmentId, amountCents, paymentId } = refund
  const isDone = completeRefund(
    db,
    { ...refund, handedBackBy: actor, till },
    { actor, now, from: ['pending'] },
  )
  const appointment = findAppointment(db, appointmentId)
  const payment = findPayment(db, paymentId)
  if (isDone && appointment && payment && isLateCashRefund(db, appointment, payment, now)) {
    const data = { appointmentId, refundId, amountCents }
    appendEvent(db, { kind: 'refund.handed_back_late', actor, subject: paymentId, data }, now)
  }
  return isDone
}

/**
 * Undoes `recordCashRefund`: a reversal voids the credit note, the family gets an email, and a new refund has
 * to be handed back.
 * @param actor uid of the member of staff
 * @returns the id of the new refund; undefined when the refund was not handed back
 */
export function undoHandBack(
  db: Transaction,
  refund: RefundOfItem,
  { actor, now }: ChangedBy,
): string | undefined {
  const { id: refundId, appointmentId, amountCents, paymentId, itemId, reason, note } = refund
  if (!moveRefund(db, { id: refundId }, ['succeeded'], 'failed', now)) return undefined
  const data = { appointmentId, refundId, amountCents }
  appendEvent(db, { kind: 'refund.hand_back_undone', actor, subject: paymentId, data }, now)
  revokeCreditNote(db, refund, now)
  const id = uuidv7()
  const { requestedBy } = refund
  const again = { id, itemId, amountCents, reason, note, requestedBy, createdAt: refund.createdAt }
  insertRefund(db, { ...again, state: 'pending' })
  return id
}

/** Whether staff hand the refund back, or did, without Stripe. */
export function isHandedBackAtDesk(db: Database, refundId: string): boolean {
  const { paymentId, handedBackBy } = findRefund(db, refundId) ?? {}
  const method = paymentId && findPayment(db, paymentId)?.method
  return (method !== undefined && method !== 'card') || Boolean(handedBackBy)
}

/**
 * Has Stripe make the refund once, however often it is called: an accepted refund is found by its metadata,
 * and simultaneous calls share an idempotency key.
 * @returns whether Stripe accepted it; false when it refuses for good, which leaves the refund `failed` for
 * staff
 * @throws PaymentsUnavailable
 */
export async function refundPayment(
  { db, stripe, now }: PaymentContext,
  refundId: string,
): Promise<boolean> {
  const refund = findRefund(db, refundId)
  if (refund?.state !== 'requested') return refund?.state !== 'failed'
  const { paymentId: intentId, amountCents } = refund
  // Stripe forgets idempotency keys after 24 hours.
  const accepted = await stripe.listRefunds(intentId)
  const isKnown = accepted.some((known) => isSame(refund, known))
  const made = isKnown ? null : await stripe.refund({ intentId, amountCents, refundId })
  await writeTransaction(db, (tx) => {
    recordRefundCheck(tx, refundId, now())
    recordRefunds(tx, intentId, made ? [...accepted, made] : accepted, now())
    const isOpen = findRefund(db, refundId)?.state === 'requested'
    if (!isOpen || made || isKnown) return
    failRefund(tx, refund, now())
    payAgain(tx, refund, now())
  })
  return findRefund(db, refundId)?.state !== 'failed'
}

/** Updates our refunds of an intent from Stripe's. An unknown refund was made in Stripe's dashboard. */
export function recordRefunds(
  db: Transaction,
  intentId: string,
  fromStripe: readonly Refund[],
  now: Date,
): void {
  const listOurs = (known: Refund) =>
    listRefundsOf(db, intentId).filter((row) => isSame(row, known))
  const listFailed = () => listRefundsOf(db, intentId).filter(({ state }) => state === 'failed')
  const failedBefore = new Set(listFailed().map(({ id }) => id))
  // Ours first: those that then remain are the ones that Stripe has not accepted.
  for (const known of fromStripe) {
    for (const refund of listOurs(known)) recordStatus(db, refund, known, now)
  }
  const isForeign = (known: Refund) => known.status !== 'refused' && listOurs(known).length === 0
  const foreign = fromStripe.filter(isForeign)
  for (const [index, known] of foreign.entries()) {
    const unknownCents = sumCents(foreign.slice(index))
    for (const refund of recordForeignRefund(db, intentId, { known, unknownCents }, now)) {
      recordStatus(db, refund, known, now)
    }
  }
  // Last, because a refund may have failed to make room for another.
  for (const refund of listFailed()) {
    if (!failedBefore.has(refund.id)) payAgain(db, refund, now)
  }
}

function isSame({ id, stripeId }: RefundRow, known: Refund): boolean {
  return stripeId === known.id || id === known.refundId
}

const UNDER_WAY = ['requested', 'pending'] as const

const isAwaited = ({ state, stripeId }: RefundRow) => state === 'requested' && stripeId === null

interface ForeignRefund {
  known: Refund
  /** The sum of Stripe's refunds that we do not know. */
  unknownCents: number
}

/**
 * Records a refund from Stripe's dashboard for its items: the only item that still has money, or all items
 * once nothing is left of the charge.
 * @returns none when the items cannot be determined, so that staff decide
 */
function recordForeignRefund(
  db: Transaction,
  intentId: string,
  { known, unknownCents }: ForeignRefund,
  now: Date,
): RefundOfItem[] {
  const held = listItems(db, intentId)
    .map((item) => ({ item, amountCents: keptOf(db, item) + sumCents(listAwaited(db, item)) }))
    .filter(({ amountCents }) => amountCents > 0)
  const heldCents = sumCents(held)
  if (known.amountCents > heldCents) return []
  if (held.length > 1 && unknownCents !== heldCents) return []
  let left = known.amountCents
  return held.flatMap(({ item, amountCents }) => {
    const share = Math.min(left, amountCents)
    left -= share
    const of = { stripeId: known.id, amountCents: share }
    return share > 0 ? (recordShare(db, item, of, now) ?? []) : []
  })
}

/** Records a dashboard refund's share of an item. */
function recordShare(
  db: Transaction,
  item: PaymentItemRow,
  { stripeId, amountCents }: { stripeId: string; amountCents: number },
  now: Date,
): RefundOfItem | undefined {
  // Where too little is left for both, Stripe will refuse our refund that it has not accepted yet. The
  // dashboard refund replaces it, because the family got that money.
  if (keptOf(db, item) < amountCents) {
    const replaced = listAwaited(db, item).find((refund) => refund.amountCents === amountCents)
    if (replaced) return replaced
  }
  makeRoom(db, item, amountCents, now)
  const id = uuidv7()
  const row = { id, itemId: item.id, amountCents, reason: 'dashboard', stripeId } as const
  insertRefund(db, { ...row, state: 'pending', createdAt: now })
  return findRefund(db, id)
}

/** Refunds of an item that Stripe has not accepted. */
const listAwaited = (db: Database, { id, paymentId }: PaymentItemRow) =>
  listRefundsOf(db, paymentId).filter((refund) => refund.itemId === id && isAwaited(refund))

/**
 * Gives up refunds that Stripe has not accepted until this amount of an item is kept.
 * @returns whether it is
 */
function makeRoom(db: Transaction, item: PaymentItemRow, amountCents: number, now: Date): boolean {
  for (const refund of listAwaited(db, item)) {
    if (keptOf(db, item) < amountCents) failRefund(db, refund, now)
  }
  return keptOf(db, item) >= amountCents
}

function recordStatus(db: Transaction, refund: RefundOfItem, known: Refund, now: Date): void {
  const about = { ...refund, stripeId: known.id }
  const item = listItems(db, refund.paymentId).find(({ id }) => id === refund.itemId)
  // We gave it up while Stripe was making it.
  const isGivenUp = refund.state === 'failed' && refund.stripeId === null
  const canReturn = isGivenUp && item && makeRoom(db, item, refund.amountCents, now)
  const from = canReturn ? ([...UNDER_WAY, 'failed'] as const) : UNDER_WAY
  if (known.status === 'done') completeRefund(db, about, { actor: null, now, from })
  if (known.status === 'refused') failRefund(db, about, now)
  if (known.status === 'pending') moveRefund(db, about, ['requested'], 'pending', now)
}

type AboutRefund = Pick<RefundOfItem, 'id' | 'paymentId' | 'appointmentId' | 'amountCents'> & {
  stripeId?: string | null
  handedBackBy?: string | null
  till?: string | null
}

interface Completion {
  actor: string | null
  now: Date
  /** The allowed states before. */
  from: readonly RefundState[]
}

/**
 * Records a completed refund with one event and email.
 * @returns whether it was in an allowed state
 */
function completeRefund(
  db: Transaction,
  refund: AboutRefund,
  { actor, now, from }: Completion,
): boolean {
  if (!moveRefund(db, refund, from, 'succeeded', now)) return false
  const { id: refundId, appointmentId, amountCents, paymentId } = refund
  const data = { appointmentId, refundId, amountCents }
  appendEvent(db, { kind: 'payment.refunded', actor, subject: paymentId, data }, now)
  issueCreditNote(db, refundId, now)
  // An appointment that becomes unpaid by the dashboard has another email.
  if (isUnpaidByIt(db, refundId)) return true
  const about = { kind: 'refunded', data: { intentId: paymentId, refundId } } as const
  notifyFamily(db, appointmentId, about, now)
  return true
}

/** Whether a dashboard refund leaves nothing of what paid the appointment. */
function isUnpaidByIt(db: Database, refundId: string): boolean {
  const { reason, itemId, paymentId, appointmentId } = findRefund(db, refundId) ?? {}
  if (reason !== 'dashboard' || !itemId || !paymentId || !appointmentId) return false
  const item = listItems(db, paymentId).find(({ id }) => id === itemId)
  const pays = findPayable(db, appointmentId)?.transactionId === paymentId
  return pays && item !== undefined && keptOf(db, item) === 0
}

/** Records that the bank rejected a refund, with one event and email. */
function failRefund(db: Transaction, refund: AboutRefund, now: Date): void {
  if (!moveRefund(db, refund, [...UNDER_WAY, 'succeeded'], 'failed', now)) return
  const { id: refundId, appointmentId, amountCents, paymentId } = refund
  const data = { appointmentId, refundId, amountCents }
  appendEvent(db, { kind: 'refund.failed', actor: null, subject: paymentId, data }, now)
  revokeCreditNote(db, refund, now)
}

/** Voids the credit note of a refund that failed after all, and emails the family. */
function revokeCreditNote(
  db: Transaction,
  { id: refundId, paymentId: intentId, appointmentId }: AboutRefund,
  now: Date,
): void {
  voidCreditNote(db, refundId, now)
  notifyFamily(db, appointmentId, { kind: 'refund_failed', data: { intentId, refundId } }, now)
}

/**
 * Makes the appointment paid again after the refund that made it unpaid failed. An appointment that was paid
 * otherwise or canceled meanwhile does not change. In any case the reconciliation page shows the failed
 * refund.
 */
function payAgain(
  db: Transaction,
  { id: refundId, itemId, paymentId }: RefundOfItem,
  now: Date,
): void {
  const item = findItem(db, itemId)
  if (!item || keptOf(db, item) === 0 || findPayment(db, paymentId)?.disputeLost) return
  if (!hasPaid(db, item) || !payAppointment(db, item, now)) return
  const data = { intentId: paymentId, refundId }
  const event = { actor: null, subject: item.appointmentId, data }
  appendEvent(db, { kind: 'appointment.paid_again', ...event }, now)
}
