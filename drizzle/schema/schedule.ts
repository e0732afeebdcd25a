import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Each write to one of these tables calls `raiseScheduleVersion` in the same transaction.

export const treatments = sqliteTable(
  'treatments',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull().unique(),
    priceCents: integer('price_cents').notNull(),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    /** Order on the screen. */
    position: integer('position').notNull(),
  },
  // Stripe charges no less than 50 cents.
  (treatment) => [check('treatments_price_chargeable', sql`${treatment.priceCents} >= 50`)],
)

/** Start times of a treatment on every working day, in minutes after local midnight. */
export const treatmentTimes = sqliteTable(
  'treatment_times',
  {
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id, { onDelete: 'cascade' }),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
  },
  (time) => [
    primaryKey({ columns: [time.treatmentId, time.startMinute] }),
    check(
      'treatment_times_within_a_day',
      sql`${time.startMinute} >= 0 and ${time.lengthMinutes} > 0 and ${time.startMinute} + ${time.lengthMinutes} <= 1440`,
    ),
  ],
)

/** Days besides weekends on which the clinic is closed. */
export const closures = sqliteTable('closures', {
  date: text('date').primaryKey(),
  reason: text('reason').notNull(),
})

/** One row. It grows with each change of the tables above, so that copies of them can be kept. */
export const scheduleVersion = sqliteTable(
  'schedule_version',
  { id: integer('id').primaryKey(), version: integer('version').notNull() },
  (row) => [check('schedule_version_single_row', sql`${row.id} = 1`)],
)
