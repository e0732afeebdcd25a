import { migrateDatabase, openDatabase, type Transaction } from '../client.ts'
import { seedDatabase } from '../seed/seed.ts'

/** Opens the file of a database so that a test may write to it statement by statement. */
export const openForTest = (file: string | Buffer) => openDatabase(file) as Transaction

const seeded = new Map<number, () => Transaction>()

/** A new, migrated database in memory. */
export const migratedDatabase = createTemplate(migrateDatabase)

/** A new, migrated database in memory with what a new site begins with. */
export function seededCopy(now: Date): Transaction {
  const time = now.getTime()
  const copy =
    seeded.get(time) ??
    createTemplate((db) => {
      migrateDatabase(db)
      seedDatabase(db, now)
    })
  seeded.set(time, copy)
  return copy()
}

/**
 * Filling a database takes longer than most tests: each process does it once and copies the result.
 * @returns a function that opens a copy in memory
 */
function createTemplate(fill: (db: Transaction) => void): () => Transaction {
  let content: Buffer | undefined
  return () => {
    if (!content) {
      const db = openForTest(':memory:')
      fill(db)
      content = db.$client.serialize()
      db.$client.close()
    }
    return openForTest(content)
  }
}
