import {
  eq,
  type InferInsertModel,
  type InferSelectModel,
  type Placeholder,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

/** A placeholder for each column, with the column's name. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder<Name>> {
  const values = names.map((name) => [name, sql.placeholder(name)] as const)
  return Object.fromEntries(values) as Record<Name, Placeholder<Name>>
}

/** A query for the rows of a table with a given value in a column. */
export function selectBy<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  column: SQLiteColumn,
) {
  const isThatOne = eq(column, sql.placeholder('value'))
  return {
    prepare() {
      const statement = db.select().from(table).where(isThatOne).prepare()
      return {
        get: (value: string) => statement.get({ value }) as InferSelectModel<Table> | undefined,
        all: (value: string) => statement.all({ value }) as InferSelectModel<Table>[],
      }
    },
  }
}

/** Inserts rows, with one statement for each set of columns that rows have. */
export function insertInto<Table extends SQLiteTable>(db: Pick<Database, 'insert'>, table: Table) {
  type Row = InferInsertModel<Table>
  const prepare = (names: readonly string[]) =>
    db
      .insert(table)
      .values(placeholders(...names) as unknown as Row)
      .returning()
      .prepare()
  const statements = new Map<string, ReturnType<typeof prepare>>()
  return {
    get(row: Row): InferSelectModel<Table> {
      // Instant columns accept no placeholder with the value null, so null columns are left out.
      const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined)
      const names = given.map(([name]) => name)
      const statement = statements.get(names.join()) ?? prepare(names)
      statements.set(names.join(), statement)
      return statement.get(Object.fromEntries(given)) as InferSelectModel<Table>
    },
  }
}

/** Creates a value once per database. */
export function oncePerDatabase<Db extends object, Value>(make: (db: Db) => Value) {
  const known = new WeakMap<Db, Value>()
  return (db: Db): Value => {
    const value = known.get(db) ?? make(db)
    known.set(db, value)
    return value
  }
}

interface Preparable {
  prepare(): unknown
}

const isPreparable = (query: object): query is Preparable => 'prepare' in query

type Prepared<Query> = Query extends { prepare(): infer Statement } ? Statement : Query

/**
 * Prepares each query once per database, when it is first used:
 * `const statements = prepareOnce((db) => ({ one: db.select()… }))`. Statements run on one connection,
 * so they are part of its open transaction.
 */
export const prepareOnce = <Db extends object, Queries extends Record<string, object>>(
  queriesOf: (db: Db) => Queries,
) =>
  oncePerDatabase((db: Db) => {
    const statements = {}
    for (const [name, query] of Object.entries(queriesOf(db))) {
      Object.defineProperty(statements, name, {
        configurable: true,
        get() {
          const value = isPreparable(query) ? query.prepare() : query
          Object.defineProperty(statements, name, { value })
          return value
        },
      })
    }
    return statements as { readonly [Name in keyof Queries]: Prepared<Queries[Name]> }
  })
