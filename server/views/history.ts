import type { AppointmentOutcome } from '#contract/booking/appointments.ts'
import type { PastAppointment } from '#contract/booking/history.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import { cardOf } from '#contract/payments/payments.ts'
import { type ReceiptList, receiptNumber } from '#contract/payments/receipts.ts'
import type { Visit } from '#domain/guardians/read-visits.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import type { ReceiptRow } from '#drizzle/queries/payments/receipts.ts'
import { toAppointment } from './appointments.ts'

const OUTCOMES = {
  completed: 'completed',
  no_show: 'missed',
  arrived: 'past',
  expected: 'past',
} as const satisfies Record<AppointmentRow['attendance'], PastAppointment['outcome']>

/** An appointment in the history of a user: others than who booked it see their own name. */
export function toPastAppointment(
  visit: Visit,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
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
    ...inDollars(visit),
    receipts: receipts.map(toOwnReceipt),
  }
}

function outcomeOf({ status, attendance }: AppointmentRow): PastAppointment['outcome'] {
  return status === 'cancelled' ? 'canceled' : OUTCOMES[attendance]
}

/**
 * The outcome of an appointment that is over or canceled, with that user's money.
 * @param cancelledOn the day on which it was canceled, for one that is
 */
export function toOutcome(visit: Visit, cancelledOn: IsoDate | null): AppointmentOutcome {
  const { row, items } = visit
  return {
    kind: outcomeOf(row),
    on: formatWireDate(cancelledOn ?? row.date),
    treatmentId: row.treatmentId,
    ...inDollars(visit),
    atDesk: items.some(({ payment }) => payment.method !== 'card'),
    card: items.map(({ payment }) => cardOf(payment)).findLast((card) => card !== undefined),
  }
}

/** A user's payment for an appointment, and the part of it that went back. */
function inDollars({ items, paidCents, returnedCents }: Visit) {
  const toHandBack = items
    .filter(({ payment }) => payment.method !== 'card')
    .flatMap((paid) => paid.refunds.filter(({ state }) => state === 'pending'))
  return {
    paid: toDollars(paidCents),
    refunded: toDollars(returnedCents),
    kept: toDollars(paidCents - returnedCents),
    toHandBack: toDollars(sumCents(toHandBack)),
  }
}

/** A receipt of what a user has paid. */
export function toOwnReceipt(receipt: ReceiptRow): ReceiptList[number] {
  return { number: receiptNumber(receipt), kind: receipt.kind }
}
