import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TESTS = ['**/*.test.*', '**/testing/**']

/**
 * A hash of the files in `root` that match, tests left aside, and of the setting that changes
 * what is made from them.
 */
export function fingerprint(root: string, patterns: readonly string[], setting = ''): string {
  const hash = createHash('sha256').update(setting)
  const files = globSync(patterns, { cwd: root, exclude: TESTS }).sort()
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
