import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Users, by the uid of their account at the identity provider. */
export const users = sqliteTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    /** URL; for a photo uploaded to this site, its path: '/images/…'. */
    photo: text('photo'),
    /** The photo's URL at the identity provider when last seen; only a change of it is used. */
    providerPhoto: text('provider_photo'),
    role: text('role', { enum: ['admin', 'patient'] })
      .notNull()
      .default('patient'),
    createdAt: instant('created_at').notNull(),
  },
  (user) => [
    index('users_by_age').on(user.createdAt, user.uid),
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
  ],
)

/** Removed users and doctors: their ids are never used again, and the audit log can name them. */
export const formerPeople = sqliteTable('former_people', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  removedAt: instant('removed_at').notNull(),
})
