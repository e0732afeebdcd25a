import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CountKind } from '#contract/front-desk/tills.ts'
import { instant } from './columns.ts'

/**
 * What was in a till on a day, before the first payment and when it was counted. Append-only by
 * triggers of migration 0032: a correction is the next version, with its reason.
 */
export const tillCounts = sqliteTable(
  'till_counts',
  {
    date: text('date').notNull(),
    till: text('till').notNull(),
    kind: text('kind').$type<CountKind>().notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Why it was corrected; empty for the first. */
    note: text('note').notNull(),
    /** Uid of the member of staff. */
    countedBy: text('counted_by').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (count) => [
    primaryKey({ columns: [count.date, count.till, count.kind, count.version] }),
    check('till_counts_kind', sql`${count.kind} in ('float', 'count')`),
    check('till_counts_amount', sql`${count.amountCents} between 0 and 10000000`),
    check('till_counts_till', sql`length(${count.till}) between 1 and 40`),
    check(
      'till_counts_correction',
      sql`length(${count.note}) <= 200 and (${count.version} = 1 or ${count.note} <> '')`,
    ),
  ],
)
