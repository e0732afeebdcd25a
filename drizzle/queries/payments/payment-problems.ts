import { and, asc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { sumCents } from '#contract/money.ts'
import type { ProblemCause } from '#contract/payments/reconciliation.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  events,
  paymentItems,
  paymentProblems,
  payments,
  refunds,
  unusedPaymentItems,
} from '#drizzle/schema/index.ts'
import { listRefundsOfAll } from './refunds.ts'

const { id, treatment, date, startMinute, lengthMinutes } = appointments
const { patientName, childId, childName, childBirthDate } = appointments
const { patientUid, deskFamilyId, phone, status } = appointments
const time = { date, startMinute, lengthMinutes }
const patient = { patientName, childId, childName, childBirthDate }
const people = { ...patient, patientUid, deskFamilyId, phone }
const appointment = { id, treatment, ...time, ...people, status }

type AppointmentOfProblem = Pick<typeof appointments.$inferSelect, keyof typeof appointment>

/** A problem of the reconciliation page. */
export interface ProblemRow {
  cause: ProblemCause
  subject: string
  paymentId: string
  since: Date
  amountCents: number
  stripeCents: number | null
  recordedCents: number | null
  appointment: AppointmentOfProblem | null
}

/** From when on a state counts as a problem. */
interface ProblemLimits {
  /** For an open intent: since when its appointments have needed no payment. */
  notNeededSince: Date
  /** For an open intent: the day before which its appointments were. */
  overBefore: string
  /** For a refund that Stripe has not accepted: when it was requested. */
  requestedBefore: Date
  /** For a refund that the bank has not decided: when it became pending. */
  pendingBefore: Date
  /** Only problems of this payment. */
  paymentId?: string | undefined
}

/** The most problems of each cause. */
const MOST = 200

const none = sql<null>`null`
const cause = (name: ProblemCause) => sql<ProblemCause>`${name}`

/** Whether no admin has dealt with it. */
const isLeft = (name: ProblemCause | SQL, subject: SQLWrapper) =>
  sql`not exists (select 1 from ${paymentProblems} ended
    where ended.cause = ${name} and ended.subject = ${subject} and ended.ended_at is not null)`

/** Of one payment, or of all payments. */
type Whose = 'one' | 'all'

const isOf = (whose: Whose) =>
  whose === 'all' ? undefined : eq(payments.id, sql.placeholder('paymentId'))

const limit = (name: Exclude<keyof ProblemLimits, 'paymentId'>) => sql.placeholder(name)

const refundedCents = sql`(select coalesce(sum(back.amount_cents), 0) from ${refunds} back
  where back.item_id = ${paymentItems.id} and back.state <> 'failed')`

const keptCents = sql<number>`${paymentItems.amountCents} - ${refundedCents}`

/** The problems in our own records. */
const selectOwnProblems = (db: Database, whose: Whose) => ({
  prepare: () =>
    [
      selectUnused(db, whose),
      selectOpenTooLong(db, whose),
      ...selectRefundProblems(db, whose),
      selectDisputes(db, whose),
      selectWonDisputes(db, whose),
    ].map((query) => query.limit(MOST).prepare()),
})

const statements = prepareOnce((db: Database) => ({
  one: selectOwnProblems(db, 'one'),
  all: selectOwnProblems(db, 'all'),
}))

/** The differences between Stripe and our records, of one payment or of all, oldest first. */
export function listProblems(db: Database, limits: ProblemLimits): ProblemRow[] {
  const { notNeededSince, overBefore, requestedBefore, pendingBefore, paymentId } = limits
  const values = {
    notNeededSince: notNeededSince.getTime(),
    overBefore,
    requestedBefore: requestedBefore.getTime(),
    pendingBefore: pendingBefore.getTime(),
    paymentId,
  }
  const lists = statements(db)[paymentId === undefined ? 'all' : 'one']
  return [
    ...listFound(db, limits),
    ...lists.flatMap((list): ProblemRow[] => list.all(values)),
  ].sort((one, other) => one.since.getTime() - other.since.getTime())
}

/** Findings of comparisons with Stripe that are not resolved. */
function listFound(db: Database, { paymentId }: ProblemLimits): ProblemRow[] {
  const rows = db
    .select({ problem: paymentProblems, appointment })
    .from(paymentProblems)
    .leftJoin(appointments, eq(appointments.id, paymentProblems.appointmentId))
    .where(
      and(
        isNull(paymentProblems.endedAt),
        paymentId === undefined ? undefined : eq(paymentProblems.paymentId, paymentId),
      ),
    )
    .orderBy(asc(paymentProblems.foundAt))
    .limit(MOST)
    .all()
    .map(({ problem: { foundAt, ...problem }, appointment: about }) => ({
      ...problem,
      since: foundAt,
      amountCents: problem.stripeCents ?? problem.recordedCents ?? 0,
      appointment: about,
    }))
  const recorded = readRecorded(db, [...new Set(rows.map((problem) => problem.paymentId))])
  return rows.filter((problem) => {
    // A webhook or the sweep may have settled it meanwhile.
    if (problem.cause === 'unknown_there') return true
    return (recorded.get(problem.paymentId) ?? null) !== problem.stripeCents
  })
}

