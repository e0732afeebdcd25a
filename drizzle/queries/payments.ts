import { and, asc, desc, eq, gt, inArray, isNull, lte, max, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { appointments, payments } from '../schema/index.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentState = PaymentRow['state']

/** What paying needs to know of an appointment. */
export interface Payable {
  id: string
  priceCents: number
  /** Null once the account has been removed. */
  patientUid: string | null
  status: 'booked' | 'cancelled'
  paid: boolean
  transactionId: string | null
}

const statements = preparedOnce((db: Database) => ({
  payable: db
    .select({
      id: appointments.id,
      priceCents: appointments.priceCents,
      patientUid: appointments.patientUid,
      status: appointments.status,
      paid: appointments.paid,
      transactionId: appointments.transactionId,
    })
    .from(appointments)
    .where(eq(appointments.id, sql.placeholder('id')))
    .prepare(),
  one: db
    .select()
    .from(payments)
    .where(eq(payments.intentId, sql.placeholder('intentId')))
    .prepare(),
  latest: db
    .select()
    .from(payments)
    .where(eq(payments.appointmentId, sql.placeholder('appointmentId')))
    .orderBy(desc(payments.attempt))
    .limit(1)
    .prepare(),
}))

/** The appointment, of any patient. */
export function findPayable(db: Database, appointmentId: string): Payable | undefined {
  return statements(db).payable.get({ id: appointmentId })
}

/** What is known of an intent. */
export function findPayment(db: Database, intentId: string): PaymentRow | undefined {
  return statements(db).one.get({ intentId })
}

/** The newest intent of an appointment. */
export function findLatestPayment(db: Database, appointmentId: string): PaymentRow | undefined {
  return statements(db).latest.get({ appointmentId })
}

export interface NewPayment {
  intentId: string
  appointmentId: string
  amountCents: number
  currency: string
  /** The attempt whose idempotency key made it; the next one when absent. */
  attempt?: number
}

/**
 * Remembers an intent; one that is known already stays as it is, since the webhook and the
 * request that made the intent may each be the first. Call it in a write transaction.
 */
export function rememberPayment(db: Database, payment: NewPayment, now: Date): void {
  const { appointmentId } = payment
  const last = db
    .select({ attempt: max(payments.attempt) })
    .from(payments)
    .where(eq(payments.appointmentId, appointmentId))
    .get()
  db.insert(payments)
    .values({
      ...payment,
      attempt: payment.attempt ?? (last?.attempt ?? 0) + 1,
      createdAt: now,
      checkedAt: now,
    })
    .onConflictDoNothing({ target: payments.intentId })
    .run()
}

/**
 * Takes an intent from one of the states `from` to the state `to`.
 * @returns whether it was in one of them; only the caller that gets true records the change
 */
export function movePayment(
  db: Database,
  intentId: string,
  from: readonly PaymentState[],
  to: PaymentState,
): boolean {
  const { changes } = db
    .update(payments)
    .set({ state: to })
    .where(and(eq(payments.intentId, intentId), inArray(payments.state, [...from])))
    .run()
  return changes === 1
}

/**
 * Marks a live, unpaid appointment as paid with that intent. Paid appointments and cancelled ones
 * stay as they are.
 * @returns whether it was this call that made it paid
 */
export function payAppointment(
  db: Database,
  { appointmentId, intentId }: { appointmentId: string; intentId: string },
  now: Date,
): boolean {
  const { changes } = db
    .update(appointments)
    .set({ paid: true, transactionId: intentId, paidAt: now })
    .where(
      and(
        eq(appointments.id, appointmentId),
        eq(appointments.paid, false),
        eq(appointments.status, 'booked'),
      ),
    )
    .run()
  return changes === 1
}

/**
 * Remembers a decline by a name of its own.
 * @returns whether it was not known yet
 */
export function rememberFailure(db: Database, intentId: string, failure: string): boolean {
  const { changes } = db
    .update(payments)
    .set({ lastFailure: failure })
    .where(and(eq(payments.intentId, intentId), sql`${payments.lastFailure} is not ${failure}`))
    .run()
  return changes === 1
}

/**
 * Remembers that the bank has taken the side of a cardholder who disputes the charge.
 * @returns whether it was not known yet
 */
export function rememberDispute(db: Database, intentId: string): boolean {
  const { changes } = db
    .update(payments)
    .set({ disputed: true })
    .where(and(eq(payments.intentId, intentId), eq(payments.disputed, false)))
    .run()
  return changes === 1
}

/** Remembers the refund that gives an intent's money back. */
export function rememberRefund(db: Database, intentId: string, refundId: string): void {
  db.update(payments).set({ refundId }).where(eq(payments.intentId, intentId)).run()
}

/** Remembers when Stripe was last asked about an intent. */
export function rememberCheck(db: Database, intentId: string, now: Date): void {
  db.update(payments).set({ checkedAt: now }).where(eq(payments.intentId, intentId)).run()
}

/** The intents of an appointment that may still take money. */
export function listOpenPaymentsOf(db: Database, appointmentId: string): PaymentRow[] {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.appointmentId, appointmentId), eq(payments.state, 'open')))
    .all()
}

/** Milliseconds. An intent is asked about again when so long has passed as these say together. */
export interface AskingPauses {
  /** After it was made, before it is asked about at all. */
  first: number
  /** From this age on, checks become rarer: the patient probably looked and did not pay. */
  fadedAfter: number
  /** The shortest such rest. */
  faded: number
  /** A rest is at least its age divided by this, so that the unpaid of many years ask for little. */
  perAge: number
}

/** Open intents that Stripe is to be asked about now, those not asked about for longest first. */
export function listOpenPayments(
  db: Database,
  { now, pauses, limit }: { now: Date; pauses: AskingPauses; limit: number },
): PaymentRow[] {
  const time = now.getTime()
  const age = sql`(${time} - ${payments.createdAt})`
  return db
    .select()
    .from(payments)
    .where(
      and(
        // The literal is the partial index's own condition.
        sql`state = 'open'`,
        lte(payments.createdAt, new Date(time - pauses.first)),
        or(
          gt(payments.createdAt, new Date(time - pauses.fadedAfter)),
          sql`${time} - ${payments.checkedAt} >= max(${pauses.faded}, ${age} / ${pauses.perAge})`,
        ),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
    .all()
}

/**
 * Intents whose money is to go back, those not asked about for longest first: refunds not taken on
 * by Stripe when last tried before `triedBefore`, others when last asked about before `askedBefore`.
 */
export function listRefundingPayments(
  db: Database,
  { triedBefore, askedBefore, limit }: { triedBefore: Date; askedBefore: Date; limit: number },
): PaymentRow[] {
  return db
    .select()
    .from(payments)
    .where(
      and(
        // The literal is the partial index's own condition.
        sql`state = 'refunding'`,
        or(
          and(isNull(payments.refundId), lte(payments.checkedAt, triedBefore)),
          lte(payments.checkedAt, askedBefore),
        ),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
    .all()
}
