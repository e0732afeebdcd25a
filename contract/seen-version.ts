import * as z from 'zod/mini'

/** The version of what was on the screen; a change to another one is refused as stale. */
export const seenVersion = z.int('Version is required').check(z.gte(0, 'Version is invalid'))
