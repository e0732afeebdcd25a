import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { IdentityField } from '#contract/front-desk/corrections.ts'
import { children } from './children.ts'
import { instant } from './columns.ts'
import { deskFamilies } from './families.ts'

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
    /** How many appointments to come say the new value. */
    corrected: integer('corrected').notNull(),
    /** How many appointments had begun or were canceled, and say the old value. */
    kept: integer('kept').notNull(),
    /** Uid of the guardian or the member of staff. */
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
