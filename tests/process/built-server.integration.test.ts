import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { SITE, WORKER } from '../support/running-site.ts'

// What ships (`scripts/build-server.ts`): a Docker image leaves the stand-ins' files out of it, and
// holds the packages that are needed in production only.

const FOLDER = 'dist/server'
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/

/** The files that are loaded with an entry at once. */
function loadedWith(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  for (const source of importsOf(entry, /^(?:import|export)\b.*?["']([^"']+)["'];?$/gm)) {
    if (source.startsWith('./')) loadedWith(basename(source), found)
  }
  return found
}

function importsOf(file: string, pattern: RegExp): string[] {
  const code = readFileSync(join(FOLDER, file), 'utf8')
  return [...code.matchAll(pattern)].map(([, source = '']) => source)
}

test.each([SITE, WORKER])('%s loads no stand-in before it knows that one is wanted', (entry) => {
  const files = [...loadedWith(basename(entry))]
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter((file) => file.startsWith('stand-in-'))).toEqual([])
  expect(globSync('stand-in-*.js', { cwd: FOLDER }).length).toBeGreaterThan(1)
})

test('what is left of packages is there in production', () => {
  const files = globSync('*.js', { cwd: FOLDER, exclude: ['stand-in-*'] })
  const sources = files.flatMap((file) => [
    ...importsOf(file, /^(?:import|export)\b.*?["']([^"']+)["'];?$/gm),
    ...importsOf(file, /\bimport\(["']([^"'$]+)["']\)/g),
  ])
  const packages = new Set(
    sources
      .filter((source) => !source.startsWith('.') && !isBuiltin(source))
      .map((source) => PACKAGE.exec(source)?.[0] ?? source),
  )
  expect(packages).toContain('better-sqlite3')
  expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([])
})
