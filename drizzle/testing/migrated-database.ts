import { migrateDatabase, openDatabase, type Transaction } from '../client.ts'

let content: Buffer | undefined

/** Opens the file of a database so that a test may write to it statement by statement. */
export const openForTest = (file: string | Buffer) => openDatabase(file) as Transaction

/**
 * A new, migrated database in memory. Migrating takes longer than most tests, so that each process
 * does it once and copies the result.
 */
export function migratedDatabase(): Transaction {
  content ??= migratedContent()
  return openForTest(content)
}

function migratedContent(): Buffer {
  const db = openDatabase(':memory:')
  migrateDatabase(db)
  const serialized = db.$client.serialize()
  db.$client.close()
  return serialized
}
