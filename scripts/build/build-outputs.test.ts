import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { fingerprint, isFresh, type Output, replace } from './build-outputs.ts'

let root: string
let output: Output

beforeEach(() => {
  root = temporaryFolder()
  output = { folder: join(root, 'out'), script: 'build-server.ts', inputs: [] }
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

afterEach(() => void vi.restoreAllMocks())

const write = (text: string) => async (folder: string) => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), text)
}
const built = () => readFileSync(join(output.folder, 'file'), 'utf8')

test('is fresh after the build and stale when its sources change', async () => {
  expect(isFresh(output)).toBe(false)
  await replace(output, write('one'))
  expect([built(), isFresh(output)]).toEqual(['one', true])
  expect(isFresh({ ...output, inputs: ['package.json'] })).toBe(false)
})

test('a failed build keeps the previous output and leaves nothing else', async () => {
  await replace(output, write('one'))
  const failing = replace(output, async (folder) => {
    await write('two')(folder)
    throw new Error('a typo')
  })
  await expect(failing).rejects.toThrow('a typo')
  expect(built()).toBe('one')
  expect(readdirSync(root)).toEqual(['out'])
})

test('two concurrent builds leave one complete output', async () => {
  await Promise.all(['one', 'two'].map((text) => replace(output, write(text))))
  expect(built()).toMatch(/^(one|two)$/)
  expect(readdirSync(root)).toEqual(['out'])
  expect(isFresh(output)).toBe(true)
})

describe('fingerprints', () => {
  const put = (name: string, text: string) => writeFileSync(join(root, name), text)
  const current = () => fingerprint(root, ['web/**/*.*', 'package-lock.json'])

  beforeEach(() => {
    for (const folder of ['web/pages', 'web/testing', 'server']) {
      mkdirSync(join(root, folder), { recursive: true })
    }
    put('web/pages/home.tsx', 'home')
  })

  test.each([
    ['a page changes', () => put('web/pages/home.tsx', 'other')],
    ['a page is added', () => put('web/pages/about.tsx', '')],
    ['an asset is added', () => put('web/leaf.svg', '<svg/>')],
    ['a package changes', () => put('package-lock.json', '{}')],
    [
      'a page is renamed',
      () => renameSync(join(root, 'web/pages/home.tsx'), join(root, 'web/pages/house.tsx')),
    ],
  ])('changes when %s', (_what, change) => {
    const before = current()
    change()
    expect(current()).not.toBe(before)
  })

  test('does not depend on tests and other files', () => {
    const before = current()
    put('web/pages/home.test.tsx', 'test')
    put('web/testing/setup.ts', 'set-up')
    put('server/users.ts', 'route')
    expect(current()).toBe(before)
  })
})
