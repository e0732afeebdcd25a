import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventData } from '#contract/audit/events.ts'
import { findSearchErrors } from './checks/search.ts'
import { migrateDatabase, type Transaction } from './client.ts'
import { migrateWithLock } from './migrate-with-lock.ts'
import { findUserByEmail, listUsers } from './queries/identity/users.ts'
import { payerOf } from './queries/payments/payer.ts'
import { listItems } from './queries/payments/payments.ts'
import * as schema from './schema/index.ts'
import { handlersOf } from './subscriptions.ts'
import { openForTest } from './testing/migrated-database.ts'
import { allOf } from './testing/seeded-database.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

// With several processes on one file: tests/process/migrations.integration.test.ts.

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const RELEASES = join(import.meta.dirname, '../tests/fixtures')

function newDatabase(file = ':memory:'): Transaction {
  const db = openForTest(file)
  onTestFinished(() => void db.$client.close())
  return db
}

/** A database of an older release, not migrated yet. */
function oldDatabase(release: '0.1.0' | '0.3.0' = '0.1.0'): Transaction {
  const db = newDatabase()
  db.$client.pragma('foreign_keys = OFF')
  db.$client.exec(readFileSync(join(RELEASES, release, 'database.sql'), 'utf8'))
  db.$client.pragma('foreign_keys = ON')
  return db
}

function names({ $client }: Transaction, type: 'table' | 'index' | 'trigger'): string[] {
  // Without the internal tables of an FTS5 table.
  const select = `SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL
    AND name NOT LIKE 'search\\_%\\_index\\_%' ESCAPE '\\' ORDER BY name`
  return $client.prepare<[string], string>(select).pluck().all(type)
}

