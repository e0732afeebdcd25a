import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { images } from './images.ts'
import { treatments } from './treatments.ts'

export const doctors = sqliteTable(
  'doctors',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    designation: text('designation'),
    /** The name of a treatment. */
    specialty: text('specialty').notNull(),
    /** National Provider Identifier; null while it is not known. */
    npi: text('npi'),
    imageId: text('image_id')
      .unique()
      .references(() => images.id),
    facebook: text('facebook'),
    linkedin: text('linkedin'),
    twitter: text('twitter'),
    /** Sample data that no admin has saved yet: docs/requirements.md#opening. */
    sample: integer('sample', { mode: 'boolean' }).notNull().default(false),
    /** Grows with each change of details and treatments; hours have a fingerprint of their own. */
    version: integer('version').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (doctor) => [check('doctors_email_lower_case', sql`${doctor.email} = lower(${doctor.email})`)],
)

/** The treatments that a doctor gives. A treatment that needs none takes one patient at a time. */
export const doctorTreatments = sqliteTable(
  'doctor_treatments',
  {
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id, { onDelete: 'cascade' }),
    doctorId: text('doctor_id')
      .notNull()
      .references(() => doctors.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ columns: [row.treatmentId, row.doctorId] }),
    index('doctor_treatments_by_doctor').on(row.doctorId),
  ],
)
