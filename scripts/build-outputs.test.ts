import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isFresh, type Output, replace } from './build-outputs.ts'

let root: string
let output: Output

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sprout-build-'))
  output = { folder: join(root, 'out'), script: 'build-server.ts', inputs: [] }
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const write = (text: string) => async (folder: string) => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), text)
}
const built = () => readFileSync(join(output.folder, 'file'), 'utf8')

test('is fresh once it is made, and no longer when it is to be made from something else', async () => {
  expect(isFresh(output)).toBe(false)
  await replace(output, write('one'))
  expect([built(), isFresh(output)]).toEqual(['one', true])
  expect(isFresh({ ...output, setting: () => 'https://sprout.example' })).toBe(false)
})

test('a build that fails leaves the one before, and nothing else', async () => {
  await replace(output, write('one'))
  const failing = replace(output, async (folder) => {
    await write('two')(folder)
    throw new Error('a typo')
  })
  await expect(failing).rejects.toThrow('a typo')
  expect(built()).toBe('one')
  expect(readdirSync(root)).toEqual(['out'])
})

test('two builds at once end with one of them, complete', async () => {
  await Promise.all(['one', 'two'].map((text) => replace(output, write(text))))
  expect(built()).toMatch(/^(one|two)$/)
  expect(readdirSync(root)).toEqual(['out'])
  expect(isFresh(output)).toBe(true)
})