/**
 * What our records keep of a payment after refunds, in cents; null when it has taken no money. Refunds count
 * once Stripe has accepted them. Money handed back at the clinic counts as kept, because Stripe still has it.
 */
export function readRecordedCents(db: Database, paymentId: string): number | null {
  return readRecorded(db, [paymentId]).get(paymentId) ?? null
}

/** The same for several payments, by id; payments that took no money are left out. */
function readRecorded(db: Database, paymentIds: readonly string[]): ReadonlyMap<string, number> {
  const succeeded = db
    .select({ id: payments.id, amountCents: payments.amountCents })
    .from(payments)
    .where(and(isAmong(payments.id, paymentIds), eq(payments.state, 'succeeded')))
    .all()
  const back = Map.groupBy(
    listRefundsOfAll(db, paymentIds).filter(
      ({ state, handedBackBy }) =>
        (state === 'pending' || state === 'succeeded') && handedBackBy === null,
    ),
    (refund) => refund.paymentId,
  )
  return new Map(
    succeeded.map(({ id, amountCents }) => [id, amountCents - sumCents(back.get(id) ?? [])]),
  )
}

/** The parts of a query for one problem of our own records. */
interface Facts {
  cause: SQL<ProblemCause>
  subject: SQLWrapper
  since: SQLWrapper
  amountCents: SQLWrapper
}

/** Payments with their appointments, from which problems in our own records are selected. */
function selectProblems(db: Database, { cause: name, subject, since, amountCents }: Facts) {
  return db
    .select({
      cause: name,
      subject: sql<string>`${subject}`,
      paymentId: payments.id,
      since: sql<Date>`${since}`.mapWith(payments.createdAt),
      amountCents: sql<number>`${amountCents}`,
      stripeCents: none,
      recordedCents: none,
      appointment,
    })
    .from(payments)
    .innerJoin(paymentItems, eq(paymentItems.paymentId, payments.id))
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .$dynamic()
}

/** Card payments that are kept but pay for nothing. A failed refund is a separate problem. */
function selectUnused(db: Database, whose: Whose) {
  const { id: subject } = paymentItems
  const facts = { subject, since: payments.succeededAt, amountCents: keptCents }
  return selectProblems(db, { cause: cause('unused'), ...facts }).where(
    and(
      sql`${paymentItems.id} in (select item_id from ${unusedPaymentItems})`,
      isOf(whose),
      // Nothing can be refunded during a dispute.
      sql`not (${payments.disputed} or ${payments.disputeLost})`,
      sql`${keptCents} > 0`,
      sql`not exists (select 1 from ${refunds} failed
          where failed.item_id = ${paymentItems.id} and failed.state = 'failed')`,
      isLeft('unused', paymentItems.id),
    ),
  )
}

function selectOpenTooLong(db: Database, whose: Whose) {
  const before = limit('notNeededSince')
  const { id: subject, createdAt: since, amountCents } = payments
  return selectProblems(db, { cause: cause('open_too_long'), subject, since, amountCents }).where(
    and(
      sql`${payments.state} = 'open'`,
      isOf(whose),
      sql`${payments.createdAt} <= ${before}`,
      sql`(${appointments.cancelledAt} <= ${before} or ${appointments.paidAt} <= ${before}
          or ${appointments.date} < ${limit('overBefore')})`,
    ),
  )
}

/** Refunds that failed, take too long, or were made in Stripe's dashboard. */
function selectRefundProblems(db: Database, whose: Whose) {
  const since = sql`coalesce(${refunds.settledAt}, ${refunds.createdAt})`
  const { id: subject, amountCents } = refunds
  const select = (name: ProblemCause, condition: SQL) =>
    selectProblems(db, { cause: cause(name), subject, since, amountCents })
      .innerJoin(refunds, eq(refunds.itemId, paymentItems.id))
      .where(and(condition, eq(payments.method, 'card'), isOf(whose), isLeft(name, refunds.id)))
  return [
    // Once nothing is kept, the money was returned in another way.
    select(
      'refund_failed',
      sql`${refunds.state} = 'failed' and not (${payments.disputed} or ${payments.disputeLost})
        and ${keptCents} > 0`,
    ),
    select(
      'refund_pending',
      sql`${refunds.state} in ('requested', 'pending') and ${refunds.createdAt} <=
        iif(${refunds.state} = 'requested', ${limit('requestedBefore')}, ${limit('pendingBefore')})`,
    ),
    select(
      'dashboard_refund',
      sql`${refunds.reason} = 'dashboard' and ${refunds.state} <> 'failed'`,
    ),
  ]
}

