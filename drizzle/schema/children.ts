import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Children, the patients whom their guardians book for. */
export const children = sqliteTable(
  'children',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    birthDate: text('birth_date').notNull(),
    /** Uid of the guardian who added the child. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Kept for past appointments; nothing can be booked any more. */
    archivedAt: instant('archived_at'),
  },
  (child) => [
    check('children_name_length', sql`length(${child.name}) between 1 and 100`),
    check(
      'children_iso_date',
      sql`${child.birthDate} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)

/**
 * Who may act for a child. The triggers of the migration allow at most 12 children of a guardian and
 * 6 guardians of a child, and keep an owner as long as there are guardians. They also refuse a
 * guardian two children with the same birth date and name, in any case of the letters A to Z, that are
 * not archived. Accents and other letters SQLite cannot compare: `findNamesake` in domain/families
 * does, in the transaction that writes.
 */
export const guardianships = sqliteTable(
  'guardianships',
  {
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** Edits the child and decides about the other guardians. */
    isOwner: integer('is_owner', { mode: 'boolean' }).notNull().default(false),
    mayBook: integer('may_book', { mode: 'boolean' }).notNull(),
    mayPay: integer('may_pay', { mode: 'boolean' }).notNull(),
    receivesEmail: integer('receives_email', { mode: 'boolean' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (guardianship) => [
    primaryKey({ columns: [guardianship.childId, guardianship.uid] }),
    index('guardianships_by_guardian').on(guardianship.uid),
  ],
)
