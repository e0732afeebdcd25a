import { LANGUAGES, type Language } from '#words/languages.ts'
import { isReviewed } from '#words/reviews.ts'
import type { Env } from './env.ts'

/**
 * The languages of this server: of its pages, emails, receipts and answers. One that no professional has
 * reviewed is offered only with the stand-in for logins: on a developer's machine and in a demo.
 */
export const offeredLanguages = ({ firebase }: Pick<Env, 'firebase'>): Language[] =>
  LANGUAGES.filter((language) => isReviewed(language) || firebase === undefined)
