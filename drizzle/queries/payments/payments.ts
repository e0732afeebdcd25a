import { and, asc, eq, gt, gte, inArray, isNull, lte, min, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import { sumCents } from '#contract/money.ts'
import type { PaymentCard } from '#contract/payments/payment-card.ts'
import type { PaymentMethod } from '#contract/payments/payments.ts'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  events,
  paymentItems,
  payments,
  stripeCursors,
  stripeEvents,
} from '#drizzle/schema/index.ts'
import { nextAttempt, type PaymentRequest, type RequestedItem } from './payment-requests.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentItemRow = typeof paymentItems.$inferSelect

const PAYABLE = {
  id: appointments.id,
  priceCents: appointments.priceCents,
  patientUid: appointments.patientUid,
  status: appointments.status,
  paid: appointments.paid,
  billedElsewhere: appointments.billedElsewhere,
  transactionId: appointments.transactionId,
}

/** The columns of an appointment that a payment depends on. */
export type Payable = Pick<typeof appointments.$inferSelect, keyof typeof PAYABLE>

const statements = prepareOnce((db: Database) => ({
  payable: db
    .select(PAYABLE)
    .from(appointments)
    .where(eq(appointments.id, sql.placeholder('id'))),
  one: selectBy(db, payments, payments.id),
  items: selectBy(db, paymentItems, paymentItems.paymentId),
  receiveEvent: db
    .insert(stripeEvents)
    .values(placeholders('id', 'type', 'intentId', 'createdAt', 'receivedAt'))
    .onConflictDoNothing(),
  event: selectBy(db, stripeEvents, stripeEvents.id),
}))

/** The appointment, of any patient. */
export function findPayable(db: Database, appointmentId: string): Payable | undefined {
  return statements(db).payable.get({ id: appointmentId })
}

/** A payment; for an intent, our copy of it. */
export function findPayment(db: Database, id: string): PaymentRow | undefined {
  return statements(db).one.get(id)
}

/** The items of a payment. */
export function listItems(db: Database, paymentId: string): PaymentItemRow[] {
  return statements(db).items.all(paymentId)
}

/** The item that pays an appointment; undefined when it is unpaid. */
export function findPaidItem(db: Database, appointmentId: string): PaymentItemRow | undefined {
  const { transactionId } = findPayable(db, appointmentId) ?? {}
  if (!transactionId) return undefined
  return listItems(db, transactionId).find((item) => item.appointmentId === appointmentId)
}

/** An item by its id. */
export function findItem(db: Database, id: string): PaymentItemRow | undefined {
  return db.select().from(paymentItems).where(eq(paymentItems.id, id)).get()
}

/** Whether all appointments of a payment were before that day. */
export function isOver(db: Database, paymentId: string, before: IsoDate): boolean {
  const coming = db
    .select({ id: paymentItems.id })
    .from(paymentItems)
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .where(and(eq(paymentItems.paymentId, paymentId), gte(appointments.date, before)))
    .get()
  return coming === undefined
}

/** Card payments created since then that took money, each with its first appointment. */
export function listCardPayments(
  db: Database,
  since: Date,
): { id: string; amountCents: number; appointmentId: string }[] {
  const { id, amountCents } = payments
  return db
    .select({ id, amountCents, appointmentId: min(paymentItems.appointmentId).mapWith(String) })
    .from(payments)
    .innerJoin(paymentItems, eq(paymentItems.paymentId, payments.id))
    .where(
      and(
        sql`state = 'succeeded'`,
        gte(payments.succeededAt, since),
        gte(payments.createdAt, since),
        eq(payments.method, 'card'),
      ),
    )
    .groupBy(payments.id)
    .all()
}

type StripeEventRow = typeof stripeEvents.$inferSelect

