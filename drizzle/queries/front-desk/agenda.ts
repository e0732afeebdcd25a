import { and, asc, between, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Attendance } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { toDollars } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/payments/payments.ts'
import { receiptNumber } from '#contract/payments/receipts.ts'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { appointments, payments, receipts, users } from '#drizzle/schema/index.ts'
import { type AppointmentRow, toPatient } from '../booking/appointments.ts'
import type { ReceiptPlace } from '../payments/receipts.ts'

/** More than a clinic has in a week. */
const LONGEST_AGENDA = 5_000

/** A booked appointment with what the front desk knows of it besides. */
export interface AgendaRow {
  appointment: AppointmentRow
  /** Name of who took the last step; null when they were removed. */
  attendanceByName: string | null
  /** Null while it is not paid. */
  payment: { method: PaymentMethod; succeededAt: Date | null } | null
  receipt: ReceiptPlace | null
  /** Appointments that the patient missed in the 12 months before this one. */
  missed: number
}

const isBooked = sql`${appointments.status} = 'booked'`

// Two searches by index and day: with OR, SQLite would read all appointments of the family.
const missed = sql<number>`
  ${missedOf(sql`earlier.patient_uid = ${appointments.patientUid}`)} +
  ${missedOf(sql`earlier.desk_family_id = ${appointments.deskFamilyId}`)}`

function missedOf(isOfFamily: SQL): SQL {
  return sql`(
    SELECT count(*) FROM appointments AS earlier
    WHERE ${isOfFamily}
      AND earlier.date BETWEEN date(${appointments.date}, '-1 year') AND ${appointments.date}
      AND earlier.attendance = 'no_show' AND earlier.id <> ${appointments.id})`
}

function select(db: Database) {
  return db
    .select({
      appointment: appointments,
      attendanceByName: users.name,
      payment: { method: payments.method, succeededAt: payments.succeededAt },
      receipt: { year: receipts.year, number: receipts.number },
      missed,
    })
    .from(appointments)
    .leftJoin(users, eq(users.uid, appointments.attendanceBy))
    .leftJoin(payments, eq(payments.id, appointments.transactionId))
    .leftJoin(receipts, and(eq(receipts.paymentId, payments.id), isNull(receipts.refundId)))
}

/** The booked appointments from one day to another, in the order of their times. */
export function listAgenda(db: Database, from: IsoDate, to: IsoDate): AgendaRow[] {
  return select(db)
    .where(and(isBooked, between(appointments.date, from, to)))
    .orderBy(asc(appointments.date), asc(appointments.startMinute), asc(appointments.treatment))
    .limit(LONGEST_AGENDA)
    .all()
}

/** How many booked appointments each day has from one to another; days without any are left out. */
export function countByDay(db: Database, from: IsoDate, to: IsoDate) {
  return db
    .select({
      date: appointments.date,
      appointments: count(),
      unpaid: sql<number>`sum(${appointments.paid} = 0)`,
    })
    .from(appointments)
    .where(and(isBooked, between(appointments.date, from, to)))
    .groupBy(appointments.date)
    .orderBy(asc(appointments.date))
    .all()
}

const isUnsettled = inArray(appointments.attendance, ['expected', 'arrived'])

/** Booked appointments of those days that are neither completed nor missed, oldest first. */
export function listUnsettled(db: Database, from: IsoDate, to: IsoDate): AgendaRow[] {
  return select(db)
    .where(and(isBooked, between(appointments.date, from, to), isUnsettled))
    .orderBy(asc(appointments.date), asc(appointments.startMinute))
    .limit(LONGEST_AGENDA)
    .all()
}

/** How many `listUnsettled` has. */
export function countUnsettled(db: Database, from: IsoDate, to: IsoDate): number {
  return countRows(
    db,
    appointments,
    and(isBooked, between(appointments.date, from, to), isUnsettled),
  )
}

/** A booked appointment; undefined when it does not exist or is canceled. */
export function findAgendaRow(db: Database, id: string): AgendaRow | undefined {
  return select(db)
    .where(and(isBooked, eq(appointments.id, id)))
    .get()
}

/**
 * Sets the attendance if the appointment still has that version.
 * @returns whether it did
 */
export function updateAttendance(
  db: Transaction,
  { id, version }: { id: string; version: number },
  step: { attendance: Attendance; by: string | null; at: Date | null },
): boolean {
  const { attendance, by, at } = step
  const { changes } = db
    .update(appointments)
    .set({ attendance, attendanceBy: by, attendanceAt: at, version: version + 1 })
    .where(and(eq(appointments.id, id), eq(appointments.version, version), isBooked))
    .run()
  return changes === 1
}

/** The appointment as the front desk sees it. */
export function toAgendaEntry(
  { appointment, attendanceByName, payment, receipt, missed }: AgendaRow,
  /** The clinic's day of an instant. */
  dayOf: (instant: Date) => IsoDate,
): AgendaEntry {
  const { id, doctorId, doctorName, priceCents, attendanceAt, staffNote, ...row } = appointment
  return {
    _id: id,
    version: row.version,
    date: row.date,
    startMinute: row.startMinute,
    lengthMinutes: row.lengthMinutes,
    treatment: row.treatment,
    doctor: doctorId === null ? null : { _id: doctorId, name: doctorName ?? '' },
    family: row.patientUid ?? row.deskFamilyId,
    ...toPatient(row),
    email: row.email,
    phone: row.phone,
    price: toDollars(priceCents),
    paid: row.paid,
    payment: payment && {
      method: payment.method,
      day: dayOf(payment.succeededAt ?? row.createdAt),
      receipt: receipt && receiptNumber(receipt),
    },
    attendance: row.attendance,
    step: attendanceAt && {
      by: attendanceByName,
      at: attendanceAt.toISOString(),
      day: dayOf(attendanceAt),
    },
    note: staffNote,
    noteVersion: row.noteVersion,
    overrideReason: row.overrideReason,
    missed,
  }
}
