import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, isIsoDate } from './columns.ts'
import { deskFamilies } from './families.ts'
import { users } from './users.ts'

/** Children, the patients whom their guardians book for, or the front desk for a family without an account. */
export const children = sqliteTable(
  'children',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    birthDate: text('birth_date').notNull(),
    /** Uid of the guardian or the member of staff who added the child. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Kept for past appointments; nothing can be booked any more. */
    archivedAt: instant('archived_at'),
    /**
     * The family without an account that it was added for. It stays once the family is linked: the
     * child's guardians act for it then.
     */
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'set null',
    }),
  },
  (child) => [
    index('children_by_desk_family').on(child.deskFamilyId).where(sql`desk_family_id is not null`),
    check('children_name_length', sql`length(${child.name}) between 1 and 100`),
    check('children_iso_date', isIsoDate(child.birthDate)),
  ],
)

/**
 * Who may act for a child. The triggers of the migration allow at most 12 children of a guardian and
 * 6 guardians of a child, and keep an owner as long as there are guardians. They also refuse a
 * guardian two children with the same birth date and name, in any case of the letters A to Z, that are
 * not archived. Accents and other letters SQLite cannot compare: `findNamesake` in domain/guardians
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
