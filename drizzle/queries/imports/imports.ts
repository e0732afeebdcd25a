import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { AT_WORK, type ImportState } from '#contract/imports/imports.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { importRows, imports } from '#drizzle/schema/index.ts'

export type ImportRow = typeof imports.$inferSelect

/** An import as the job sees it, many times a second: without the facts about its columns. */
export type WorkedImport = Omit<ImportRow, 'facts'>

const { facts: _, ...withoutFacts } = getTableColumns(imports)

const isAtWork: SQL = sql`state in (${sql.join(
  AT_WORK.map((state) => sql`${state}`),
  sql`, `,
)})`

const statements = prepareOnce((db: Database) => ({
  atWork: db.select(withoutFacts).from(imports).where(isAtWork).limit(1),
  setPosition: db
    .update(imports)
    .set({ position: sql`${sql.placeholder('position')}` })
    .where(and(eq(imports.id, sql.placeholder('id')), eq(imports.state, sql.placeholder('state')))),
}))

export function findImport(db: Database, id: string): ImportRow | undefined {
  return db.select().from(imports).where(eq(imports.id, id)).get()
}

/** The newest first. */
export function listImports(db: Database, limit: number): ImportRow[] {
  return db
    .select()
    .from(imports)
    .where(sql`${imports.state} <> 'reading'`)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)
    .all()
}

export function insertImport(db: Transaction, row: typeof imports.$inferInsert): void {
  db.insert(imports).values(row).run()
}

type ImportChange = Partial<Omit<ImportRow, 'id' | 'kind'>>

/**
 * Changes an import that is in one of these states, and has that version if one is given.
 * @returns whether it was
 */
export function changeImport(
  db: Transaction,
  { id, from, version }: { id: string; from: readonly ImportState[]; version?: number },
  change: ImportChange,
): boolean {
  const isSame = and(
    eq(imports.id, id),
    inArray(imports.state, [...from]),
    version === undefined ? undefined : eq(imports.version, version),
  )
  return changeRow(db, imports, change, isSame)
}

/** Whether a job works on an import. */
export const isImportAtWork = (db: Database): boolean => findImportAtWork(db) !== undefined

/** The import that a job works on; there is at most one. */
export function findImportAtWork(db: Database): WorkedImport | undefined {
  return statements(db).atWork.get()
}

/** Stores which unit was the last one. */
export function setPosition(
  db: Transaction,
  { id, state, position }: Pick<ImportRow, 'id' | 'state' | 'position'>,
): void {
  statements(db).setPosition.run({ id, state, position })
}

/** The last import of the same kind with these headers that an admin has mapped. */
export function findMappedBefore(
  db: Database,
  { kind, headers }: Pick<ImportRow, 'kind' | 'headers'>,
): ImportRow | undefined {
  return db
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.kind, kind),
        sql`${imports.headers} = ${JSON.stringify(headers)}`,
        sql`${imports.version} > 0`,
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(1)
    .get()
}

/** Uploads before an instant that were never finished. */
export function listUnread(db: Database, before: Date): string[] {
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'reading'), lt(imports.createdAt, before)))
    .all()
    .map(({ id }) => id)
}

/** Deletes an upload that was never finished, once its rows are gone. */
export function deleteUnread(db: Transaction, id: string): void {
  db.delete(imports)
    .where(and(eq(imports.id, id), eq(imports.state, 'reading')))
    .run()
}

/** Deletes at most `limit` rows of an import. @returns whether some may be left */
export function deleteRowsOf(db: Transaction, id: string, limit: number): boolean {
  const some = db
    .select({ number: importRows.number })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .limit(limit)
  const { changes } = db
    .delete(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.number, some)))
    .run()
  return changes === limit
}

/** Imports before a day whose rows still have their texts. */
export function listToEmpty(db: Database, before: Date): string[] {
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(sql`${imports.emptiedAt} is null`, lt(imports.createdAt, before)))
    .all()
    .map(({ id }) => id)
}

/**
 * Deletes the texts of at most `limit` rows.
 * @returns whether some may be left
 */
export function emptyRows(db: Transaction, id: string, limit: number): boolean {
  const some = db
    .select({ number: importRows.number })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`${importRows.raw} is not null`))
    .limit(limit)
  const { changes } = db
    .update(importRows)
    .set({ raw: null, sentence: null })
    .where(and(eq(importRows.importId, id), inArray(importRows.number, some)))
    .run()
  return changes === limit
}
