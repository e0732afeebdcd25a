import { SqliteError } from 'better-sqlite3'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Appointment } from '../../contract/appointments.ts'
import { formatWireDate, type IsoDate } from '../../contract/dates.ts'
import type { OccupiedTime } from '../../contract/free-times.ts'
import { toDollars } from '../../contract/money.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { Database } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { appointments } from '../schema/index.ts'

export type AppointmentRow = typeof appointments.$inferSelect

export type NewAppointmentRow = Omit<
  AppointmentRow,
  | 'status'
  | 'attendance'
  | 'attendanceBy'
  | 'attendanceAt'
  | 'staffNote'
  | 'version'
  | 'paid'
  | 'transactionId'
  | 'paidAt'
  | 'cancelledAt'
>

/** More than a patient can book within the horizon, and a limit on the size of a response. */
const LONGEST_LIST = 500

// A literal, as in the partial indexes: with a bound value SQLite would not use them.
const isLive = sql`status = 'booked'`

const isOn = eq(appointments.date, sql.placeholder('date'))

const statements = prepareOnce((db: Database) => ({
  ofPatient: db
    .select()
    .from(appointments)
    .where(eq(appointments.patientUid, sql.placeholder('uid')))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .limit(LONGEST_LIST)
    .prepare(),
  one: db
    .select()
    .from(appointments)
    .where(eq(appointments.id, sql.placeholder('id')))
    .prepare(),
  own: db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.id, sql.placeholder('id')),
        eq(appointments.patientUid, sql.placeholder('uid')),
      ),
    )
    .prepare(),
  ownOnDay: db
    .select()
    .from(appointments)
    .where(and(eq(appointments.patientUid, sql.placeholder('uid')), isOn, isLive))
    .prepare(),
  // One row for each treatment and doctor: a busy day has hundreds of appointments.
  occupiedOnDay: db
    .select({
      treatmentId: appointments.treatmentId,
      doctorId: appointments.doctorId,
      times: sql`json_group_array(json_array(start_minute, length_minutes))`.mapWith(
        (text: string): [startMinute: number, lengthMinutes: number][] => JSON.parse(text),
      ),
    })
    .from(appointments)
    .where(and(isOn, isLive))
    .groupBy(appointments.treatmentId, appointments.doctorId)
    .prepare(),
  insert: db
    .insert(appointments)
    .values({
      id: sql.placeholder('id'),
      treatmentId: sql.placeholder('treatmentId'),
      treatment: sql.placeholder('treatment'),
      doctorId: sql.placeholder('doctorId'),
      doctorName: sql.placeholder('doctorName'),
      priceCents: sql.placeholder('priceCents'),
      date: sql.placeholder('date'),
      startMinute: sql.placeholder('startMinute'),
      lengthMinutes: sql.placeholder('lengthMinutes'),
      patientUid: sql.placeholder('patientUid'),
      patientName: sql.placeholder('patientName'),
      email: sql.placeholder('email'),
      phone: sql.placeholder('phone'),
      address: sql.placeholder('address'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning()
    .prepare(),
  unpaidToCome: db
    .select({ count: count() })
    .from(appointments)
    .where(
      and(
        eq(appointments.patientUid, sql.placeholder('uid')),
        eq(appointments.status, 'booked'),
        eq(appointments.paid, false),
        // Rows are compared column by column (https://sqlite.org/rowvalue.html).
        sql`(${appointments.date}, ${appointments.startMinute}) > (${sql.placeholder('today')}, ${sql.placeholder('minute')})`,
      ),
    )
    .prepare(),
}))

/** A patient's appointments, latest day first. */
export function listAppointments(db: Database, uid: string): AppointmentRow[] {
  return statements(db).ofPatient.all({ uid })
}

/** The appointment, of any patient. */
export function findAppointment(db: Database, id: string): AppointmentRow | undefined {
  return statements(db).one.get({ id })
}

/** The patient's own appointment; undefined when it does not exist or is another patient's. */
export function findOwnAppointment(
  db: Database,
  { id, uid }: { id: string; uid: string },
): AppointmentRow | undefined {
  return statements(db).own.get({ id, uid })
}

