import * as z from 'zod/mini'
import * as words from '#words/en/messages/booking.ts'

/** The version on the screen. A change of another version is refused as stale. */
export const seenVersion = z.int(words.versionRequired).check(z.gte(0, words.versionInvalid))
