import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { noSuch } from '../api/errors.ts'
import type { Kind, Records } from './records.ts'

const schemaVersion = 1

const schema = `
  CREATE TABLE objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX objects_kind ON objects (kind, seq);
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE TABLE deliveries (
    event TEXT PRIMARY KEY REFERENCES events (id),
    state TEXT NOT NULL CHECK (state IN ('pending', 'held', 'delivered', 'failed', 'lost')),
    due_at INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    copies INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    last_status INTEGER,
    last_error TEXT
  );
  CREATE INDEX deliveries_due ON deliveries (state, due_at, rank);
  CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    request TEXT NOT NULL,
    created INTEGER NOT NULL
  );
  CREATE INDEX answers_created ON answers (created);
`

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
  const file = join(dataDir, 'stripe-sandbox.sqlite')
  const db = new Database(file)
  // NORMAL in WAL mode survives a kill; only a power cut could lose the last calls.
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const found = db.pragma('user_version', { simple: true })
  if (found === 0) {
    db.transaction(() => {
      db.exec(schema)
      db.pragma(`user_version = ${schemaVersion}`)
    })()
  } else if (found !== schemaVersion) {
    db.close()
    throw new Error(`${file} is from another version of the Stripe sandbox. Remove it.`)
  }

  db.exec("CREATE INDEX IF NOT EXISTS objects_intent ON objects (kind, body ->> 'intent')")

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