function selectDisputes(db: Database, whose: Whose) {
  const name = sql<ProblemCause>`iif(${payments.disputeLost}, 'dispute_lost', 'disputed')`
  const since = sql`coalesce((select max(event.occurred_at) from ${events} event
    where event.subject = ${payments.id} and +event.kind in ('payment.disputed', 'payment.dispute_lost')),
    ${payments.createdAt})`
  const { id: subject, amountCents } = payments
  return selectProblems(db, { cause: name, subject, since, amountCents })
    .where(
      and(
        // Found by its index; the grouping would read every payment.
        sql`${payments.id} in (select id from ${payments} where disputed or dispute_lost)`,
        isOf(whose),
        // An admin decides again once the appointment is canceled, and after each dispute.
        sql`not exists (select 1 from ${paymentProblems} ended
          where ended.cause = ${name} and ended.subject = ${payments.id}
            and ended.ended_at > coalesce(${appointments.cancelledAt}, 0)
            and ended.ended_at >= ${since})`,
      ),
    )
    .groupBy(payments.id)
}

/** Payments whose appointment was canceled during a dispute that the clinic then won. */
function selectWonDisputes(db: Database, whose: Whose) {
  const { id: subject } = paymentItems
  const { cancelledAt, transactionId } = appointments
  const since = sql`(select max(won.occurred_at) from ${events} won
    where won.subject = ${payments.id} and +won.kind = 'payment.dispute_won')`
  const facts = { subject, since, amountCents: keptCents }
  return selectProblems(db, { cause: cause('dispute_won'), ...facts }).where(
    and(
      sql`${payments.id} in (select won.subject from ${events} won
          where won.kind = 'payment.dispute_won')`,
      isOf(whose),
      sql`not (${payments.disputed} or ${payments.disputeLost})`,
      eq(transactionId, payments.id),
      sql`${cancelledAt} between (select min(began.occurred_at) from ${events} began
          where began.subject = ${payments.id} and +began.kind = 'payment.disputed') and ${since}`,
      sql`${keptCents} > 0`,
      isLeft('dispute_won', paymentItems.id),
    ),
  )
}

/** The finding of a comparison about an intent. */
export interface Finding {
  cause: ProblemCause
  paymentId: string
  appointmentId: string | null
  stripeCents: number | null
  recordedCents: number | null
}

/** Whether a comparison has an unresolved finding about an intent. */
export function hasFinding(db: Database, paymentId: string): boolean {
  const isOpen = and(eq(paymentProblems.paymentId, paymentId), isNull(paymentProblems.endedAt))
  return hasRow(db, paymentProblems, isOpen)
}

/**
 * Records a comparison's finding about an intent.
 * @returns whether it is new; one that an admin dealt with is not
 */
export function recordFinding(db: Transaction, finding: Finding, now: Date): boolean {
  const { stripeCents, recordedCents } = finding
  const { changes } = db
    .insert(paymentProblems)
    .values({ ...finding, subject: finding.paymentId, foundAt: now })
    .onConflictDoUpdate({
      target: [paymentProblems.cause, paymentProblems.subject],
      set: { stripeCents, recordedCents, foundAt: now, endedAt: null, endedBy: null },
      // Stays resolved while the amounts stay the same.
      setWhere: sql`${paymentProblems.endedAt} is not null and
        (${paymentProblems.endedBy} is null or ${paymentProblems.stripeCents} is not ${stripeCents})`,
    })
    .run()
  return changes === 1
}

/**
 * Ends the findings about an intent that agrees now.
 * @returns their causes
 */
export function endFindings(db: Transaction, paymentId: string, now: Date): ProblemCause[] {
  return db
    .update(paymentProblems)
    .set({ endedAt: now })
    .where(and(eq(paymentProblems.paymentId, paymentId), isNull(paymentProblems.endedAt)))
    .returning({ cause: paymentProblems.cause })
    .all()
    .map((ended) => ended.cause)
}

/** Records that an admin dealt with a problem. */
export function endProblem(
  db: Transaction,
  problem: Pick<ProblemRow, 'cause' | 'subject' | 'paymentId'>,
  actor: string,
  now: Date,
): void {
  const ended = { endedAt: now, endedBy: actor }
  const { cause: name, subject, paymentId } = problem
  db.insert(paymentProblems)
    .values({ cause: name, subject, paymentId, foundAt: now, ...ended })
    .onConflictDoUpdate({
      target: [paymentProblems.cause, paymentProblems.subject],
      set: ended,
    })
    .run()
}
