import type { Appointment } from '#contract/booking/appointments.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/families/ages.ts'
import type { SharedAppointment } from '#contract/families/guardians.ts'
import { toDollars } from '#contract/money.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  latestFirst,
  listAppointmentsPaidBy,
  listSharedAppointments,
  toAppointment,
} from '#drizzle/queries/booking/appointments.ts'
import { findGuardedChild } from '#drizzle/queries/families/children.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import { hasPaidFor, isKeptFrom, payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { readMoneyOf } from '#drizzle/queries/payments/refunds.ts'

/** What a user has to do with an appointment: docs/requirements.md#shared-appointments. */
export interface AppointmentAccess {
  row: AppointmentRow
  /** Its address, phone and email are theirs; otherwise they guard the child, or have paid. */
  isBooker: boolean
  /** Whether they may move, or cancel it, within the rules for families. */
  mayMove: boolean
  mayCancel: boolean
  mayPay: boolean
}

/** Now at the clinic. */
type Moment = Pick<ClinicMoment, 'today' | 'minute'>

/** The appointment with this id, if it exists for that user; undefined otherwise. */
export function findAccess(
  db: Database,
  { id, uid }: { id: string; uid: string },
  moment: Moment,
): AppointmentAccess | undefined {
  const row = findAppointment(db, id)
  return row && accessTo(db, row, { uid, moment })
}

/** What that user has to do with an appointment; undefined when it does not exist for them. */
export function accessTo(
  db: Database,
  row: AppointmentRow,
  { uid, moment }: { uid: string; moment: Moment },
): AppointmentAccess | undefined {
  const isBooker = row.patientUid === uid
  const access = { row, isBooker }
  // Who has paid for it cancels it, whatever other rights they have lost.
  const hasPaid = isKeptFrom(db, row, uid)
  const { childId } = row
  if (childId === null) {
    if (isBooker) return { ...access, mayMove: true, mayCancel: true, mayPay: true }
  } else {
    const { guardianship: rights, child } = findGuardedChild(db, { id: childId, uid }) ?? {}
    const isAdult = child !== undefined && isAdultOn(child.birthDate, moment.today)
    if (rights && isBooker) {
      return { ...access, mayMove: !isAdult, mayCancel: !isAdult || hasPaid, mayPay: true }
    }
    if (rights && !isAdult) {
      const { mayBook, mayPay } = rights
      return { ...access, mayMove: mayBook, mayCancel: mayBook || hasPaid, mayPay }
    }
  }
  const isTheirMoney =
    hasPaid || (isPast(row, moment) && hasPaidFor(db, { appointmentId: row.id, uid }))
  if (!isTheirMoney) return undefined
  return { ...access, mayMove: false, mayCancel: hasPaid, mayPay: false }
}

/** Whether it is over or canceled. */
function isPast(row: AppointmentRow, moment: Moment): boolean {
  return row.status === 'cancelled' || isOver(row, moment)
}

function isOver(
  { date, startMinute, lengthMinutes }: AppointmentRow,
  { today, minute }: Moment,
): boolean {
  return date < today || (date === today && startMinute + lengthMinutes <= minute)
}

/**
 * Whether the money for an appointment is another person's than that user's: what was kept last,
 * or went back. False when nothing was paid.
 */
export function isPaidByOther(db: Database, row: AppointmentRow, uid: string): boolean {
  const payment =
    row.transactionId === null
      ? readMoneyOf(db, row.id).items.at(-1)?.payment
      : findPayment(db, row.transactionId)
  return payment !== undefined && payerOf(db, payment.id) !== uid
}

/**
 * The appointment as that user sees it: with their own name and email, and with neither phone nor
 * address, unless they booked it; with the transaction that they paid with only.
 */
export function toAppointmentFor(
  db: Database,
  { row, isBooker, mayPay }: Pick<AppointmentAccess, 'row' | 'isBooker' | 'mayPay'>,
  { uid, name, email }: Pick<UserRow, 'uid' | 'name' | 'email'>,
): Appointment {
  const shown = toAppointment(row)
  const isOthers = row.transactionId !== null && isPaidByOther(db, row, uid)
  const transactionId = isOthers ? undefined : shown.transactionId
  if (isBooker) return { ...shown, transactionId }
  const viewer = { patientName: name, patient: email, email }
  return { ...shown, ...viewer, phone: '', address: '', transactionId, shared: true, mayPay }
}

/**
 * The appointments of the user's children that others have booked, and those to come that the user
 * has paid for without guarding the child any more, latest day first.
 */
export function readSharedAppointments(
  db: Database,
  uid: string,
  moment: Moment,
): SharedAppointment[] {
  const guarded = listSharedAppointments(db, uid).filter(
    ({ birthDate }) => !isAdultOn(birthDate, moment.today),
  )
  const known = new Set(guarded.map(({ row }) => row.id))
  const paid = listAppointmentsPaidBy(db, uid)
    .filter((row) => row.patientUid !== uid && !known.has(row.id) && !isPast(row, moment))
    .map((row) => ({ row, mayBook: false, mayPay: false }))
  return [...guarded, ...paid]
    .sort((one, other) => latestFirst(one.row, other.row))
    .map(({ row, mayBook, mayPay }) => ({
      _id: row.id,
      ...(row.childId !== null && { child: { _id: row.childId, name: row.childName ?? '' } }),
      treatment: row.treatment,
      date: formatWireDate(row.date),
      slot: formatSlot(row),
      ...(row.doctorName !== null && { doctor: row.doctorName }),
      status: row.status,
      paid: row.paid,
      past: isOver(row, moment),
      mayBook,
      mayCancel: mayBook || isKeptFrom(db, row, uid),
      ...(mayPay && { price: toDollars(row.priceCents) }),
    }))
}
