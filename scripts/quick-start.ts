import { join } from 'node:path'

const LARGE_PACKAGES = `--import=${new URL('large-packages.mjs', import.meta.url)}`

/** The environment with which programs start from their sources in a third of the time. */
export const QUICK_START = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${LARGE_PACKAGES}`.trim(),
}
