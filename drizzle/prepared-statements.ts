/**
 * Statements prepared once for each database: `const statements = preparedOnce((db) => ({…}))`.
 * One connection runs them all, so those of the database are part of its open transaction, too.
 */
export function preparedOnce<Db extends object, Statements>(
  prepare: (db: Db) => Statements,
): (db: Db) => Statements {
  const known = new WeakMap<Db, Statements>()
  return (db) => {
    const statements = known.get(db) ?? prepare(db)
    known.set(db, statements)
    return statements
  }
}
