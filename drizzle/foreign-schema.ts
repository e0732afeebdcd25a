import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrateDatabase, openDatabase } from './client.ts'

// Finds schema that this version did not create: a trigger or view in a foreign file would run with later
// statements.

/** Creates an empty database with the schema that `found` should have. */
type SchemaMaker = (found: SQLite.Database) => SQLite.Database

const MIGRATIONS_TABLE = '__drizzle_migrations'
const LIST_MIGRATIONS = 'SELECT created_at FROM __drizzle_migrations'

/** A row of `sqlite_schema`; a manipulated one may hold values of any type. */
interface Entry {
  type: unknown
  name: unknown
  tbl_name: unknown
  sql: unknown
}

/** Litestream's own tables, in each database that it has copied. */
const LITESTREAM: readonly Entry[] = [
  ['_litestream_seq', '(id INTEGER PRIMARY KEY, seq INTEGER)'],
  ['_litestream_lock', '(id INTEGER)'],
].map(([name, columns]) => ({
  type: 'table',
  name,
  tbl_name: name,
  sql: `CREATE TABLE ${name} ${columns}`,
}))

/**
 * Tables, indexes, triggers and views of a database that differ from the expected schema: foreign,
 * changed and missing ones. Runs nothing that the schema defines.
 * @param mayLack whether objects may be missing, because the file's owner adds them when opening it
 * @throws when the file is not a database, or its schema cannot be read
 */
export function findForeignSchema(
  file: string,
  makeExpected: SchemaMaker,
  { mayLack = false }: { mayLack?: boolean } = {},
): string[] {
  const db = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    db.pragma('trusted_schema = OFF')
    const found = readSchema(db)
    const expected = readClosing(makeExpected(db))
    const foreign = without(found, [...expected, ...LITESTREAM])
    const missing = without(expected, found)
    const lacking = mayLack ? [] : missing
    const isNamed = (list: Entry[], { type, name }: Entry) =>
      list.some((other) => other.type === type && other.name === name)
    return [
      ...foreign.map((each) => `${isNamed(missing, each) ? 'changed' : 'foreign'} ${named(each)}`),
      ...lacking.filter((each) => !isNamed(foreign, each)).map((each) => `missing ${named(each)}`),
    ]
  } finally {
    db.close()
  }
}

/** Runs the migrations that `found` has recorded; a newer version's migrations are unknown. */
export const makeMigrated: SchemaMaker = (found) => {
  const newest = openDatabase(':memory:')
  migrateDatabase(newest)
  const read = 'SELECT sql FROM sqlite_schema WHERE name = ?'
  const table = newest.$client.prepare<[string], string>(read).pluck().get(MIGRATIONS_TABLE)
  // Checked before reading the table, because a view of that name could run anything.
  if (!table || found.prepare(read).pluck().get(MIGRATIONS_TABLE) !== table) return newest.$client
  const applied = found.prepare(LIST_MIGRATIONS).pluck().all()
  const migrations = readMigrationFiles({
    migrationsFolder: join(import.meta.dirname, 'migrations'),
  })
  if (migrations.every(({ folderMillis }) => applied.includes(folderMillis))) return newest.$client
  newest.$client.close()
  const older = openDatabase(':memory:').$client
  older.exec(table)
  for (const { folderMillis, sql } of migrations) {
    if (applied.includes(folderMillis)) older.exec(sql.join('\n'))
  }
  return older
}

function readSchema(db: SQLite.Database): Entry[] {
  return db.prepare<[], Entry>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
}

function readClosing(db: SQLite.Database): Entry[] {
  try {
    return readSchema(db)
  } finally {
    db.close()
  }
}

/** The entries that `others` lacks, counting repetitions. */
function without(entries: Entry[], others: Entry[]): Entry[] {
  const left = others.map((each) => JSON.stringify(each))
  return entries.filter((each) => {
    const at = left.indexOf(JSON.stringify(each))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Quoted, so that a name cannot send control sequences to the terminal. */
function named({ type, name }: Entry): string {
  return `${String(type)} ${JSON.stringify(name)}`
}
