import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from './client.ts'
import { migrateAlone } from './migrate-with-lock.ts'

// With several processes on one file: tests/process/migrations.integration.test.ts.

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sprout-migrate-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

function tablesOf({ $client }: Database): number {
  const select = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
  return Number($client.prepare(select).pluck().get())
}

test('waits for whoever migrates, and touches nothing until then', () => {
  const dir = folder()
  const lockFile = join(dir, 'migration.lock')
  const db = openDatabase(join(dir, 'sprout.db'))
  onTestFinished(() => void db.$client.close())
  const other = new SQLite(lockFile)
  other.exec('BEGIN EXCLUSIVE')
  expect(() => migrateAlone(db, lockFile, { patienceMs: 10 })).toThrow(/locked/)
  expect(tablesOf(db)).toBe(0)
  other.close()
  migrateAlone(db, lockFile, { patienceMs: 10 })
  const tables = tablesOf(db)
  expect(tables).toBeGreaterThan(5)
  migrateAlone(db, lockFile)
  expect(tablesOf(db)).toBe(tables)
})
