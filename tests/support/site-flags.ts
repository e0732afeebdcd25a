import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

const PROJECT = join(import.meta.dirname, '..', '..')

/** What `npm start` tells Node before the program's name, for a process in any folder. */
export const SITE_FLAGS: readonly string[] = [
  `--import=${join(PROJECT, 'server', 'quick-imports.mjs')}`,
  ...manifest.scripts.start.split(' ').filter((word) => word.startsWith('--max')),
]
