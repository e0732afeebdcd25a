import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { IMPORT_KINDS } from '#contract/imports/import-fields.ts'
import {
  type DateOrder,
  DUPLICATE_DECISIONS,
  IMPORT_STATES,
  type ImportCounts,
  type ImportMapping,
  ROW_OUTCOMES,
} from '#contract/imports/imports.ts'
import type { WebhookKind } from '#contract/webhooks/webhook-kinds.ts'
import { children } from './children.ts'
import { instant, isIsoDate } from './columns.ts'
import { doctors } from './doctors.ts'
import { deskFamilies } from './families.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

/** Calendars that staff and doctors subscribe to: docs/requirements.md#calendar-feeds. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in its address, in hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    /** Only this doctor's appointments; null for all. */
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    /** Whether it names patients and treatments. */
    withNames: integer('with_names', { mode: 'boolean' }).notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Accurate to a few minutes. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (feed) => [
    uniqueIndex('calendar_feeds_by_token').on(feed.tokenHash),
    index('calendar_feeds_by_user').on(feed.createdBy),
    index('calendar_feeds_by_doctor').on(feed.doctorId),
  ],
)

/**
 * Addresses of the clinic's other systems: docs/requirements.md#webhooks. Their deliveries are rows of
 * `event_deliveries` whose handler names the endpoint.
 */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  kinds: text('kinds', { mode: 'json' }).$type<WebhookKind[]>().notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  /** Signs each request; 'whsec_…' of Standard Webhooks. */
  secret: text('secret').notNull(),
  /** Also signs until `previousSecretUntil`, so that the receiver can change over. */
  previousSecret: text('previous_secret'),
  previousSecretUntil: instant('previous_secret_until'),
  /** When the first failure since the last success was; null while it works. */
  failingSince: instant('failing_since'),
  /** Grows with each change by an admin. */
  version: integer('version').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})

/** Files of the clinic's previous system: docs/requirements.md#moving-in. */
export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: IMPORT_KINDS }).notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull().default('reading'),
    fileName: text('file_name').notNull(),
    encoding: text('encoding').notNull(),
    headers: text('headers', { mode: 'json' }).$type<string[]>().notNull(),
    rows: integer('rows').notNull().default(0),
    mapping: text('mapping', { mode: 'json' }).$type<ImportMapping>().notNull(),
    /** Facts about the cells of each column; deleted together with the texts of the rows. */
    facts: text('facts', { mode: 'json' }).$type<ColumnFacts[]>(),
    /** The last unit of rows that the present step has done; 0 before the first one. */
    position: integer('position').notNull().default(0),
    /** How many units the rows form. */
    units: integer('units').notNull().default(0),
    /** The counts of the check, then of the run. */
    counts: text('counts', { mode: 'json' }).$type<ImportCounts>(),
    /** The fingerprint of the report that an admin reads before the run; null without a report. */
    fingerprint: text('fingerprint'),
    /** Grows with each change by an admin. */
    version: integer('version').notNull().default(0),
    /** Uid of the admin who uploaded it. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Uid of the admin who has started the present step. */
    startedBy: text('started_by'),
    ranAt: instant('ran_at'),
    undoneAt: instant('undone_at'),
    /** When the texts of its rows were deleted. */
    emptiedAt: instant('emptied_at'),
  },
  (one) => [
    // All of these rows have the same value, so there is at most one.
    uniqueIndex('imports_one_at_work')
      .on(sql`(id is not null)`)
      .where(sql`state in ('checking', 'running', 'undoing')`),
    index('imports_by_age').on(one.createdAt, one.id),
    check('imports_kind', sql`${one.kind} in ('families', 'appointments', 'visits', 'waits')`),
    check(
      'imports_state',
      sql`${one.state} in ('reading', 'mapping', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')`,
    ),
  ],
)

/** Facts about the cells of a column. */
export interface ColumnFacts {
  /** The date orders that fit all days like 3/4/2019 in the column; null without such a day. */
  orders: DateOrder[] | null
  /** The texts, each with its number of rows; null if there are many. */
  values: Record<string, number> | null
}

/** A record that a row created or changed, which an undo deletes or restores. */
export type ImportedThing =
  | { made: 'family' | 'child' | 'appointment' | 'visit' | 'wait'; id: string }
  /** An empty field of a known family or its second guardian. */
  | { filled: 'email' | 'second'; family: string }

