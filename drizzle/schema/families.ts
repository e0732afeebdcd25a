import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Families whom the front desk books for without an account: docs/requirements.md#families. */
export const deskFamilies = sqliteTable(
  'desk_families',
  {
    /** No uid: a UUID of our own. */
    id: text('id').primaryKey(),
    /** The guardian's. */
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Lower case. */
    email: text('email'),
    /** The account that staff have linked: the family's appointments are that account's now. */
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
