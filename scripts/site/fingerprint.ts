import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const INPUTS = [
  'web/**/*.*',
  'machines/**/*.ts',
  'server/contract/**/*.ts',
  'scripts/build.ts',
  'scripts/site/**/*.ts',
  'package-lock.json',
]

/** A hash of everything that the built site depends on; `root` is the project's folder. */
export function fingerprint(root: string, siteUrl: string): string {
  const hash = createHash('sha256').update(siteUrl)
  const files = globSync(INPUTS, { cwd: root, exclude: ['**/*.test.*'] }).sort()
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
