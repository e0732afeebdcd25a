import SQLite from 'better-sqlite3'

// The Stripe sandbox's database. Backups check its schema, also on a site without stand-ins.

/** Its file name in the data folder and in a backup. */
export const SANDBOX_DATABASE = 'stripe-sandbox.sqlite'

export const SANDBOX_TABLES = `
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

/** Absent in databases of earlier versions. */
export const INTENT_INDEX =
  "CREATE INDEX IF NOT EXISTS objects_intent ON objects (kind, body ->> 'intent')"

/** Creates an empty one in memory. */
export function makeSandboxDatabase(): SQLite.Database {
  const db = new SQLite(':memory:')
  db.exec(SANDBOX_TABLES)
  db.exec(INTENT_INDEX)
  return db
}
