import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { readOrCreateJwtSecret, readOrCreateSecret } from './secret-file.ts'

let dir: string
let file: string

beforeEach(() => {
  dir = temporaryFolder()
  file = join(dir, 'data', 'secret')
})

test('creates a secret once, readable by its owner only', () => {
  expect(readOrCreateSecret(file, () => 'first')).toBe('first')
  expect(readOrCreateSecret(file, () => 'second')).toBe('first')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('returns the secret of another process that created it first', () => {
  const slow = readOrCreateSecret(file, () => {
    readOrCreateSecret(file, () => 'fast')
    return 'slow'
  })
  expect(slow).toBe('fast')
  expect(readOrCreateSecret(file, () => 'later')).toBe('fast')
  expect(readdirSync(join(dir, 'data'))).toEqual(['secret'])
})

test('creates one session key per data folder, long enough to sign with', () => {
  const secret = readOrCreateJwtSecret(join(dir, 'a'))
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(readOrCreateJwtSecret(join(dir, 'a'))).toBe(secret)
  expect(readOrCreateJwtSecret(join(dir, 'b'))).not.toBe(secret)
  expect(readdirSync(join(dir, 'a'))).toEqual(['jwt-secret'])
})

test('names the file that contains no valid session key', () => {
  writeFileSync(join(dir, 'jwt-secret'), 'short\n')
  expect(() => readOrCreateJwtSecret(dir)).toThrow(/jwt-secret doesn’t contain a valid key/)
})
