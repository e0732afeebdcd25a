import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

const PROJECT = join(import.meta.dirname, '..', '..')

/** What `npm start` tells Node before the program's name. */
export const SITE_FLAGS: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--max'))

/** The same for a program of a test's own, which is started from its source again and again. */
export const SOURCE_FLAGS: readonly string[] = [
  `--import=${join(PROJECT, 'scripts', 'quick-imports.mjs')}`,
  ...SITE_FLAGS,
]