interface NewPayment {
  /** For a card payment, the intent's id. */
  id: string
  /** `card` when absent. */
  method?: PaymentMethod
  /** The account that pays. */
  payerUid: string | null
  /** The family without an account that pays at the desk. */
  payerDeskFamilyId?: string | null
  /** Uid of the member of staff who takes the money at the desk. */
  receivedBy?: string
  /** For cash, the till. */
  till?: string | null
  currency: string
  items: readonly RequestedItem[]
  /** The next number when absent. */
  attempt?: number
  /** Key of the request that the intent answers. */
  requestKey?: string
}

/** Records an open payment with its items, unless it is known. */
export function recordPayment(
  db: Transaction,
  { items, attempt, ...payment }: NewPayment,
  now: Date,
): void {
  if (findPayment(db, payment.id)) return
  db.insert(payments)
    .values({
      ...payment,
      amountCents: sumCents(items),
      attempt: attempt ?? nextAttempt(db, items[0]?.appointmentId ?? ''),
      createdAt: now,
      checkedAt: now,
    })
    .run()
  const rows = items.map((item) => ({ id: uuidv7(), paymentId: payment.id, ...item }))
  db.insert(paymentItems).values(rows).run()
}

/** Records the open payment of a request, unless it is known: a webhook may come before Stripe's response. */
export function recordRequestedPayment(
  db: Transaction,
  intentId: string,
  { key: requestKey, payerUid, attempt, currency, items }: PaymentRequest,
  now: Date,
): void {
  recordPayment(db, { id: intentId, payerUid, attempt, currency, items, requestKey }, now)
}

/**
 * Payments of a request; there are two if Stripe forgot the idempotency key before the first was recorded.
 */
export function listPaymentsOfRequest(db: Database, requestKey: string): PaymentRow[] {
  return db.select().from(payments).where(eq(payments.requestKey, requestKey)).all()
}

/**
 * Records that an open payment will never be charged.
 * @returns whether it was open
 */
export function closePayment(db: Transaction, id: string): boolean {
  const isOpen = and(eq(payments.id, id), eq(payments.state, 'open'))
  return changeRow(db, payments, { state: 'closed' }, isOpen)
}

/**
 * Records that a payment took money.
 * @returns whether that is new; only then the caller decides what the money is for
 */
export function markSucceeded(db: Transaction, id: string, now: Date): boolean {
  const isNew = and(eq(payments.id, id), inArray(payments.state, ['open', 'closed']))
  return changeRow(db, payments, { state: 'succeeded', succeededAt: now }, isNew)
}

/** Stores the card that paid; a trigger of migration 0049 refuses to change it. */
export function recordCard(db: Transaction, id: string, { brand, last4 }: PaymentCard): void {
  db.update(payments)
    .set({ cardBrand: brand, cardLast4: last4 })
    .where(and(eq(payments.id, id), isNull(payments.cardLast4)))
    .run()
}

/**
 * Marks an appointment as paid with that payment, unless it is paid or canceled.
 * @returns whether this call marked it
 */
export function payAppointment(
  db: Transaction,
  { appointmentId, paymentId }: { appointmentId: string; paymentId: string },
  now: Date,
): boolean {
  const isUnpaid = and(
    eq(appointments.id, appointmentId),
    eq(appointments.paid, false),
    eq(appointments.billedElsewhere, false),
    eq(appointments.status, 'booked'),
  )
  return changeRow(
    db,
    appointments,
    { paid: true, transactionId: paymentId, paidAt: now },
    isUnpaid,
  )
}

/**
 * Marks an appointment as unpaid if that payment pays it.
 * @returns whether this call marked it
 */
export function unpayAppointment(
  db: Transaction,
  { appointmentId, paymentId }: { appointmentId: string; paymentId: string },
): boolean {
  const isPaid = and(eq(appointments.id, appointmentId), eq(appointments.transactionId, paymentId))
  return changeRow(db, appointments, { paid: false, transactionId: null, paidAt: null }, isPaid)
}

/** Whether that payment has ever paid the appointment of its item. */
export function hasPaid(db: Database, { appointmentId, paymentId }: PaymentItemRow): boolean {
  const isOfPayment = sql`+${events.kind} = 'appointment.paid'
    and ${events.data} ->> 'intentId' = ${paymentId}`
  return hasRow(db, events, and(eq(events.subject, appointmentId), isOfPayment))
}

