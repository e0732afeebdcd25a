import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepJwtSecret } from './jwt-secret.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sprout-secret-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a key is made once, long enough, and for its owner only', () => {
  const data = join(dir, 'data')
  const secret = keepJwtSecret(data)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(keepJwtSecret(data)).toBe(secret)
  expect(statSync(join(data, 'jwt-secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(data)).toEqual(['jwt-secret'])
})

test('another folder has another key', () => {
  expect(keepJwtSecret(join(dir, 'a'))).not.toBe(keepJwtSecret(join(dir, 'b')))
})

test('a file without a usable key is refused by name', () => {
  writeFileSync(join(dir, 'jwt-secret'), 'short\n')
  expect(() => keepJwtSecret(dir)).toThrow(/jwt-secret holds no usable key/)
})
