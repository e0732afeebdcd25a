import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { BookableBy } from '#contract/treatments/bookable-by.ts'
import { instant, isIsoDate } from './columns.ts'

// Each change of these tables raises `schedule_version`: triggers of migration 0062.

export const treatments = sqliteTable(
  'treatments',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull().unique(),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    /** Which families book it online; staff book it for all. */
    booking: text('booking').$type<BookableBy>().notNull().default('online'),
    /** Order on the screen. */
    position: integer('position').notNull(),
    /**
     * Whether it can be booked only while a doctor gives it: from its first doctor on (a trigger), until
     * an admin says that it can be booked without.
     */
    needsDoctor: integer('needs_doctor', { mode: 'boolean' }).notNull().default(false),
    /** A bit for each weekday on which its times are offered; 1 for Sunday. */
    weekdays: integer('weekdays').notNull().default(127),
    /** Of each appointment. */
    lengthMinutes: integer('length_minutes').notNull().default(30),
    /** For so many minutes after it, its doctor takes no other appointment. */
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    /** Age on the day of the appointment, in months; null: no limit. */
    minAgeMonths: integer('min_age_months'),
    /** The first age that is too old. */
    maxAgeMonths: integer('max_age_months'),
    /** Sample data that no admin has saved yet: docs/requirements.md#opening. */
    sample: integer('sample', { mode: 'boolean' }).notNull().default(false),
    /** Grows with each change by an admin: name, order, limits, times and prices. */
    version: integer('version').notNull().default(0),
  },
  (treatment) => [
    check('treatments_length', sql`${treatment.lengthMinutes} > 0`),
    check('treatments_weekdays', sql`${treatment.weekdays} between 1 and 127`),
    check('treatments_booking', sql`${treatment.booking} in ('online', 'ticket', 'desk')`),
    check('treatments_buffer', sql`${treatment.bufferMinutes} between 0 and 240`),
    check(
      'treatments_age_limits',
      sql`coalesce(${treatment.minAgeMonths}, 0) >= 0 and coalesce(${treatment.maxAgeMonths}, 1200) > coalesce(${treatment.minAgeMonths}, 0)`,
    ),
  ],
)

/**
 * The price of a treatment from a day on, until the next one. A price never changes, and one that
 * applies is never deleted: triggers of migration 0009.
 */
export const prices = sqliteTable(
  'prices',
  {
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id, { onDelete: 'cascade' }),
    validFrom: text('valid_from').notNull(),
    priceCents: integer('price_cents').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (price) => [
    primaryKey({ columns: [price.treatmentId, price.validFrom] }),
    // Stripe charges no less than 50 cents.
    check('prices_chargeable', sql`${price.priceCents} >= 50`),
    check('prices_iso_date', isIsoDate(price.validFrom)),
  ],
)

/** Start times of a treatment on every open day, in minutes after local midnight. */
export const treatmentTimes = sqliteTable(
  'treatment_times',
  {
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id, { onDelete: 'cascade' }),
    startMinute: integer('start_minute').notNull(),
    /** The treatment's length, for the check. */
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