/**
 * Records a decline.
 * @param failure identifies it
 * @returns whether it is new
 */
export function recordDecline(db: Transaction, id: string, failure: string): boolean {
  const isNew = and(eq(payments.id, id), sql`${payments.lastFailure} is not ${failure}`)
  return changeRow(db, payments, { lastFailure: failure }, isNew)
}

/**
 * Records that the charge is disputed, or that the dispute was lost.
 * @returns whether that is new
 */
export function recordDispute(
  db: Transaction,
  id: string,
  what: 'disputed' | 'disputeLost',
): boolean {
  const isNew = and(eq(payments.id, id), eq(payments[what], false))
  return changeRow(db, payments, { [what]: true }, isNew)
}

/**
 * Records that the charge's disputes have ended, and none was lost.
 * @returns whether that is new
 */
export function recordWonDispute(db: Transaction, id: string): boolean {
  const { disputed, disputeLost } = payments
  const isOpen = and(eq(payments.id, id), eq(disputed, true), eq(disputeLost, false))
  return changeRow(db, payments, { disputed: false }, isOpen)
}

/** Payments with an open dispute about which Stripe was not asked since then, the longest unchecked first. */
export function listOpenDisputes(
  db: Database,
  { askedBefore, limit }: { askedBefore: Date; limit: number },
): PaymentRow[] {
  return db
    .select()
    .from(payments)
    .where(
      and(
        sql`(disputed or dispute_lost)`,
        eq(payments.disputeLost, false),
        lte(payments.checkedAt, askedBefore),
      ),
    )
    .orderBy(asc(payments.checkedAt))
    .limit(limit)
    .all()
}

/** Records when Stripe was last asked about an intent. */
export function recordCheck(db: Transaction, id: string, now: Date): void {
  db.update(payments).set({ checkedAt: now }).where(eq(payments.id, id)).run()
}

/** Records whether Stripe is processing an intent. */
export function recordProcessing(db: Transaction, id: string, processing: boolean): void {
  db.update(payments).set({ processing }).where(eq(payments.id, id)).run()
}

/** The open intents of an appointment. */
export function listOpenPaymentsOf(db: Database, appointmentId: string): PaymentRow[] {
  return db
    .select({ payment: payments })
    .from(paymentItems)
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .where(and(eq(paymentItems.appointmentId, appointmentId), eq(payments.state, 'open')))
    .all()
    .map(({ payment }) => payment)
}

/** When open intents are checked; all values in milliseconds. */
export interface CheckSchedule {
  /** An intent's age at its first check. */
  firstAfter: number
  /** From this age on, checks become rarer: the patient probably looked and did not pay. */
  staleAfter: number
  /** The shortest interval from then on. */
  staleInterval: number
  /** The interval is at least the age divided by this, so that old intents cost little. */
  ageDivisor: number
}

/** Open intents that are due for a check, the longest unchecked first. */
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
 * Stores a Stripe event in the inbox, unless it is there.
 * @returns whether it is new
 */
export function insertStripeEvent(db: Transaction, event: StripeEventRow): boolean {
  return statements(db).receiveEvent.run(event).changes === 1
}

/** An event in the inbox. */
export function findStripeEvent(db: Database, id: string): StripeEventRow | undefined {
  return statements(db).event.get(id)
}

/** The time up to which a cursor was read; undefined before the first sweep. */
export function readCursor(db: Database, name: string): Date | undefined {
  const row = db.select().from(stripeCursors).where(eq(stripeCursors.name, name)).get()
  return row?.seenUntil
}

/** Records the time up to which a cursor was read. */
export function moveCursor(db: Transaction, name: string, seenUntil: Date): void {
  db.insert(stripeCursors)
    .values({ name, seenUntil })
    .onConflictDoUpdate({ target: stripeCursors.name, set: { seenUntil } })
    .run()
}
