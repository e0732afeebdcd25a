import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { treatments } from './schedule.ts'
import { users } from './users.ts'

/**
 * Appointments, with treatment, price and patient as they were at the time of booking.
 * The partial unique indexes rule out double bookings, whatever the code does.
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
    paid: integer('paid', { mode: 'boolean' }).notNull().default(false),
    transactionId: text('transaction_id').unique(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (appointment) => [
    uniqueIndex('appointments_one_per_slot')
      .on(appointment.date, appointment.treatmentId, appointment.startMinute)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_treatment')
      .on(appointment.patientUid, appointment.date, appointment.treatmentId)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_time')
      .on(appointment.patientUid, appointment.date, appointment.startMinute)
      .where(sql`status = 'booked'`),
    index('appointments_by_patient').on(appointment.patientUid, appointment.date),
    check('appointments_paid_has_transaction', sql`paid = (transaction_id is not null)`),
    check(
      'appointments_iso_date',
      sql`${appointment.date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)
