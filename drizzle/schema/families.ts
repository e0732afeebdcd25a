import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CLAIM_TRIES } from '#contract/claims/claims.ts'
import { CLAIM_CHANNELS } from '#contract/families/family-claim.ts'
import { TRANSLATIONS } from '#words/languages.ts'
import { instant, isTranslation, UNTIL_REMOVED } from './columns.ts'
import { users } from './users.ts'

/** Families that the front desk books for without an account: docs/requirements.md#families. */
export const deskFamilies = sqliteTable(
  'desk_families',
  {
    /** A UUID of our own, not a uid. */
    id: text('id').primaryKey(),
    /** The guardian's. */
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Lower case. */
    email: text('email'),
    /** The account that has confirmed the link: the family's appointments are that account's now. */
    linkedUid: text('linked_uid').references(() => users.uid, {
      onUpdate: 'cascade',
      onDelete: 'cascade',
    }),
    /** Whether they want reminders of appointments. */
    reminders: integer('reminders', { mode: 'boolean' }).notNull().default(true),
    /** The address to which an email bounced. While it is `email`, they get no email. */
    bouncedEmail: text('bounced_email'),
    bouncedAt: instant('bounced_at'),
    /** Of the emails that they get; null for English. */
    language: text('language', { enum: TRANSLATIONS }),
    /** Id of the import that added it; null when staff did. */
    importId: text('import_id'),
    /** Uid of the member of staff. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (family) => [
    index('desk_families_imported').on(family.id).where(sql`import_id is not null`),
    index('desk_families_by_email').on(family.email).where(sql`email is not null`),
    index('desk_families_by_account').on(family.linkedUid).where(sql`linked_uid is not null`),
    check('desk_families_email_lower_case', sql`${family.email} = lower(${family.email})`),
    check('desk_families_language', isTranslation(family.language)),
  ],
)

/** A child of the family, and the matching child of the account. */
export interface LinkedChild {
  child: string
  /** Id of the matching child of the account; null: it becomes a new child of the account. */
  same: string | null
  /** Once confirmed: the appointments that moved to the account's child. */
  appointments?: string[]
}

/**
 * Links of a family without an account to an account: proposed by staff, confirmed or declined by the
 * account, undone by an admin. A family has one at a time (docs/requirements.md#linking).
 */
export const familyLinks = sqliteTable(
  'family_links',
  {
    id: text('id').primaryKey(),
    deskFamilyId: text('desk_family_id')
      .notNull()
      .references(() => deskFamilies.id, { onDelete: 'cascade' }),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** replaced: staff have proposed another one, or the family's email has changed. */
    state: text('state', { enum: ['proposed', 'confirmed', 'declined', 'replaced', 'undone'] })
      .notNull()
      .default('proposed'),
    /** Uid of the member of staff. */
    proposedBy: text('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** When it was confirmed or declined. */
    answeredAt: instant('answered_at'),
    /** Uid of the admin. */
    undoneBy: text('undone_by'),
    undoneAt: instant('undone_at'),
    /** Ids of the appointments that became the account's. */
    appointments: text('appointments', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The children of the family, each with the matching child of the account. */
    children: text('children', { mode: 'json' }).$type<LinkedChild[]>().notNull().default([]),
  },
  (link) => [
    uniqueIndex('family_links_one_live')
      .on(link.deskFamilyId)
      .where(sql`state in ('proposed', 'confirmed')`),
    index('family_links_by_account').on(link.uid, link.state),
    check(
      'family_links_state',
      sql`${link.state} in ('proposed', 'confirmed', 'declined', 'replaced', 'undone')`,
    ),
  ],
)

/**
 * Links by which a family without an account claims its records: docs/requirements.md#claims. By the
 * triggers of migration 0126, a row changes only by a wrong birth date, by its single use, or when a
 * newer one replaces it.
 */
export const claims = sqliteTable(
  'claims',
  {
    id: text('id').primaryKey(),
    deskFamilyId: text('desk_family_id')
      .notNull()
      .references(() => deskFamilies.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in its address, in hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    channel: text('channel', { enum: CLAIM_CHANNELS }).notNull(),
    /** Uid of the admin or the member of staff. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesLeft: integer('tries_left').notNull().default(CLAIM_TRIES),
    /** SHA-256 of the token and the last wrong birth date: a repeated request uses no further try. */
    lastWrong: text('last_wrong'),
    usedAt: instant('used_at'),
    usedBy: text('used_by').references(() => users.uid, UNTIL_REMOVED),
    /** When a newer one was made, or the family's email was changed. */
    replacedAt: instant('replaced_at'),
  },
  (claim) => [
    uniqueIndex('claims_one_current')
      .on(claim.deskFamilyId)
      .where(sql`used_at is null and replaced_at is null`),
    index('claims_by_family').on(claim.deskFamilyId, claim.createdAt),
    index('claims_by_user').on(claim.usedBy).where(sql`used_by is not null`),
    index('claims_emailed').on(claim.createdAt).where(sql`channel = 'email'`),
    index('claims_printed').on(claim.createdBy, claim.createdAt).where(sql`channel = 'letter'`),
    index('claims_unused').on(claim.expiresAt).where(sql`used_at is null`),
    check('claims_channel', sql`${claim.channel} in ('email', 'letter')`),
    check('claims_tries', sql`${claim.triesLeft} between 0 and 3`),
    check('claims_one_end', sql`${claim.usedAt} is null or ${claim.replacedAt} is null`),
    check('claims_used_by', sql`used_by is null or used_at is not null`),
  ],
)
