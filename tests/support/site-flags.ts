import { join } from 'node:path'
import manifest from '#package.json' with { type: 'json' }

/** The flags of Node in `npm start`. */
export const SITE_FLAGS: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--max'))

/** Halves the start time of programs that run from their sources. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
}
