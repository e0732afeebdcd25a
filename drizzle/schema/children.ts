import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlertKind } from '#contract/front-desk/alerts.ts'
import type { IdentityField } from '#contract/front-desk/corrections.ts'
import { instant, isIsoDate } from './columns.ts'
import { deskFamilies } from './families.ts'
import { users } from './users.ts'

/** Children, the patients that their guardians book for, or the front desk for a family without an account. */
export const children = sqliteTable(
  'children',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    birthDate: text('birth_date').notNull(),
    /** Uid of the guardian or the member of staff who added the child. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Kept for past appointments; nothing new can be booked. */
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
 * The guardians of a child. The triggers of the migration allow at most 12 children of a guardian
 * and 6 guardians of a child, and keep an owner as long as there are guardians. They also refuse
 * two active children of a guardian with the same birth date and name, in any case of the letters A
 * to Z. SQLite cannot compare accents and other letters; `findNamesake` in domain/guardians does,
 * in the transaction of the change.
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

/**
 * Alerts of children, append-only: each change is a row with the next version, and an empty text
 * removes the alert. Triggers of migration 0031 keep the rows as long as the child.
 */
export const childAlerts = sqliteTable(
  'child_alerts',
  {
    id: text('id').notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<AlertKind>().notNull(),
    text: text('text').notNull(),
    /** Uid of the member of staff. */
    writtenBy: text('written_by').notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (alert) => [
    primaryKey({ columns: [alert.id, alert.version] }),
    index('child_alerts_by_child').on(alert.childId),
    check(
      'child_alerts_kind',
      sql`${alert.kind} in ('allergy', 'interpreter', 'custody', 'other')`,
    ),
    check('child_alerts_length', sql`length(${alert.text}) <= 200`),
  ],
)

/**
 * Append-only: old and new value of what identifies a child or a family without an account. Triggers
 * of migration 0024 refuse changes of `children` and `desk_families` that are not recorded here, and
 * keep these rows as long as the child or the family.
 */
export const identityChanges = sqliteTable(
  'identity_changes',
  {
    id: text('id').primaryKey(),
    childId: text('child_id').references(() => children.id, { onDelete: 'cascade' }),
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'cascade',
    }),
    field: text('field').$type<IdentityField>().notNull(),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    /** How many upcoming appointments have the new value. */
    corrected: integer('corrected').notNull(),
    /** How many past or canceled appointments keep the old value. */
    kept: integer('kept').notNull(),
    /** Uid of the guardian or the member of staff; `SITE_UPDATE` of a migration. */
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (change) => [
    index('identity_changes_by_child').on(change.childId).where(sql`child_id is not null`),
    index('identity_changes_by_desk_family')
      .on(change.deskFamilyId)
      .where(sql`desk_family_id is not null`),
    check(
      'identity_changes_field',
      sql`${change.field} in ('name', 'birthDate', 'phone', 'email')`,
    ),
    check('identity_changes_of_one', sql`(child_id is null) <> (desk_family_id is null)`),
  ],
)
