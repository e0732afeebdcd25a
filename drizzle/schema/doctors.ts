import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { images } from './images.ts'

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
    imageId: text('image_id')
      .unique()
      .references(() => images.id),
    facebook: text('facebook'),
    linkedin: text('linkedin'),
    twitter: text('twitter'),
    createdAt: instant('created_at').notNull(),
  },
  (doctor) => [check('doctors_email_lower_case', sql`${doctor.email} = lower(${doctor.email})`)],
)
