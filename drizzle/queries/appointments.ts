import { and, desc, eq, sql } from 'drizzle-orm'
import type { Appointment } from '../../contract/appointments.ts'
import { formatWireDate } from '../../contract/dates.ts'
import { toDollars } from '../../contract/money.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { appointments } from '../schema.ts'

export type AppointmentRow = typeof appointments.$inferSelect

/** More than anybody can book within the horizon, and no more than an answer should carry. */
const LONGEST_LIST = 500

const statements = preparedOnce((db: Database) => ({
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
    .where(
      and(
        eq(appointments.id, sql.placeholder('id')),
        eq(appointments.patientUid, sql.placeholder('uid')),
      ),
    )
    .prepare(),
}))

/** A patient's appointments, the latest day first. */
export function listAppointments(db: Database, uid: string): AppointmentRow[] {
  return statements(db).ofPatient.all({ uid })
}

/** One of the patient's own appointments; undefined when it is unknown or another's. */
export function findOwnAppointment(
  db: Database,
  { id, uid }: { id: string; uid: string },
): AppointmentRow | undefined {
  return statements(db).one.get({ id, uid })
}

/** The public shape of an appointment (spec section 3). */
export function toAppointment(row: AppointmentRow): Appointment {
  const { id, treatment, priceCents, paid, status, patientName, email, phone, address } = row
  return {
    _id: id,
    treatment,
    date: formatWireDate(row.date),
    slot: formatSlot(row),
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
