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
  /** Why, in the words of a member of staff. */
  note?: string
  /** Uid of who asked for it; null for the system. */
  actor: string | null
  /** It is handed back at the clinic, however it was paid. */
  isHandedBack?: boolean
}

interface RefundOfAppointment extends Omit<NewRefund, 'amountCents'> {
  appointmentId: string
  /** All that is kept when absent. */
  amountCents?: number
}

/**
 * Decides to give back part of what was paid for an appointment, or all of it.
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
 * Decides to give back money of an item. A card's money goes back by a job, which
 * `refund.requested` starts; money of the desk once staff hand it back. An appointment that it paid
 * is unpaid at once when nothing is kept.
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
  const isOfCard = findPayment(db, item.paymentId)?.method === 'card'
  const state = isOfCard && !isHandedBack ? 'requested' : 'pending'
  const row = { id, itemId: item.id, amountCents, reason, note, state, requestedBy: actor } as const
  insertRefund(db, { ...row, createdAt: now })
  const data = { appointmentId: item.appointmentId, refundId: id, amountCents, reason }
  appendEvent(db, { kind: 'refund.requested', actor, subject: item.paymentId, data }, now)
  if (keptOf(db, item) === 0) unpayAppointment(db, item)
  return id
}

/**
 * Records that staff handed a refund of the desk back, with its credit note and email; after the
 * day of the appointment with an event that alarms count.
 * @param actor uid of the member of staff
 * @returns false when it was not to be handed back any more; nothing has happened then
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
 * Undoes `recordCashRefund`: a reversal voids the credit note, the family gets an email, and the
 * money is to be handed back again as another refund.
 * @param actor uid of the member of staff
 * @returns the id of the other refund; undefined when the refund was not handed back
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

/** Whether staff hand a refund back, or did: Stripe has no part in it. */
export function isHandedBackAtDesk(db: Database, refundId: string): boolean {
  const { paymentId, handedBackBy } = findRefund(db, refundId) ?? {}
  const method = paymentId && findPayment(db, paymentId)?.method
  return (method !== undefined && method !== 'card') || Boolean(handedBackBy)
}

/**
 * Has Stripe refund it once, however often it is called: a refund that Stripe has accepted is found
 * by its metadata, and two calls at once have the same idempotency key.
 * @returns whether Stripe has accepted it; false when it refuses it for good, which leaves the
 *   refund `failed` for the clinic's staff
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

/**
 * Brings our refunds of an intent into agreement with Stripe's. One that we do not know was made in
 * Stripe's dashboard.
 */
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
  // Ours first: then those that are still awaited are the ones that Stripe has not accepted.
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
  // Last: a refund may have failed to make room for another.
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
  /** Of all that Stripe has made and we do not know. */
  unknownCents: number
}

/**
 * Records a refund of Stripe's dashboard for the items that it is of: the only one that holds money,
 * or all of them once nothing is left of the charge.
 * @returns none when that cannot be told: staff decide
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

/** Records what a refund of Stripe's dashboard gives back of an item. */
function recordShare(
  db: Transaction,
  item: PaymentItemRow,
  { stripeId, amountCents }: { stripeId: string; amountCents: number },
  now: Date,
): RefundOfItem | undefined {
  // What Stripe has not accepted of ours it will refuse now, where too little is left for both. Then
  // this refund takes the place of ours of that amount: the family has its money.
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
 * Gives up refunds that Stripe has not accepted, until so much of an item is kept.
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
  // It was given up while Stripe was making it.
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
  /** The states in which it may be. */
  from: readonly RefundState[]
}

/**
 * Records a completed refund with one event and email.
 * @returns whether it was in one of those states
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
  // An appointment that becomes unpaid without us has an email of its own.
  if (isUnpaidByIt(db, refundId)) return true
  const about = { kind: 'refunded', data: { intentId: paymentId, refundId } } as const
  notifyFamily(db, appointmentId, about, now)
  return true
}

/** Whether a refund of Stripe's dashboard leaves nothing of what pays the appointment. */
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

/** Voids the credit note of a refund that the family did not get after all, and tells them. */
function revokeCreditNote(
  db: Transaction,
  { id: refundId, paymentId: intentId, appointmentId }: AboutRefund,
  now: Date,
): void {
  voidCreditNote(db, refundId, now)
  notifyFamily(db, appointmentId, { kind: 'refund_failed', data: { intentId, refundId } }, now)
}

/**
 * Makes the appointment paid again with a payment that has paid it, when the refund that made it
 * unpaid has failed. If something else pays it meanwhile, or it is canceled, it stays as it is: the
 * reconciliation page shows the failed refund in any case.
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
