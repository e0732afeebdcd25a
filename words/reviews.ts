import type { Language, TRANSLATIONS } from './languages.ts'

/** Who has read the texts of a file as a professional translator, and on which day (ISO). */
interface Review {
  by: string
  on: string
}

/**
 * The files of each language that a professional translator has reviewed. Files not named here are our own
 * translation: a clinic with real providers does not offer a language before `NEEDED` are reviewed, and
 * search engines do not list its pages.
 */
export const REVIEWS: Record<(typeof TRANSLATIONS)[number], Readonly<Record<string, Review>>> = {
  es: {},
}

/** What families read before they have an account, and what they agree to. */
export const NEEDED: readonly string[] = ['frame']

/** Whether a professional has reviewed what families read first and agree to; English is the original. */
export const isReviewed = (language: Language): boolean =>
  language === 'en' || NEEDED.every((file) => REVIEWS[language][file] !== undefined)
