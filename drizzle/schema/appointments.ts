import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Attendance } from '#contract/booking/appointments.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import { children } from './children.ts'
import { instant, isIsoDate, UNTIL_REMOVED } from './columns.ts'
import { deskFamilies } from './families.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

/**
 * Appointments, with treatment, price and patient as they were at the time of booking.
 * An appointment occupies a resource: its doctor, or its treatment when it has no doctor. The
 * partial unique indexes and the triggers of the migrations rule out overlapping appointments of one
 * resource and of one person (a child, an account holder, or a family without an account), whatever
 * the code does.
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
    patientUid: text('patient_uid').references(() => users.uid, UNTIL_REMOVED),
    /** The patient; null: the account holder, or the family without an account. */
    childId: text('child_id').references(() => children.id),
    /** The child's name, which `correctChild` corrects until the appointment begins. */
    childName: text('child_name'),
    childBirthDate: text('child_birth_date'),
    /** The family without an account whose appointment it is. */
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id),
    patientName: text('patient_name').notNull(),
    /** Empty for a family without an account that has no email. */
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    status: text('status', { enum: ['booked', 'cancelled'] })
      .notNull()
      .default('booked'),
    /** The state of the visit; `status` says whether the appointment occupies its time. */
    attendance: text('attendance').$type<Attendance>().notNull().default('expected'),
    /**
     * Uid of the user who last set the attendance; null when all steps were undone, and once that
     * user is removed.
     */
    attendanceBy: text('attendance_by'),
    attendanceAt: instant('attendance_at'),
    /** When the patient arrived; null before, and when unknown. */
    arrivedAt: instant('arrived_at'),
    /**
     * Since when the patient has been in the room, while the attendance is `arrived`; kept once it
     * is completed.
     */
    roomAt: instant('room_at'),
    /** The room's name; null where the clinic names none. */
    room: text('room'),
    /** For staff only; the newest of its `appointmentNotes`. */
    staffNote: text('staff_note').notNull().default(''),
    /** Grows with each change of the note. */
    noteVersion: integer('note_version').notNull().default(0),
    /** Why staff booked it outside opening hours; for staff only. */
    overrideReason: text('override_reason'),
    /** An extra patient beside a taken time, which it does not occupy. */
    squeezed: integer('squeezed', { mode: 'boolean' }).notNull().default(false),
    /** Grows with each change of time, doctor, status or attendance. */
    version: integer('version').notNull().default(0),
    paid: integer('paid', { mode: 'boolean' }).notNull().default(false),
    /**
     * An imported appointment, which the previous system bills: nothing is paid or owed here. A
     * trigger of migration 0120 refuses to mark it as paid.
     */
    billedElsewhere: integer('billed_elsewhere', { mode: 'boolean' }).notNull().default(false),
    /** Id of the payment whose money is kept for it. */
    transactionId: text('transaction_id'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    /** The refund terms, as they were when it was booked; null before there were terms. */
    terms: text('terms', { mode: 'json' }).$type<RefundTerms>(),
    /** How often the family has moved it. */
    moves: integer('moves').notNull().default(0),
    /** The most percent that a cancellation refunds since a late move. */
    refundCeiling: integer('refund_ceiling'),
    /** Id of the payment that the ceiling is for: the one that paid it when it was moved. */
    refundCeilingOf: text('refund_ceiling_of'),
    /** The one move for an ill child has been used. */
    illMoveUsed: integer('ill_move_used', { mode: 'boolean' }).notNull().default(false),
    /** The series that it was booked with, its place in it from 1 on, and how many there were. */
    seriesId: text('series_id'),
    seriesNumber: integer('series_number'),
    seriesSize: integer('series_size'),
    /**
     * UID and ORGANIZER in every calendar, as they were first sent: triggers of migration 0078. The
     * organizer is '' only before the first start of a site.
     */
    calendarUid: text('calendar_uid').notNull().default(''),
    organizer: text('organizer').notNull().default(''),
    /**
     * How often the calendar file was sent again without a change of the appointment; a part of its
     * SEQUENCE.
     */
    calendarRevision: integer('calendar_revision').notNull().default(0),
  },
  (appointment) => [
    uniqueIndex('appointments_one_per_resource_and_time')
      .on(
        appointment.date,
        sql`coalesce(doctor_id, treatment_id)`,
        appointment.startMinute,
        appointment.squeezed,
      )
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_treatment')
      .on(
        sql`coalesce(child_id, patient_uid, desk_family_id)`,
        appointment.date,
        appointment.treatmentId,
      )
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_time')
      .on(
        sql`coalesce(child_id, patient_uid, desk_family_id)`,
        appointment.date,
        appointment.startMinute,
      )
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_of_series')
      .on(appointment.seriesId, appointment.seriesNumber)
      .where(sql`series_id is not null`),
    index('appointments_by_transaction')
      .on(appointment.transactionId)
      .where(sql`transaction_id is not null`),
    index('appointments_by_patient').on(appointment.patientUid, appointment.date),
    index('appointments_by_child')
      .on(appointment.childId, appointment.date)
      .where(sql`child_id is not null`),
    index('appointments_by_desk_family')
      .on(appointment.deskFamilyId, appointment.date)
      .where(sql`desk_family_id is not null`),
    // Covers the search of families by phone.
    index('appointments_by_phone').on(
      appointment.phone,
      appointment.patientUid,
      appointment.deskFamilyId,
    ),
    index('appointments_unsettled')
      .on(appointment.date, appointment.startMinute, appointment.id)
      .where(sql`status = 'booked' and attendance in ('expected', 'arrived')`),
    // For Insights: what is summed up by day, and the appointments behind a figure.
    index('appointments_cancelled_by_date')
      .on(appointment.date, appointment.startMinute, appointment.id)
      .where(sql`status = 'cancelled'`),
    index('appointments_missed_by_date')
      .on(appointment.date, appointment.startMinute, appointment.id)
      .where(sql`status = 'booked' and attendance = 'no_show'`),
    // For the agenda, which counts what each patient missed.
    index('appointments_missed_by_patient')
      .on(appointment.patientUid, appointment.date)
      .where(sql`attendance = 'no_show'`),
    index('appointments_missed_by_desk_family')
      .on(appointment.deskFamilyId, appointment.date)
      .where(sql`attendance = 'no_show'`),
    // Covers what decides whether a coming appointment fits the schedule, and sums up those that do not.
    index('appointments_coming')
      .on(
        appointment.date,
        appointment.startMinute,
        appointment.lengthMinutes,
        appointment.treatmentId,
        appointment.doctorId,
        appointment.childBirthDate,
        appointment.overrideReason,
        appointment.id,
        appointment.version,
        appointment.patientUid,
        appointment.deskFamilyId,
        appointment.paid,
      )
      .where(sql`status = 'booked' and attendance = 'expected'`),
    // Covers what families owe.
    index('appointments_unpaid')
      .on(appointment.date, appointment.startMinute, appointment.id, appointment.priceCents)
      .where(
        sql`status = 'booked' and paid = 0 and attendance <> 'no_show' and billed_elsewhere = 0`,
      ),
    check(
      'appointments_child_is_known',
      sql`(child_id is null) = (child_name is null) and (child_id is null) = (child_birth_date is null)`,
    ),
    check(
      'appointments_place_in_series',
      sql`(series_id is null) = (series_number is null) and (series_id is null) = (series_size is null) and coalesce(series_number between 1 and series_size and series_size >= 2, 1)`,
    ),
    check('appointments_of_one_family', sql`patient_uid is null or desk_family_id is null`),
    check('appointments_squeezed_has_reason', sql`squeezed = 0 or override_reason is not null`),
    check('appointments_override_reason', sql`length(override_reason) between 1 and 300`),
    check(
      'appointments_attendance',
      sql`${appointment.attendance} in ('expected', 'arrived', 'completed', 'no_show')`,
    ),
    check(
      'appointments_room_after_arrival',
      sql`${appointment.roomAt} is null or ${appointment.attendance} in ('arrived', 'completed')`,
    ),
    check(
      'appointments_room_name',
      sql`${appointment.room} is null or (${appointment.roomAt} is not null and length(${appointment.room}) between 1 and 40)`,
    ),
    check('appointments_refund_ceiling', sql`${appointment.refundCeiling} between 0 and 100`),
    check('appointments_note_length', sql`length(${appointment.staffNote}) <= 500`),
    check(
      'appointments_attended_is_booked',
      sql`${appointment.attendance} = 'expected' or ${appointment.status} = 'booked'`,
    ),
    check('appointments_paid_has_transaction', sql`paid = (transaction_id is not null)`),
    check('appointments_iso_date', isIsoDate(appointment.date)),
  ],
)

/**
 * Every note that staff have written about an appointment, append-only: triggers of migration 0025
 * refuse a note that is not recorded here.
 */
export const appointmentNotes = sqliteTable(
  'appointment_notes',
  {
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    /** Counts from 1. */
    version: integer('version').notNull(),
    /** Empty when the note was deleted. */
    note: text('note').notNull(),
    /** Uid; null for a note of the command line or one whose author is not known. */
    writtenBy: text('written_by'),
    writtenAt: instant('written_at').notNull(),
  },
  (note) => [
    primaryKey({ columns: [note.appointmentId, note.version] }),
    check('appointment_notes_length', sql`length(${note.note}) <= 500`),
  ],
)
