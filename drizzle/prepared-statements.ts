import { type Placeholder, sql } from 'drizzle-orm'

/** A value for each column, by the column's name. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder<Name>> {
  const values = names.map((name) => [name, sql.placeholder(name)] as const)
  return Object.fromEntries(values) as Record<Name, Placeholder<Name>>
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
