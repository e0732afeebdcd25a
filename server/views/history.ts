import { millisecondsInDay } from 'date-fns/constants'
import type { AppointmentOutcome } from '#contract/booking/appointments.ts'
import type { PastAppointment } from '#contract/booking/history.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import { cardOf } from '#contract/payments/payment-card.ts'
import { type ReceiptList, receiptNumber } from '#contract/payments/receipts.ts'
import { REFUND_ARRIVES_WITHIN_DAYS } from '#contract/payments/refund-terms.ts'
import type { Visit } from '#domain/guardians/read-visits.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import type { ReceiptRow } from '#drizzle/queries/payments/receipts.ts'
import type { RefundRow } from '#drizzle/queries/payments/refunds.ts'
import { billedElsewhereOf, toAppointment } from './appointments.ts'

const OUTCOMES = {
  completed: 'completed',
  no_show: 'missed',
  arrived: 'past',
  expected: 'past',
} as const satisfies Record<AppointmentRow['attendance'], PastAppointment['outcome']>

/** A past appointment in a user's history; users who did not book it see their own name. */
export function toPastAppointment(
  visit: Visit,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
  now: Date,
): PastAppointment {
  const { row, receipts } = visit
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
    ...inDollars(visit, now),
    owed: !row.paid && !row.billedElsewhere && row.status === 'booked' && row.patientUid === uid,
    ...billedElsewhereOf(row),
    receipts: receipts.map(toOwnReceipt),
  }
}

function outcomeOf({ status, attendance }: AppointmentRow): PastAppointment['outcome'] {
  return status === 'cancelled' ? 'canceled' : OUTCOMES[attendance]
}

/**
 * The outcome of a past or canceled appointment, with that user's money.
 * @param cancelledOn the day of the cancellation, if it was canceled
 */
export function toOutcome(
  visit: Visit,
  cancelledOn: IsoDate | null,
  now: Date,
): AppointmentOutcome {
  const { row, items } = visit
  return {
    kind: outcomeOf(row),
    on: formatWireDate(cancelledOn ?? row.date),
    treatmentId: row.treatmentId,
    ...inDollars(visit, now),
    atDesk: items.some(({ payment }) => payment.method !== 'card'),
    card: items.map(({ payment }) => cardOf(payment)).findLast((card) => card !== undefined),
  }
}

/** A user's payment for an appointment, and what was refunded of it. */
function inDollars({ items, paidCents, returnedCents }: Visit, now: Date) {
  const toCards = items
    .filter(({ payment }) => payment.method === 'card')
    .flatMap((paid) => paid.refunds.filter((refund) => mayStillArrive(refund, now)))
  const toHandBack = items
    .filter(({ payment }) => payment.method !== 'card')
    .flatMap((paid) => paid.refunds.filter(({ state }) => state === 'pending'))
  return {
    paid: toDollars(paidCents),
    refunded: toDollars(returnedCents),
    kept: toDollars(paidCents - returnedCents),
    toHandBack: toDollars(sumCents(toHandBack)),
    onItsWay: toDollars(sumCents(toCards)),
  }
}

/** Whether a refund to a card may not be on the account yet: banks take days after it succeeded. */
function mayStillArrive({ state, settledAt }: RefundRow, now: Date): boolean {
  if (state === 'failed') return false
  if (state !== 'succeeded' || settledAt === null) return true
  return now.getTime() - settledAt.getTime() < REFUND_ARRIVES_WITHIN_DAYS * millisecondsInDay
}

/** A receipt of the user's own payment. */
export function toOwnReceipt(receipt: ReceiptRow): ReceiptList[number] {
  return { number: receiptNumber(receipt), kind: receipt.kind }
}
