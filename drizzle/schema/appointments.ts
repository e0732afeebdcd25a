import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Attendance } from '../../contract/appointments.ts'
import { instant } from './columns.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

/**
 * Appointments, with treatment, price and patient as they were at the time of booking.
 * An appointment occupies a resource: its doctor, or its treatment when it has no doctor. The
 * partial unique indexes and the triggers of migration 0009 rule out overlapping appointments of one
 * resource and of one patient, whatever the code does.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: text('id').primaryKey(),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** The treatment's name. */
    treatment: text('treatment').notNull(),
    /** Stays when the doctor is removed; null when the treatment has no doctors. */
    doctorId: text('doctor_id'),
    doctorName: text('doctor_name'),
    priceCents: integer('price_cents').notNull(),
    date: text('date').notNull(),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
    /** Null once the account has been removed: a paid appointment outlives it. */
    patientUid: text('patient_uid').references(() => users.uid, {
      onUpdate: 'cascade',
      onDelete: 'set null',
    }),
    patientName: text('patient_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    status: text('status', { enum: ['booked', 'cancelled'] })
      .notNull()
      .default('booked'),
    /** What happened on the day; `status` says whether it occupies its time. */
    attendance: text('attendance').$type<Attendance>().notNull().default('expected'),
    /** Uid of who set the attendance last; null once undone to the beginning, and after their removal. */
    attendanceBy: text('attendance_by'),
    attendanceAt: instant('attendance_at'),
    /** For staff only. */
    staffNote: text('staff_note').notNull().default(''),
    /** Grows with each change of time, doctor, status or attendance. */
    version: integer('version').notNull().default(0),
    paid: integer('paid', { mode: 'boolean' }).notNull().default(false),
    transactionId: text('transaction_id').unique(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (appointment) => [
    uniqueIndex('appointments_one_per_resource_and_time')
      .on(appointment.date, sql`coalesce(doctor_id, treatment_id)`, appointment.startMinute)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_treatment')
      .on(appointment.patientUid, appointment.date, appointment.treatmentId)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_time')
      .on(appointment.patientUid, appointment.date, appointment.startMinute)
      .where(sql`status = 'booked'`),
    index('appointments_by_patient').on(appointment.patientUid, appointment.date),
    check(
      'appointments_attendance',
      sql`${appointment.attendance} in ('expected', 'arrived', 'completed', 'no_show')`,
    ),
    check('appointments_note_length', sql`length(${appointment.staffNote}) <= 500`),
    check(
      'appointments_attended_is_booked',
      sql`${appointment.attendance} = 'expected' or ${appointment.status} = 'booked'`,
    ),
    check('appointments_paid_has_transaction', sql`paid = (transaction_id is not null)`),
    check(
      'appointments_iso_date',
      sql`${appointment.date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)
