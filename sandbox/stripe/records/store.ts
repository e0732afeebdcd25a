import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { INTENT_INDEX, SANDBOX_DATABASE, SANDBOX_TABLES } from '#domain/process/sandbox-database.ts'
import { noSuch } from '../api/errors.ts'
import type { Kind, Records } from './records.ts'

const schemaVersion = 1

export type Store = {
  db: Database.Database
  /** Runs `work` in a transaction, which is rolled back when it throws. */
  transaction<T>(work: () => T): T
  put<K extends Kind>(kind: K, record: Records[K]): void
  find<K extends Kind>(kind: K, id: string): Records[K] | undefined
  /** Like `find`, but throws Stripe's 404 for an unknown id. */
  need<K extends Kind>(kind: K, id: string): Records[K]
  /** All records of one kind, oldest first. */
  all<K extends Kind>(kind: K): Records[K][]
  close(): void
}

/**
 * Opens or creates the sandbox's database `stripe-sandbox.sqlite` in `dataDir`. A call's changes, its
 * events, their deliveries and its idempotent response are one transaction, which survives a kill.
 * @throws when the file is from another version of the sandbox
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, SANDBOX_DATABASE)
  const db = new Database(file)
  // NORMAL in WAL mode survives a kill; only a power cut could lose the last calls.
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const found = db.pragma('user_version', { simple: true })
  if (found === 0) {
    db.transaction(() => {
      db.exec(SANDBOX_TABLES)
      db.pragma(`user_version = ${schemaVersion}`)
    })()
  } else if (found !== schemaVersion) {
    db.close()
    throw new Error(`${file} is from another version of the Stripe sandbox. Remove it.`)
  }

  db.exec(INTENT_INDEX)

  const upsert = db.prepare(
    'INSERT INTO objects (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  )
  const selectOne = db
    .prepare<[string, string], string>('SELECT body FROM objects WHERE id = ? AND kind = ?')
    .pluck()
  const selectAll = db
    .prepare<[string], string>('SELECT body FROM objects WHERE kind = ? ORDER BY seq')
    .pluck()

  const find = <K extends Kind>(kind: K, id: string): Records[K] | undefined => {
    const body = selectOne.get(id, kind)
    return body === undefined ? undefined : JSON.parse(body)
  }
  return {
    db,
    transaction: (work) => db.transaction(work).immediate(),
    put: (kind, record) => {
      upsert.run(record.id, kind, JSON.stringify(record))
    },
    find,
    need: (kind, id) => {
      const record = find(kind, id)
      if (!record) throw noSuch(kind, id)
      return record
    },
    all: (kind) => selectAll.all(kind).map((body) => JSON.parse(body)),
    close: () => {
      db.close()
    },
  }
}