/**
 * The rows of a file. `raw` and `sentence` are deleted some days after the upload, and are never
 * written to events or logs.
 */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Counted from 1, not counting the headers. */
    number: integer('number').notNull(),
    /** Rows of one unit are planned together: a household, or a day. Counted from 1; 0 before the check. */
    unit: integer('unit').notNull().default(0),
    /** The row's cells. */
    raw: text('raw', { mode: 'json' }).$type<string[]>(),
    outcome: text('outcome', { enum: ROW_OUTCOMES }),
    /** Why it is refused or kept, or how it differs. */
    sentence: text('sentence'),
    /** The known family that its family resembles. */
    duplicateOf: text('duplicate_of'),
    decision: text('decision', { enum: DUPLICATE_DECISIONS }),
    /**
     * The family that it describes, in an account or without one. Triggers of migration 0127 delete the texts of
     * the row together with the family.
     */
    family: text('family'),
    made: text('made', { mode: 'json' }).$type<ImportedThing[]>().notNull().default([]),
    /** After an undo: whether everything that the row created is deleted. */
    undone: integer('undone', { mode: 'boolean' }),
  },
  (row) => [
    primaryKey({ columns: [row.importId, row.number] }),
    index('import_rows_of_unit').on(row.importId, row.unit, row.number),
    index('import_rows_by_outcome').on(row.importId, row.outcome, row.number),
    index('import_rows_by_family').on(row.family).where(sql`family is not null`),
    index('import_rows_with_sentence')
      .on(row.importId, row.number)
      .where(sql`sentence is not null`),
    index('import_rows_with_decision')
      .on(row.importId, row.number)
      .where(sql`decision is not null`),
    index('import_rows_undone')
      .on(row.importId, row.undone, row.number)
      .where(sql`undone is not null`),
    check(
      'import_rows_outcome',
      sql`${row.outcome} in ('added', 'same', 'filled', 'differs', 'duplicate', 'left_out', 'refused')`,
    ),
    check('import_rows_decision', sql`${row.decision} in ('same', 'different', 'later')`),
  ],
)

/**
 * What the numbers of the previous system stand for. Triggers of migrations 0120 and 0127 delete a row
 * together with the row that it stands for. `treatment` and `doctor` store how an admin mapped a
 * name; null: left out, or any doctor.
 */
export const importRefs = sqliteTable(
  'import_refs',
  {
    /** The previous system; so far, all files are of one. */
    source: text('source').notNull(),
    kind: text('kind', {
      enum: ['family', 'child', 'appointment', 'visit', 'wait', 'treatment', 'doctor'],
    }).notNull(),
    externalId: text('external_id').notNull(),
    ourId: text('our_id'),
    createdAt: instant('created_at').notNull(),
  },
  (ref) => [
    primaryKey({ columns: [ref.source, ref.kind, ref.externalId] }),
    index('import_refs_by_own').on(ref.ourId).where(sql`our_id is not null`),
    check(
      'import_refs_kind',
      sql`${ref.kind} in ('family', 'child', 'appointment', 'visit', 'wait', 'treatment', 'doctor')`,
    ),
  ],
)

/**
 * Visits in the previous system, without money: when a child was last here, and for which
 * treatment.
 */
export const pastVisits = sqliteTable(
  'past_visits',
  {
    id: text('id').primaryKey(),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    date: text('date').notNull(),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** The import that created it. */
    importId: text('import_id').references(() => imports.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (visit) => [
    uniqueIndex('past_visits_once').on(visit.childId, visit.date, visit.treatmentId),
    index('past_visits_by_treatment').on(visit.treatmentId),
    index('past_visits_by_import').on(visit.importId).where(sql`import_id is not null`),
    check('past_visits_iso_date', isIsoDate(visit.date)),
  ],
)

/**
 * The second guardian that a file names for a family without an account. Shown to staff, and used
 * to fill in the invitation that the family's owner may send.
 */
export const secondGuardians = sqliteTable(
  'second_guardians',
  {
    deskFamilyId: text('desk_family_id')
      .primaryKey()
      .references(() => deskFamilies.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    phone: text('phone'),
    /** Lower case. */
    email: text('email'),
    createdAt: instant('created_at').notNull(),
  },
  (guardian) => [
    check('second_guardians_email_lower_case', sql`${guardian.email} = lower(${guardian.email})`),
  ],
)
