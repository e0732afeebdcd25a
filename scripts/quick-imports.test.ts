import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES } from './quick-imports.mjs'

const require = createRequire(import.meta.url)
const modules = join(import.meta.dirname, '..', 'node_modules')

test.each(PACKAGES)('%s says once for all its files that they are ES modules', (name) => {
  const folder = join(modules, name)
  expect(require(join(folder, 'package.json'))).toMatchObject({ type: 'module' })
  expect(globSync('**/package.json', { cwd: folder })).toEqual(['package.json'])
})
