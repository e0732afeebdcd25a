import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'

let root: string
const write = (name: string, text: string) => writeFileSync(join(root, name), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sprout-fingerprint-'))
  mkdirSync(join(root, 'web/pages'), { recursive: true })
  mkdirSync(join(root, 'web/testing'))
  mkdirSync(join(root, 'server/routes'), { recursive: true })
  write('web/pages/home.tsx', 'home')
})

afterEach(() => rmSync(root, { recursive: true }))

const now = (siteUrl = '') => fingerprint(root, ['web/**/*.*', 'package-lock.json'], siteUrl)

it('is the same for the same sources', () => {
  expect(now()).toBe(now())
})

it.each([
  ['a page changes', () => write('web/pages/home.tsx', 'other')],
  ['a page is added', () => write('web/pages/about.tsx', '')],
  ['a picture is added', () => write('web/leaf.svg', '<svg/>')],
  ['a package changes', () => write('package-lock.json', '{}')],
  [
    'a page takes another name',
    () => renameSync(join(root, 'web/pages/home.tsx'), join(root, 'web/pages/house.tsx')),
  ],
])('changes when %s', (_what, change) => {
  const before = now()
  change()
  expect(now()).not.toBe(before)
})

it('changes with the site’s address', () => {
  expect(now('https://sprout.example')).not.toBe(now())
})

it('does not change with tests, nor with what is no part of the site', () => {
  const before = now()
  write('web/pages/home.test.tsx', 'test')
  write('web/testing/setup.ts', 'set-up')
  write('server/routes/users.ts', 'route')
  expect(now()).toBe(before)
})
