import type { Shape } from './check.ts'
import * as en from './en/server.ts'
import * as es from './es/server.ts'
import type { Language } from './languages.ts'

export type Words = Shape<typeof en>

/** For the server, which speaks every language at once; pages have the words of one. */
export const WORDS: Record<Language, Words> = { en, es }
