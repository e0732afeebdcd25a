import { and, asc, desc, eq, gt, inArray, isNull, lte, max, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { appointments, payments, stripeCursors, stripeEvents } from '../schema/index.ts'
import { appendEvent } from './events.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentState = PaymentRow['state']

/** What a payment depends on. */
export interface Payable {
  id: string
  priceCents: number
  /** Null once the account has been removed. */
  patientUid: string | null
  status: 'booked' | 'cancelled'
  paid: boolean
  transactionId: string | null
}

const statements = prepareOnce((db: Database) => ({
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
  receiveEvent: db
    .insert(stripeEvents)
    .values({
      id: sql.placeholder('id'),
      type: sql.placeholder('type'),
      intentId: sql.placeholder('intentId'),
      createdAt: sql.placeholder('createdAt'),
      receivedAt: sql.placeholder('receivedAt'),
    })
    .onConflictDoNothing()
    .prepare(),
  event: db
    .select()
    .from(stripeEvents)
    .where(eq(stripeEvents.id, sql.placeholder('id')))
    .prepare(),
}))

/** The appointment, of any patient. */
export function findPayable(db: Database, appointmentId: string): Payable | undefined {
  return statements(db).payable.get({ id: appointmentId })
}

/** Our copy of an intent. */
export function findPayment(db: Database, intentId: string): PaymentRow | undefined {
  return statements(db).one.get({ intentId })
}

/** The newest intent of an appointment. */
export function findLatestPayment(db: Database, appointmentId: string): PaymentRow | undefined {
  return statements(db).latest.get({ appointmentId })
}

type StripeEventRow = typeof stripeEvents.$inferSelect

interface NewPayment {
  intentId: string
  appointmentId: string
  amountCents: number
  currency: string
  /** The attempt whose idempotency key created it; the next one when absent. */
  attempt?: number
}

/**
 * Records an intent, unless it is known: either the webhook or the request that created it may be
 * first. Call it in a write transaction.
 */
export function recordPayment(db: Database, payment: NewPayment, now: Date): void {
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
 * Marks an appointment as paid with that intent, unless it is paid already or canceled.
 * @returns whether this call made it paid
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
 * Marks an appointment as unpaid again, if that intent pays it.
 * @returns whether this call made it unpaid
 */
export function unpayAppointment(
  db: Database,
  { appointmentId, intentId }: { appointmentId: string; intentId: string },
): boolean {
  const { changes } = db
    .update(appointments)
    .set({ paid: false, transactionId: null, paidAt: null })
    .where(and(eq(appointments.id, appointmentId), eq(appointments.transactionId, intentId)))
    .run()
  return changes === 1
}

/**
 * Records a decline.
 * @param failure identifies it
 * @returns whether it is new
 */
export function recordDecline(db: Database, intentId: string, failure: string): boolean {
  const { changes } = db
    .update(payments)
    .set({ lastFailure: failure })
    .where(and(eq(payments.intentId, intentId), sql`${payments.lastFailure} is not ${failure}`))
    .run()
  return changes === 1
}

/**
 * Records that the charge is disputed.
 * @returns whether that is new
 */
export function recordDispute(db: Database, intentId: string): boolean {
  const { changes } = db
    .update(payments)
    .set({ disputed: true })
    .where(and(eq(payments.intentId, intentId), eq(payments.disputed, false)))
    .run()
  return changes === 1
}

/** Records the id of a payment's refund. */
export function recordRefund(db: Database, intentId: string, refundId: string): void {
  db.update(payments).set({ refundId }).where(eq(payments.intentId, intentId)).run()
}

/** Records when Stripe was last asked about an intent. */
export function recordCheck(db: Database, intentId: string, now: Date): void {
  db.update(payments).set({ checkedAt: now }).where(eq(payments.intentId, intentId)).run()
}

/** The open intents of an appointment. */
export function listOpenPaymentsOf(db: Database, appointmentId: string): PaymentRow[] {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.appointmentId, appointmentId), eq(payments.state, 'open')))
    .all()
}

/** When open intents are checked, in milliseconds. */
export interface CheckSchedule {
  /** Age of an intent at its first check. */
  firstAfter: number
  /** From this age on, checks become rarer: the patient probably looked and did not pay. */
  staleAfter: number
  /** Shortest interval from then on. */
  staleInterval: number
  /** The interval is at least the age divided by this, so that old intents cost little. */
  ageDivisor: number
}

/** Open intents that are due for a check, longest unchecked first. */
export function listOpenPayments(
  db: Database,
  { now, schedule, limit }: { now: Date; schedule: CheckSchedule; limit: number },
): PaymentRow[] {
  const time = now.getTime()
  const age = sql`(${time} - ${payments.createdAt})`
  return db
    .select()
    .from(payments)
    .where(
      and(
        sql`state = 'open'`,
        lte(payments.createdAt, new Date(time - schedule.firstAfter)),
        or(
          gt(payments.createdAt, new Date(time - schedule.staleAfter)),
          sql`${time} - ${payments.checkedAt} >= max(${schedule.staleInterval}, ${age} / ${schedule.ageDivisor})`,
        ),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
    .all()
}

/**
 * Payments that are being refunded and due for a check, longest unchecked first: those that Stripe
 * has not accepted since `triedBefore`, others since `askedBefore`.
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

/**
 * Stores a Stripe event in the inbox with `stripe.event_received`, unless it is there already.
 * Call it in a write transaction.
 * @returns whether it is new
 */
export function receiveStripeEvent(
  db: Database,
  event: Omit<StripeEventRow, 'receivedAt'>,
  now: Date,
): boolean {
  const { changes } = statements(db).receiveEvent.run({ ...event, receivedAt: now })
  if (changes === 0) return false
  appendEvent(
    db,
    {
      kind: 'stripe.event_received',
      actor: null,
      subject: event.id,
      data: { type: event.type },
    },
    now,
  )
  return true
}

/** An event in the inbox. */
export function findStripeEvent(db: Database, id: string): StripeEventRow | undefined {
  return statements(db).event.get({ id })
}

/** The time up to which that cursor has been read; undefined before the first sweep. */
export function readCursor(db: Database, name: string): Date | undefined {
  const row = db.select().from(stripeCursors).where(eq(stripeCursors.name, name)).get()
  return row?.seenUntil
}

/** Records the time up to which that cursor has been read. */
export function moveCursor(db: Database, name: string, seenUntil: Date): void {
  db.insert(stripeCursors)
    .values({ name, seenUntil })
    .onConflictDoUpdate({ target: stripeCursors.name, set: { seenUntil } })
    .run()
}