/** The triggers that migrations create and do not drop. */
function createdTriggers(): string[] {
  const triggers = new Set<string>()
  for (const file of migrationFiles()) {
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8')
    for (const [, verb, name = ''] of sql.matchAll(
      /\b(CREATE|DROP) TRIGGER (?:IF EXISTS )?`?(\w+)/gi,
    )) {
      if (verb?.toUpperCase() === 'CREATE') triggers.add(name)
      else triggers.delete(name)
    }
  }
  return [...triggers].sort()
}

const migrationFiles = () =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Tables that drizzle cannot declare. */
const VIRTUAL = ['search_payments_index', 'search_people_index']

function declaredTables() {
  const tables = Object.values(schema).filter((value) => value instanceof SQLiteTable)
  return tables.map((table) => getTableConfig(table))
}

function count({ $client }: Transaction, table: string): unknown {
  return $client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
}

it('waits while another process migrates, and changes nothing until then', () => {
  const dir = temporaryFolder()
  const lockFile = join(dir, 'migration.lock')
  const db = newDatabase(join(dir, 'sprout.db'))
  const other = new SQLite(lockFile)
  other.exec('BEGIN EXCLUSIVE')
  expect(() => migrateWithLock(db, lockFile, { patienceMs: 10 })).toThrow(/locked/)
  expect(names(db, 'table')).toEqual([])
  other.close()
  migrateWithLock(db, lockFile, { patienceMs: 10 })
  const tables = names(db, 'table')
  expect(tables.length).toBeGreaterThan(5)
  migrateWithLock(db, lockFile)
  expect(names(db, 'table')).toEqual(tables)
})

// Within a transaction SQLite ignores `PRAGMA foreign_keys = OFF`, so dropping the old table would delete the
// rows that refer to it, and its triggers. ALTER TABLE suffices for nearly everything.
it('rebuilds no table', () => {
  const files = migrationFiles()
  expect(files.length).toBeGreaterThan(7)
  for (const file of files) {
    expect(readFileSync(join(MIGRATIONS, file), 'utf8'), file).not.toContain('__new_')
  }
})

it('creates the tables, columns, indexes and checks of the schema, and the triggers', () => {
  const db = newDatabase()
  migrateDatabase(db)
  const configs = declaredTables()
  expect(names(db, 'table')).toEqual(
    [...configs.map(({ name }) => name), ...VIRTUAL, '__drizzle_migrations'].sort(),
  )
  // SQLite drops a table's triggers together with the table.
  expect(names(db, 'trigger')).toEqual(createdTriggers())
  for (const { name, columns, checks, indexes } of configs) {
    const select = `SELECT name FROM pragma_table_info('${name}')`
    const found = db.$client.prepare(select).pluck().all()
    expect(found.sort()).toEqual(columns.map((column) => column.name).sort())
    const sql = db.$client.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
    for (const check of checks) expect(sql.get(name)).toContain(check.name)
    for (const index of indexes) expect(names(db, 'index')).toContain(index.config.name)
  }
})

it('has a snapshot of the schema, on which `npm run migrations` builds', () => {
  const folder = join(MIGRATIONS, 'meta')
  const newest = readdirSync(folder).sort().at(-2) ?? ''
  expect(newest).toMatch(/_snapshot\.json$/)
  const { tables } = JSON.parse(readFileSync(join(folder, newest), 'utf8'))
  const declared = declaredTables().map(({ name, columns, indexes, checks }) => ({
    name,
    columns: columns.map((column) => column.name).sort(),
    indexes: indexes.map((index) => index.config.name).sort(),
    checks: checks.map((check) => check.name).sort(),
  }))
  for (const { name, columns, indexes, checks } of declared) {
    const kept = tables[name]
    expect(Object.keys(kept.columns).sort(), name).toEqual(columns)
    expect(Object.keys(kept.indexes), name).toEqual(expect.arrayContaining(indexes))
    expect(Object.keys(kept.checkConstraints).sort(), name).toEqual(checks)
  }
  expect(Object.keys(tables)).toHaveLength(declared.length)
})

it.each(['0.1.0', '0.3.0'] as const)(
  'gives a database of release %s the tables, indexes and triggers of a new one, and valid events',
  (release) => {
    const [migrated, fresh] = [oldDatabase(release), newDatabase()]
    for (const db of [migrated, fresh]) migrateDatabase(db)
    for (const type of ['table', 'index', 'trigger'] as const) {
      expect(names(migrated, type)).toEqual(names(fresh, type))
    }
    for (const { kind, data } of migrated.select().from(schema.events).all()) {
      expect(eventData.shape[kind].parse(data), kind).toEqual(data)
    }
    expect(findSearchErrors(migrated)).toEqual([])
    expect(count(migrated, 'search_people')).toBeGreaterThan(2)
    expect(migrated.$client.pragma('foreign_key_check')).toEqual([])
    expect(migrated.$client.pragma('integrity_check', { simple: true })).toBe('ok')
  },
)

describe('a database of release 0.3.0', () => {
  it('keeps what every row says', () => {
    const db = oldDatabase('0.3.0')
    const tables = names(db, 'table').filter((name) => name !== '__drizzle_migrations')
    const before = tables.map((table) => {
      const columns = db.$client
        .prepare('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table)
        .join()
      const select = `SELECT ${columns} FROM ${table} ORDER BY rowid`
      return { table, select, rows: db.$client.prepare(select).all() }
    })
    const filled = before.filter(({ rows }) => rows.length > 0).map(({ table }) => table)
    for (const record of ['appointments', 'events', 'refunds', 'receipts', 'children', 'doctors']) {
      expect(filled).toContain(record)
    }
    migrateDatabase(db)
    for (const { table, select, rows } of before) {
      expect(db.$client.prepare(select).all(), table).toEqual(rows)
    }
  })
})

describe('a family that release 0.3.0 has linked to an account', () => {
  it('keeps the link, which can be undone, and the account is the payer at the desk', () => {
    const db = oldDatabase('0.3.0')
    const [family, uid] = ['01a20b59-b84e-7773-bf61-b469e300819a', 'uid-b3duZXJAZXhhbXBsZS5jb20']
    const [payment] = ['01a20b59-adc1-71ca-94b9-1718640c3288']
    db.$client.exec(`
      UPDATE desk_families SET linked_uid = '${uid}';
      UPDATE payments SET payer_uid = NULL WHERE id = '${payment}';
      UPDATE appointments SET child_id = NULL, child_name = NULL, child_birth_date = NULL
        WHERE id = (SELECT appointment_id FROM payment_items WHERE payment_id = '${payment}');
      INSERT INTO events SELECT 'booked', 'appointment.booked', 'rita', appointment_id,
        '{"family":"${family}"}', 0 FROM payment_items WHERE payment_id = '${payment}';
      INSERT INTO events VALUES ('linked', 'family.linked', 'rita', '${family}', '{}', 1000)`)
    migrateDatabase(db)
    const [item] = listItems(db, payment)
    expect(payerOf(db, payment)).toBe(uid)
    expect(db.select().from(schema.familyLinks).all()).toMatchObject([
      {
        deskFamilyId: family,
        uid,
        state: 'confirmed',
        proposedBy: 'rita',
        appointments: [item?.appointmentId],
      },
    ])
    db.$client.exec('UPDATE desk_families SET linked_uid = NULL')
    expect(payerOf(db, payment)).toBeNull()
  })
})

describe('a database of release 0.1.0', () => {
  it('keeps every row', () => {
    const db = oldDatabase()
    const renamed = { services: 'treatments', service_slots: 'treatment_times' }
    const kept = ['appointments', 'closures', 'doctors', 'events', 'former_people', 'images']
    const payments = ['payments', 'stripe_cursors', 'stripe_events', 'users']
    const pairs = [...kept, ...payments].map((table) => [table, table] as const)
    const tables = [...Object.entries(renamed), ...pairs]
    const before = tables.map(([old]) => count(db, old))
    expect(Math.min(...before.map(Number))).toBeGreaterThan(0)
    migrateDatabase(db)
    expect(tables.map(([, table]) => count(db, table))).toEqual(before)

    expect(findUserByEmail(db, 'ada@example.com')?.role).toBe('admin')
    expect(listUsers(db, { page: 1, limit: 10 }).total).toBe(4)
    const appointments = db.select().from(schema.appointments).all()
    expect(appointments.map(({ treatment, paid, status }) => [treatment, paid, status])).toEqual([
      ['Allergy Testing', true, 'booked'],
      ['Weight Loss', false, 'booked'],
      ['Weight Loss', false, 'cancelled'],
      ['Weight Loss', false, 'cancelled'],
      ['Allergy Testing', true, 'booked'],
    ])
    const treatments = new Map(allOf(db, schema.treatments).map(({ id, name }) => [id, name]))
    for (const { treatmentId, treatment } of appointments) {
      expect(treatments.get(treatmentId)).toBe(treatment)
    }
    const images = db.select().from(schema.images).all()
    expect(images.map(({ storageProvider }) => storageProvider)).toContain('cloudinary')
  })

  it('gets the deliveries of unpublished events, and keeps all others', () => {
    const db = oldDatabase()
    const before = Number(count(db, 'event_deliveries'))
    const unpublished = db.$client
      .prepare('SELECT kind FROM events WHERE published_at IS NULL ORDER BY id')
      .pluck()
    expect(unpublished.all()).toEqual([
      'stripe.event_received',
      'image.received',
      'user.registered',
    ])
    migrateDatabase(db)
    expect(count(db, 'event_deliveries')).toBe(before + 2)
    const deliveries = db.select().from(schema.eventDeliveries).all()
    const events = db.select().from(schema.events).all()
    // Events from before the migration raise no alarms, and their accounts had no saved cards.
    const isOld = (name: string) => !/^(alarm|card)\./.test(name)
    const expected = events.flatMap(({ id, kind }) =>
      handlersOf(kind)
        .filter(isOld)
        .map((name) => [id, name]),
    )
    expect(deliveries.map(({ eventId, handler }) => [eventId, handler]).sort()).toEqual(
      expected.sort(),
    )
    expect(deliveries.filter(({ status }) => status === 'failed')).toMatchObject([
      { handler: 'account.delete', lastError: 'The account is locked.' },
    ])
    const late = deliveries.filter(({ dueAt }) => dueAt.getTime() > Date.now())
    expect(late).toEqual([])
  })
})

it('says from which import a family came, also of one before that was kept', () => {
  const db = newDatabase()
  migrateDatabase(db)
  db.$client.exec(`
    insert into imports (id, kind, file_name, encoding, headers, mapping, created_by, created_at)
      values ('import', 'families', 'families.csv', 'UTF-8', '[]', '{}', 'admin', 0);
    insert into desk_families (id, name, phone, created_by, created_at)
      values ('imported', 'Paula', '1', 'admin', 0), ('added', 'Olive', '1', 'rita', 0);
    insert into import_rows (import_id, number, made) values
      ('import', 1, '[{"made":"family","id":"imported"},{"made":"child","id":"mia"}]'),
      ('import', 2, '[{"filled":"email","family":"added"}]');`)
  const steps = readFileSync(join(MIGRATIONS, '0126_claims.sql'), 'utf8').split('-->')
  db.$client.exec(steps.at(-1)?.replace(' statement-breakpoint', '') ?? '')
  expect(allOf(db, schema.deskFamilies)).toMatchObject([
    { id: 'imported', importId: 'import' },
    { id: 'added', importId: null },
  ])
})
