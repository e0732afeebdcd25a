import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { PastAppointment } from '#contract/booking/history.ts'
import type { IsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { type ReceiptList, receiptNumber } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import { appointments, paymentItems, payments } from '#drizzle/schema/index.ts'
import type { UserRow } from '../identity/users.ts'
import { isPaidBy, payerOf } from '../payments/payer.ts'
import { listReceiptsOf } from '../payments/receipts.ts'
import { type AppointmentMoney, lostCentsOf, readMoneyOf } from '../payments/refunds.ts'
import { type AppointmentRow, isStillTheirs, toAppointment } from './appointments.ts'

interface HistoryPage {
  /** Whose history. */
  uid: string
  /** The clinic's moment: what has ended by then is past. */
  moment: { today: IsoDate; minute: number }
  /** Id of the last appointment of the previous page. */
  before?: string | undefined
  limit: number
}

/**
 * Past and canceled appointments, latest first: those that the user booked and still sees, and those
 * that they paid for.
 */
export function listPastAppointments(
  db: Database,
  { uid, moment: { today, minute }, before, limit }: HistoryPage,
): AppointmentRow[] {
  const { date, startMinute, lengthMinutes, id } = appointments
  const isPast = or(
    eq(appointments.status, 'cancelled'),
    sql`(${date}, ${startMinute} + ${lengthMinutes}) <= (${today}, ${minute})`,
  )
  const paidByThem = sql`(
    SELECT appointment_id FROM ${paymentItems}
    JOIN ${payments} ON ${payments.id} = payment_id
    WHERE ${isPaidBy(uid)} AND state = 'succeeded')`
  const isTheirs = or(
    and(eq(appointments.patientUid, uid), isStillTheirs(uid)),
    sql`${id} IN ${paidByThem}`,
  )
  const isFurtherBack = sql`(${date}, ${startMinute}, ${id}) < (
    SELECT date, start_minute, id FROM appointments AS last
    WHERE last.id = ${before} AND (last.patient_uid = ${uid} OR last.id IN ${paidByThem}))`
  return db
    .select()
    .from(appointments)
    .where(and(isTheirs, isPast, before ? isFurtherBack : undefined))
    .orderBy(desc(date), desc(startMinute), desc(id))
    .limit(limit)
    .all()
}

const OUTCOMES = {
  completed: 'completed',
  no_show: 'missed',
  arrived: 'past',
  expected: 'past',
} as const satisfies Record<AppointmentRow['attendance'], PastAppointment['outcome']>

/** The appointment with that user's money and the receipts of it; others than who booked it see their own name. */
export function toPastAppointment(
  db: Database,
  row: AppointmentRow,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
): PastAppointment {
  const { _id, treatment, date, slot, doctor, price, child } = toAppointment(row)
  const patientName = row.patientUid === uid ? row.patientName : name
  const { items, paidCents, refundedCents } = readMoneyOf(
    db,
    row.id,
    (payment) => payerOf(db, payment.id) === uid,
  )
  const toHandBackCents = items
    .filter(({ payment }) => payment.method !== 'card')
    .flatMap((paid) => paid.refunds.filter(({ state }) => state === 'pending'))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const returnedCents = refundedCents + lostCentsOf(db, items)
  return {
    _id,
    treatment,
    date,
    slot,
    doctor,
    price,
    patientName,
    child,
    treatmentId: row.treatmentId,
    outcome: row.status === 'cancelled' ? 'canceled' : OUTCOMES[row.attendance],
    paid: toDollars(paidCents),
    refunded: toDollars(returnedCents),
    kept: toDollars(paidCents - returnedCents),
    toHandBack: toDollars(toHandBackCents),
    receipts: listOwnReceipts(db, items, uid),
  }
}

/** The receipts of what that user has paid for an appointment, in the order of their numbers. */
export function listOwnReceipts(
  db: Database,
  items: AppointmentMoney['items'],
  uid: string,
): ReceiptList {
  const own = items.filter(({ payment }) => payerOf(db, payment.id) === uid)
  const refunds = new Set(own.flatMap((paid) => paid.refunds.map(({ id }) => id)))
  const payments = own.map(({ payment }) => payment.id)
  return listReceiptsOf(db, payments)
    .filter(({ refundId }) => refundId === null || refunds.has(refundId))
    .map((receipt) => ({ number: receiptNumber(receipt), kind: receipt.kind }))
}
