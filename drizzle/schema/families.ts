import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
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
    /** Uid of the member of staff. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (family) => [
    index('desk_families_by_email').on(family.email).where(sql`email is not null`),
    index('desk_families_by_account').on(family.linkedUid).where(sql`linked_uid is not null`),
    check('desk_families_email_lower_case', sql`${family.email} = lower(${family.email})`),
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
