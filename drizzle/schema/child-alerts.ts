import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlertKind } from '#contract/front-desk/alerts.ts'
import { children } from './children.ts'
import { instant } from './columns.ts'

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