/** The patient's live appointments on a day. */
export function listOwnOnDay(
  db: Database,
  { uid, date }: { uid: string; date: IsoDate },
): AppointmentRow[] {
  return statements(db).ownOnDay.all({ uid, date })
}

/** How many booked, unpaid appointments of a patient are still to come. */
export function countUnpaidToCome(
  db: Database,
  uid: string,
  { today, minute }: { today: IsoDate; minute: number },
): number {
  return statements(db).unpaidToCome.get({ uid, today, minute })?.count ?? 0
}

/** The times of a day's live appointments. */
export function listOccupiedTimes(db: Database, date: IsoDate): OccupiedTime[] {
  return statements(db)
    .occupiedOnDay.all({ date })
    .flatMap(({ treatmentId, doctorId, times }) =>
      times.map(([startMinute, lengthMinutes]) => ({
        treatmentId,
        doctorId,
        startMinute,
        lengthMinutes,
      })),
    )
}

/**
 * Inserts a booked, unpaid appointment.
 * @returns undefined when the database refuses it: the slot or the patient's time is taken
 */
export function insertAppointment(
  db: Database,
  appointment: NewAppointmentRow,
): AppointmentRow | undefined {
  try {
    return statements(db).insert.get({ ...appointment })
  } catch (error) {
    if (isOverlap(error)) return undefined
    throw error
  }
}

/**
 * Cancels a booked appointment if it still has that version.
 * @returns whether this call cancelled it
 */
export function markCancelled(
  db: Database,
  { id, version }: Pick<AppointmentRow, 'id' | 'version'>,
  now: Date,
): boolean {
  const { changes } = db
    .update(appointments)
    .set({ status: 'cancelled', cancelledAt: now, version: version + 1 })
    .where(
      and(
        eq(appointments.id, id),
        eq(appointments.version, version),
        eq(appointments.status, 'booked'),
        eq(appointments.attendance, 'expected'),
      ),
    )
    .run()
  return changes === 1
}

/** The uids of those patients who have an account, each once. */
export function patientsOf(rows: readonly Pick<AppointmentRow, 'patientUid'>[]): string[] {
  return [...new Set(rows.map(({ patientUid }) => patientUid).filter((uid) => uid !== null))]
}

/** Where an appointment is, and with whom. */
export type AppointmentTime = Pick<
  AppointmentRow,
  'date' | 'startMinute' | 'lengthMinutes' | 'doctorId' | 'doctorName'
>

/**
 * Moves a booked appointment if it still has that version. Price and payment stay.
 * @returns `changed` when it has another version; `taken` when the time, or the patient's, is taken
 */
export function moveAppointment(
  db: Database,
  { id, version }: Pick<AppointmentRow, 'id' | 'version'>,
  time: AppointmentTime,
): 'moved' | 'changed' | 'taken' {
  try {
    const { changes } = db
      .update(appointments)
      .set({ ...time, version: version + 1 })
      .where(
        and(
          eq(appointments.id, id),
          eq(appointments.version, version),
          eq(appointments.status, 'booked'),
        ),
      )
      .run()
    return changes === 1 ? 'moved' : 'changed'
  } catch (error) {
    const isTaken = error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
    if (isTaken || isOverlap(error)) return 'taken'
    throw error
  }
}

/** Whether a trigger refused a write because it overlaps another appointment. */
export function isOverlap(error: unknown): boolean {
  return error instanceof SqliteError && error.message.startsWith('overlap:')
}

/** The appointment as the API shows it. */
export function toAppointment(row: AppointmentRow): Appointment {
  const { id, treatment, priceCents, paid, status, patientName, email, phone, address } = row
  return {
    _id: id,
    treatment,
    date: formatWireDate(row.date),
    slot: formatSlot(row),
    doctor: row.doctorName ?? undefined,
    price: toDollars(priceCents),
    paid,
    status,
    patient: email,
    patientName,
    email,
    phone,
    address,
    transactionId: row.transactionId ?? undefined,
  }
}
