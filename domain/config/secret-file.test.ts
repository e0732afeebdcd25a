import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOnce } from './secret-file.ts'

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sprout-keep-'))
  file = join(dir, 'data', 'secret')
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a text is made once, and for its owner only', () => {
  expect(keepOnce(file, () => 'first')).toBe('first')
  expect(keepOnce(file, () => 'second')).toBe('first')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('who comes second in the same moment gets what the first has made', () => {
  const slow = keepOnce(file, () => {
    keepOnce(file, () => 'of the quick one')
    return 'of the slow one'
  })
  expect(slow).toBe('of the quick one')
  expect(keepOnce(file, () => 'of a later one')).toBe('of the quick one')
  expect(readdirSync(join(dir, 'data'))).toEqual(['secret'])
})
