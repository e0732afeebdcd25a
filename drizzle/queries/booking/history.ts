import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { AppointmentOutcome } from '#contract/booking/appointments.ts'
import type { PastAppointment } from '#contract/booking/history.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { type ReceiptList, receiptNumber } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import { appointments, paymentItems, payments } from '#drizzle/schema/index.ts'
import type { UserRow } from '../identity/users.ts'
import { payerOf } from '../payments/payments.ts'
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
    WHERE payer_uid = ${uid} AND state = 'succeeded')`
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
  const { items, ...money } = readOwnMoney(db, row, uid)
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
    outcome: outcomeOf(row),
    ...money,
    receipts: listOwnReceipts(db, items, uid),
  }
}

function outcomeOf({ status, attendance }: AppointmentRow): PastAppointment['outcome'] {
  return status === 'cancelled' ? 'canceled' : OUTCOMES[attendance]
}

/**
 * What became of an appointment that is over or canceled, with that user's money.
 * @param cancelledOn the day on which it was canceled, for one that is
 */
export function toOutcome(
  db: Database,
  row: AppointmentRow,
  { uid, cancelledOn }: { uid: string; cancelledOn: IsoDate | null },
): AppointmentOutcome {
  const { items, ...money } = readOwnMoney(db, row, uid)
  return {
    kind: outcomeOf(row),
    on: formatWireDate(cancelledOn ?? row.date),
    treatmentId: row.treatmentId,
    ...money,
    atDesk: items.some(({ payment }) => payment.method !== 'card'),
  }
}

/** In dollars: what the user paid for an appointment, and what went back of it. */
function readOwnMoney(db: Database, row: AppointmentRow, uid: string) {
  const { items, paidCents, refundedCents } = readMoneyOf(
    db,
    row.id,
    (payment) => payerOf(payment, row) === uid,
  )
  const toHandBackCents = items
    .filter(({ payment }) => payment.method !== 'card')
    .flatMap((paid) => paid.refunds.filter(({ state }) => state === 'pending'))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const returnedCents = refundedCents + lostCentsOf(db, items)
  return {
    items,
    paid: toDollars(paidCents),
    refunded: toDollars(returnedCents),
    kept: toDollars(paidCents - returnedCents),
    toHandBack: toDollars(toHandBackCents),
  }
}

/** The receipts of what that user has paid for an appointment, in the order of their numbers. */
export function listOwnReceipts(
  db: Database,
  items: AppointmentMoney['items'],
  uid: string,
): ReceiptList {
  const own = items.filter(({ payment }) => payment.payerUid === uid)
  const refunds = new Set(own.flatMap((paid) => paid.refunds.map(({ id }) => id)))
  const payments = own.map(({ payment }) => payment.id)
  return listReceiptsOf(db, payments)
    .filter(({ refundId }) => refundId === null || refunds.has(refundId))
    .map((receipt) => ({ number: receiptNumber(receipt), kind: receipt.kind }))
}
