import * as z from 'zod/mini'

/** The version on the screen. A change of another version is refused as stale. */
export const seenVersion = z.int('Version is required').check(z.gte(0, 'Version is invalid'))
