import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { openExistingStore, openStore } from './open-store.ts'

const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777

test('operators’ commands open an existing database and never create one', () => {
  const dataDir = temporaryFolder()
  expect(() => openExistingStore(dataDir)).toThrow(`${dataDir} doesn’t contain sprout.db`)
  expect(readdirSync(dataDir)).toEqual([])
  openStore(dataDir).$client.close()
  openExistingStore(dataDir).$client.close()
})

test('files in a data folder that existed before are private, and those created later', () => {
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'identity'))
  chmodSync(join(dataDir, 'identity'), 0o755)
  for (const file of ['jwt-secret', 'identity/accounts.json']) {
    writeFileSync(join(dataDir, file), 'secret')
    chmodSync(join(dataDir, file), 0o644)
  }
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))

  const db = openStore(dataDir)
  onTestFinished(() => void db.$client.close())
  db.$client.exec('CREATE TABLE written (id INTEGER)')
  expect(modeOf(dataDir)).toBe(0o700)
  expect(modeOf(dataDir, 'identity')).toBe(0o700)
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files.map((file) => file.slice(dataDir.length + 1))).toEqual(
    expect.arrayContaining(['sprout.db', 'sprout.db-wal', 'jwt-secret', 'identity/accounts.json']),
  )
  for (const file of files) expect(modeOf(file), file).toBe(0o600)
})
