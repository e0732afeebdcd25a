import type { AppointmentOutcome } from '#contract/booking/appointments.ts'
import type { PastAppointment } from '#contract/booking/history.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import { type ReceiptList, receiptNumber } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import { cardOf } from '#drizzle/queries/payments/payments.ts'
import { listReceiptsOf, type ReceiptRow } from '#drizzle/queries/payments/receipts.ts'
import {
  type AppointmentMoney,
  lostCentsOf,
  readPaidItems,
  sumMoney,
} from '#drizzle/queries/payments/refunds.ts'
import { toAppointment } from './appointments.ts'

const OUTCOMES = {
  completed: 'completed',
  no_show: 'missed',
  arrived: 'past',
  expected: 'past',
} as const satisfies Record<AppointmentRow['attendance'], PastAppointment['outcome']>

/**
 * The appointments with that user's money and the receipts of it; others than who booked one see their
 * own name. Three statements for all of them.
 */
export function toPastAppointments(
  db: Database,
  rows: readonly AppointmentRow[],
  user: Pick<UserRow, 'uid' | 'name'>,
): PastAppointment[] {
  const paid = readPaidItems(
    db,
    rows.map(({ id }) => id),
  )
  const payments = [...paid.values()].flat().map(({ payment }) => payment.id)
  const receipts = listReceiptsOf(db, payments)
  return rows.map((row) => {
    const own = (paid.get(row.id) ?? []).filter(({ payer }) => payer === user.uid)
    return toPastAppointment(row, user, sumMoney(own), receipts)
  })
}

function toPastAppointment(
  row: AppointmentRow,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
  own: AppointmentMoney,
  receipts: readonly ReceiptRow[],
): PastAppointment {
  const { _id, treatment, date, slot, doctor, price, child } = toAppointment(row)
  const patientName = row.patientUid === uid ? row.patientName : name
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
    ...inDollars(own),
    receipts: ownReceipts(receipts, own.items, uid),
  }
}

function outcomeOf({ status, attendance }: AppointmentRow): PastAppointment['outcome'] {
  return status === 'cancelled' ? 'canceled' : OUTCOMES[attendance]
}

/**
 * The outcome of an appointment that is over or canceled, with that user's money.
 * @param cancelledOn the day on which it was canceled, for one that is
 */
export function toOutcome(
  db: Database,
  row: AppointmentRow,
  { uid, cancelledOn }: { uid: string; cancelledOn: IsoDate | null },
): AppointmentOutcome {
  const paid = readPaidItems(db, [row.id]).get(row.id) ?? []
  const own = sumMoney(paid.filter(({ payer }) => payer === uid))
  return {
    kind: outcomeOf(row),
    on: formatWireDate(cancelledOn ?? row.date),
    treatmentId: row.treatmentId,
    ...inDollars(own),
    atDesk: own.items.some(({ payment }) => payment.method !== 'card'),
    card: own.items.map(({ payment }) => cardOf(payment)).findLast((card) => card !== undefined),
  }
}

/** A user's payment for an appointment, and the part of it that went back. */
function inDollars({ items, paidCents, refundedCents }: AppointmentMoney) {
  const toHandBack = items
    .filter(({ payment }) => payment.method !== 'card')
    .flatMap((paid) => paid.refunds.filter(({ state }) => state === 'pending'))
  const returnedCents = refundedCents + lostCentsOf(items)
  return {
    paid: toDollars(paidCents),
    refunded: toDollars(returnedCents),
    kept: toDollars(paidCents - returnedCents),
    toHandBack: toDollars(sumCents(toHandBack)),
  }
}

/** The receipts of what that user has paid for an appointment, in the order of their numbers. */
export function listOwnReceipts(
  db: Database,
  items: AppointmentMoney['items'],
  uid: string,
): ReceiptList {
  const payments = items.map(({ payment }) => payment.id)
  return ownReceipts(listReceiptsOf(db, payments), items, uid)
}

/** @param receipts of these payments, and perhaps of others */
function ownReceipts(
  receipts: readonly ReceiptRow[],
  items: AppointmentMoney['items'],
  uid: string,
): ReceiptList {
  const own = items.filter(({ payer }) => payer === uid)
  const payments = new Set(own.map(({ payment }) => payment.id))
  const refunds = new Set(own.flatMap((paid) => paid.refunds.map(({ id }) => id)))
  return receipts
    .filter(({ paymentId }) => payments.has(paymentId))
    .filter(({ refundId }) => refundId === null || refunds.has(refundId))
    .map((receipt) => ({ number: receiptNumber(receipt), kind: receipt.kind }))
}
