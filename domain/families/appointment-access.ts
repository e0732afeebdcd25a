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
  listSharedAppointments,
  toAppointment,
} from '#drizzle/queries/booking/appointments.ts'
import { findGuardedChild } from '#drizzle/queries/families/children.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import { findPayment, payerOf } from '#drizzle/queries/payments/payments.ts'
import { readMoneyOf } from '#drizzle/queries/payments/refunds.ts'

/** What a user has to do with an appointment: docs/requirements.md#shared-appointments. */
export interface AppointmentAccess {
  row: AppointmentRow
  /** Its address, phone and email are theirs; otherwise they guard the child, or have paid. */
  isBooker: boolean
  /** Whether they may move and cancel it, within the rules for families. */
  mayChange: boolean
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
  const { childId, childBirthDate } = row
  if (childId === null || childBirthDate === null) {
    return isBooker ? { row, isBooker, mayChange: true, mayPay: true } : undefined
  }
  const rights = findGuardedChild(db, { id: childId, uid })?.guardianship
  const isAdult = isAdultOn(childBirthDate, moment.today)
  if (rights && isBooker) return { row, isBooker, mayChange: !isAdult, mayPay: true }
  if (rights && !isAdult) {
    return { row, isBooker, mayChange: rights.mayBook, mayPay: rights.mayPay }
  }
  const isTheirMoney = isPast(row, moment) && hasPaid(db, row, uid)
  return isTheirMoney ? { row, isBooker, mayChange: false, mayPay: false } : undefined
}

/** Whether it is over or canceled. */
export function isPast(row: AppointmentRow, moment: Moment): boolean {
  return row.status === 'cancelled' || isOver(row, moment)
}

function isOver(
  { date, startMinute, lengthMinutes }: AppointmentRow,
  { today, minute }: Moment,
): boolean {
  return date < today || (date === today && startMinute + lengthMinutes <= minute)
}

function hasPaid(db: Database, row: AppointmentRow, uid: string): boolean {
  return readMoneyOf(db, row.id).items.some(({ payment }) => payment.payerUid === uid)
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
  return payment !== undefined && payerOf(payment, row) !== uid
}

/**
 * The appointment as that user sees it: with their own name and email, and with neither phone nor
 * address, unless they booked it; with the transaction that they paid with only.
 */
export function toAppointmentFor(
  db: Database,
  {
    row,
    isBooker,
    mayChange,
    mayPay,
  }: Pick<AppointmentAccess, 'row' | 'isBooker' | 'mayChange' | 'mayPay'>,
  { uid, name, email }: Pick<UserRow, 'uid' | 'name' | 'email'>,
): Appointment {
  const { terms, ...appointment } = toAppointment(row)
  const shown = {
    ...appointment,
    ...((mayChange || mayPay) && { terms }),
    ...(!mayChange && { mayChange: false as const }),
  }
  const isOthers = row.transactionId !== null && isPaidByOther(db, row, uid)
  const transactionId = isOthers ? undefined : shown.transactionId
  if (isBooker) return { ...shown, transactionId }
  const viewer = { patientName: name, patient: email, email }
  return { ...shown, ...viewer, phone: '', address: '', transactionId, shared: true, mayPay }
}

/** The appointments of the user's children that others have booked, latest day first. */
export function readSharedAppointments(
  db: Database,
  uid: string,
  moment: Moment,
): SharedAppointment[] {
  return listSharedAppointments(db, uid)
    .filter(({ row }) => !isAdultOn(row.childBirthDate ?? '', moment.today))
    .map(({ row, mayBook, mayPay }) => ({
      _id: row.id,
      child: { _id: row.childId ?? '', name: row.childName ?? '' },
      treatment: row.treatment,
      date: formatWireDate(row.date),
      slot: formatSlot(row),
      ...(row.doctorName !== null && { doctor: row.doctorName }),
      status: row.status,
      paid: row.paid,
      past: isOver(row, moment),
      mayBook,
      ...(mayPay && { price: toDollars(row.priceCents) }),
    }))
}
