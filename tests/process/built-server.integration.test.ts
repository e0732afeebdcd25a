import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { loadedBy, packageOf } from '../support/loaded-by.ts'
import { SITE, WORKER } from '../support/running-site.ts'

// The built server (`scripts/build/build-server.ts`): a Docker image omits the stand-ins' files and
// contains only packages that are needed in production.

const FOLDER = 'dist/server'

it.each([SITE, WORKER])('%s does not import stand-ins statically', (entry) => {
  const files = [...loadedBy([entry]).files].map((file) => basename(file))
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((file) => file.startsWith('stand-in-'))).toEqual([])
  expect(globSync('stand-in-*.js', { cwd: FOLDER }).length).toBeGreaterThan(1)
})

it('imports only production dependencies', () => {
  const names = globSync('*.js', { cwd: FOLDER, exclude: ['stand-in-*'] })
  const files = names.map((name) => join(FOLDER, name))
  const later = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bimport\(["']([^."'$][^"'$]*)["']\)/g)].map(
      ([, source = '']) => packageOf(source),
    ),
  )
  const packages = new Set([...loadedBy(files).packages, ...later])
  expect(packages).toContain('better-sqlite3')
  expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([])
})
