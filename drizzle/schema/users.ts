import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { SessionEnd, SingleEnd } from '#contract/identity/users.ts'
import { TRANSLATIONS } from '#words/languages.ts'
import { instant, isTranslation } from './columns.ts'

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
    role: text('role', { enum: ['admin', 'staff', 'doctor', 'patient'] })
      .notNull()
      .default('patient'),
    /** For the role doctor: id of the doctor whose day they see; null for all others. */
    doctorId: text('doctor_id'),
    /** Whether the identity provider had verified the email when it was last asked. */
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    /**
     * Tokens carry this value and are valid only while it stays the same: raising it ends every
     * session. See `endSessions`.
     */
    sessionsValidFrom: instant('sessions_valid_from').notNull().default(sql`0`),
    /** Ids of the sign-in methods and second factors when last seen; null when never seen. */
    credentials: text('credentials', { mode: 'json' }).$type<string[]>(),
    /** Since when the provider's own sessions were valid when last seen; null when never seen. */
    providerValidFrom: instant('provider_valid_from'),
    /** Whether they want reminders of appointments. */
    reminders: integer('reminders', { mode: 'boolean' }).notNull().default(true),
    /** The address to which an email bounced. While it is `email`, they get no email. */
    bouncedEmail: text('bounced_email'),
    bouncedAt: instant('bounced_at'),
    createdAt: instant('created_at').notNull(),
    /** The contact details that fill in their bookings; null until saved in the profile. */
    phone: text('phone'),
    address: text('address'),
    /** Of the emails and receipts that they get; null for English. */
    language: text('language', { enum: TRANSLATIONS }),
  },
  (user) => [
    index('users_by_age').on(user.createdAt, user.uid),
    index('users_by_role').on(user.role, user.createdAt, user.uid),
    uniqueIndex('users_one_per_doctor').on(user.doctorId).where(sql`doctor_id is not null`),
    index('users_bounced').on(user.bouncedAt).where(sql`bounced_email is not null`),
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
    check('users_language', isTranslation(user.language)),
  ],
)

/** One row for each browser in which a user has logged in, for the list in the profile. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** Browser and system: 'Firefox on Windows'. */
    device: text('device').notNull(),
    startedAt: instant('started_at').notNull(),
    /** When its token was last renewed. */
    lastUsedAt: instant('last_used_at').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<SessionEnd | SingleEnd>(),
    /**
     * When its user last signed in at the identity provider to open it, to the second; null before
     * 0.4.0. The provider's own session lasts longer, and cannot open another one after the end of
     * this one.
     */
    authTime: instant('auth_time'),
  },
  (session) => [
    index('sessions_by_user').on(session.uid, session.lastUsedAt),
    index('sessions_by_sign_in').on(session.uid, session.authTime),
    check('sessions_end_has_reason', sql`(ended_at is null) = (ended_by is null)`),
  ],
)

/** Removed users, doctors and families: their ids are never used again, and the audit log can name them. */
export const formerPeople = sqliteTable('former_people', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  removedAt: instant('removed_at').notNull(),
})
