import { and, asc, count, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { DuplicateDecision, ImportCounts } from '#contract/imports/imports.ts'
import { ROW_OUTCOMES } from '#contract/imports/imports.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { importRows } from '#drizzle/schema/index.ts'

export type ImportedRow = typeof importRows.$inferSelect

const isOf = (importId: string) => eq(importRows.importId, importId)
const isRow = and(
  eq(importRows.importId, sql.placeholder('importId')),
  eq(importRows.number, sql.placeholder('number')),
)

const statements = prepareOnce((db: Database) => ({
  ofUnit: db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, sql.placeholder('id')),
        eq(importRows.unit, sql.placeholder('unit')),
      ),
    )
    .orderBy(asc(importRows.number)),
  page: db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, sql.placeholder('id')),
        gt(importRows.number, sql.placeholder('after')),
      ),
    )
    .orderBy(asc(importRows.number))
    .limit(sql.placeholder('limit')),
  setOutcome: db
    .update(importRows)
    .set({
      outcome: sql`${sql.placeholder('outcome')}`,
      sentence: sql`${sql.placeholder('sentence')}`,
      duplicateOf: sql`${sql.placeholder('duplicateOf')}`,
      family: sql`${sql.placeholder('family')}`,
      made: sql`${sql.placeholder('made')}`,
    })
    .where(isRow),
  setUndone: db
    .update(importRows)
    .set({
      undone: sql`${sql.placeholder('undone')}`,
      sentence: sql`${sql.placeholder('sentence')}`,
    })
    .where(isRow),
}))

/** Stores rows of a file, numbered from `first` on. */
export function insertRows(
  db: Transaction,
  { importId, first, rows }: { importId: string; first: number; rows: readonly string[][] },
): void {
  const insert = db.$client.prepare<[string, number, string]>(
    'insert into import_rows (import_id, number, raw) values (?, ?, ?)',
  )
  for (const [index, raw] of rows.entries()) {
    insert.run(importId, first + index, JSON.stringify(raw))
  }
}

/** The rows of a file that follow a row, in order. */
export function listRowsAfter(
  db: Database,
  { id, after, limit }: { id: string; after: number; limit: number },
): ImportedRow[] {
  return statements(db).page.all({ id, after, limit })
}

/** The rows of a unit, in order. */
export function listRowsOfUnit(
  db: Database,
  { id, unit }: { id: string; unit: number },
): ImportedRow[] {
  return statements(db).ofUnit.all({ id, unit })
}

/** Stores the unit of each row, and refuses those without one (0) for this reason. */
export function setUnits(
  db: Transaction,
  importId: string,
  units: readonly { number: number; unit: number }[],
  whyRefused: string,
): void {
  const update = db.$client.prepare<[number, string | null, string | null, string, number]>(
    'update import_rows set unit = ?, outcome = ?, sentence = ?, duplicate_of = null where import_id = ? and number = ?',
  )
  for (const { number, unit } of units) {
    const [outcome, sentence] = unit === 0 ? ['refused', whyRefused] : [null, null]
    update.run(unit, outcome ?? null, sentence ?? null, importId, number)
  }
}

type RowKey = Pick<ImportedRow, 'importId' | 'number'>

/** Stores the outcome of a row. */
export function setOutcome(
  db: Transaction,
  row: RowKey & Pick<ImportedRow, 'outcome' | 'sentence' | 'duplicateOf' | 'family' | 'made'>,
): void {
  statements(db).setOutcome.run({ ...row, made: JSON.stringify(row.made) })
}

/** Stores whether everything that a row created is deleted, and otherwise why not. */
export function setUndone(
  db: Transaction,
  row: RowKey & { undone: boolean; sentence: string | null },
): void {
  statements(db).setUndone.run({ ...row, undone: row.undone ? 1 : 0 })
}

export function setDecision(
  db: Transaction,
  { importId, number }: RowKey,
  decision: DuplicateDecision,
): void {
  db.update(importRows)
    .set({ decision })
    .where(and(isOf(importId), eq(importRows.number, number)))
    .run()
}

/** How many rows have each outcome. */
export function countOutcomes(db: Database, importId: string): ImportCounts {
  const rows = db
    .select({ outcome: importRows.outcome, rows: count() })
    .from(importRows)
    .where(and(isOf(importId), isNotNull(importRows.outcome)))
    .groupBy(importRows.outcome)
    .all()
  const none = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as ImportCounts
  for (const { outcome, rows: number } of rows) if (outcome) none[outcome] = number
  return none
}

/** The conditions of the lists that admins see. */
export const LISTS = {
  refused: sql`outcome = 'refused'`,
  /** Rows that can be corrected and uploaded again. */
  unfinished: sql`outcome in ('refused', 'duplicate')`,
  differing: sql`outcome in ('added', 'same', 'filled', 'differs') and sentence is not null and undone is null`,
  duplicates: sql`outcome = 'duplicate'`,
  decided: sql`outcome <> 'duplicate' and decision is not null`,
  kept: sql`undone = 0`,
} satisfies Record<string, SQL>

export function listRows(
  db: Database,
  importId: string,
  list: keyof typeof LISTS,
  { after = 0, limit }: { after?: number; limit: number },
): ImportedRow[] {
  return db
    .select()
    .from(importRows)
    .where(and(isOf(importId), sql`(${LISTS[list]})`, gt(importRows.number, after)))
    .orderBy(asc(importRows.number))
    .limit(limit)
    .all()
}

/** How many rows of an undone import were undone completely, and how many were not. */
export function countUndone(db: Database, importId: string): { deleted: number; kept: number } {
  const rows = db
    .select({ undone: importRows.undone, rows: count() })
    .from(importRows)
    .where(and(isOf(importId), isNotNull(importRows.undone)))
    .groupBy(importRows.undone)
    .all()
  const of = (undone: boolean) => rows.find((row) => row.undone === undone)?.rows ?? 0
  return { deleted: of(true), kept: of(false) }
}
