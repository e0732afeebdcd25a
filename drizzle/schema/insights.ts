import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { appointments } from './appointments.ts'
import { instant } from './columns.ts'

// Roll-ups of the figures of docs/requirements.md#insights. They can be computed again from
// appointments, receipts and events, except `insight_capacity` and `insight_first_appointments`,
// whose source may no longer exist.

/** Which appointments a row sums up: '*' stands for all doctors or treatments, '-' for no doctor. */
const scope = {
  doctorId: text('doctor_id').notNull(),
  treatmentId: text('treatment_id').notNull(),
  /** The day of the appointments; for money, the day on which it was taken or refunded. */
  date: text('date').notNull(),
}

/** The appointments of a day. */
export const insightDays = sqliteTable(
  'insight_days',
  {
    ...scope,
    booked: integer('booked').notNull(),
    completed: integer('completed').notNull(),
    noShow: integer('no_show').notNull(),
    cancelledLate: integer('cancelled_late').notNull(),
    newFamilies: integer('new_families').notNull(),
    unpaid: integer('unpaid').notNull(),
    unpaidCents: integer('unpaid_cents').notNull(),
    /** Booked minutes by hour of the day. */
    hours: text('hours', { mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** Booked appointments by the number of days between booking and appointment. */
    leads: text('leads', { mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** Booked appointments by where they come from: keys of `contract/insights/sources.ts`. */
    sources: text('sources', { mode: 'json' })
      .$type<Record<string, number>>()
      .notNull()
      .default({}),
  },
  (row) => [
    primaryKey({ columns: [row.doctorId, row.treatmentId, row.date] }),
    index('insight_days_by_date').on(row.date),
    index('insight_days_unpaid')
      .on(row.treatmentId, row.doctorId, row.date, row.unpaid, row.unpaidCents)
      .where(sql`unpaid > 0`),
  ],
)

/**
 * The money of a day, in cents: payments by method, and refunds by reason, minus their reversals.
 */
export const insightMoney = sqliteTable(
  'insight_money',
  {
    ...scope,
    card: integer('card').notNull(),
    cash: integer('cash').notNull(),
    terminal: integer('terminal').notNull(),
    cancelled: integer('cancelled').notNull(),
    alreadyPaid: integer('already_paid').notNull(),
    mismatch: integer('mismatch').notNull(),
    staff: integer('staff').notNull(),
    dashboard: integer('dashboard').notNull(),
    /** Returned to cardholders by lost disputes, which have no credit note. */
    disputeLost: integer('dispute_lost').notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.doctorId, row.treatmentId, row.date] }),
    index('insight_money_by_date').on(row.date),
    // Covers sums over years of days.
    index('insight_money_summed').on(
      row.doctorId,
      row.treatmentId,
      row.date,
      row.card,
      row.cash,
      row.terminal,
      row.cancelled,
      row.alreadyPaid,
      row.mismatch,
      row.staff,
      row.dashboard,
      row.disputeLost,
    ),
  ],
)

/**
 * Open minutes of a day, stored once when it is over, so that later changes of doctors, hours and
 * closures do not change them.
 */
export const insightCapacity = sqliteTable(
  'insight_capacity',
  {
    /** A doctor, or a treatment without doctors; '*' for all of them, also on closed days. */
    resourceId: text('resource_id').notNull(),
    date: text('date').notNull(),
    /** Open minutes by hour of the day. */
    hours: text('hours', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  },
  (row) => [primaryKey({ columns: [row.resourceId, row.date] })],
)

/** First appointments of families whose account was removed, as long as the appointment exists. */
export const insightFirstAppointments = sqliteTable('insight_first_appointments', {
  appointmentId: text('appointment_id')
    .primaryKey()
    .references(() => appointments.id, { onDelete: 'cascade' }),
})

/** Days whose roll-ups have to be computed again. */
export const insightDirtyDays = sqliteTable('insight_dirty_days', {
  date: text('date').primaryKey(),
})

/** One row: how far the roll-ups have followed the events. */
export const insightProgress = sqliteTable(
  'insight_progress',
  {
    id: integer('id').primaryKey(),
    /** The rowid of the last event whose days were marked; null before the first build. */
    position: integer('position'),
    /** The version of the definitions with which the roll-ups were computed. */
    version: integer('version').notNull().default(0),
    /** The time zone that decides on which day something happened; null before the first build. */
    timeZone: text('time_zone'),
    /** When the roll-ups were last up to date. */
    refreshedAt: instant('refreshed_at'),
    /** When all days were last compared with their source. */
    comparedAt: instant('compared_at'),
    /** The Monday of the last weekly email, and of the first one that is not due. */
    emailedWeek: text('emailed_week'),
  },
  (row) => [check('insight_progress_single_row', sql`${row.id} = 1`)],
)
