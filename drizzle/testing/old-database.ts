import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { onTestFinished } from 'vitest'
import type { Transaction } from '../client.ts'
import { openForTest } from './migrated-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** An empty database as an earlier version left it. @param last name of its newest migration */
export function oldDatabase(last: string): Transaction {
  const folder = temporaryFolder()
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const index = journal.entries.findIndex(({ tag }) => tag === last)
  journal.entries = journal.entries.slice(0, index + 1)
  writeFileSync(file, JSON.stringify(journal))
  const db = openForTest(':memory:')
  onTestFinished(() => void db.$client.close())
  migrate(db, { migrationsFolder: folder })
  return db
}
