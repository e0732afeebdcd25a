import { eq, type InferSelectModel, type Placeholder, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

/** A value for each column, by the column's name. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder<Name>> {
  const values = names.map((name) => [name, sql.placeholder(name)] as const)
  return Object.fromEntries(values) as Record<Name, Placeholder<Name>>
}

/** Prepares a statement for the rows of a table that have a value in a column. */
export function selectBy<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  column: SQLiteColumn,
) {
  const isThatOne = eq(column, sql.placeholder('value'))
  const statement = db.select().from(table).where(isThatOne).prepare()
  return {
    get: (value: string) => statement.get({ value }) as InferSelectModel<Table> | undefined,
    all: (value: string) => statement.all({ value }) as InferSelectModel<Table>[],
  }
}

/**
 * Prepares statements once per database: `const statements = prepareOnce((db) => ({…}))`. They run
 * on one connection, so they are part of its open transaction.
 */
export function prepareOnce<Db extends object, Statements>(
  prepare: (db: Db) => Statements,
): (db: Db) => Statements {
  const known = new WeakMap<Db, Statements>()
  return (db) => {
    const statements = known.get(db) ?? prepare(db)
    known.set(db, statements)
    return statements
  }
}
