import { type Database, migrateDatabase, openDatabase } from '../client.ts'

let content: Buffer | undefined

/**
 * A new, migrated database in memory. Migrating takes longer than most tests, so that each process
 * does it once and copies the result.
 */
export function migratedDatabase(): Database {
  content ??= migratedContent()
  return openDatabase(content)
}

function migratedContent(): Buffer {
  const db = openDatabase(':memory:')
  migrateDatabase(db)
  const serialized = db.$client.serialize()
  db.$client.close()
  return serialized
}
