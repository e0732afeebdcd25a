import * as words from '#words/en/site/legal.ts'

// Legal pages: docs/requirements.md#legal-pages. Without zod: public pages load it.

/** The titles of the pages, by the last part of their addresses. */
export const LEGAL_TITLES = {
  notice: words.notice,
  privacy: words.privacy,
  terms: words.terms,
  nondiscrimination: words.nondiscrimination,
  languages: words.languages,
  texts: words.texts,
  accessibility: words.accessibility,
} as const

export type LegalPageName = keyof typeof LEGAL_TITLES

export const LEGAL_PAGES = Object.keys(LEGAL_TITLES) as LegalPageName[]

export const isLegalPage = (name: string): name is LegalPageName =>
  Object.hasOwn(LEGAL_TITLES, name)

export const legalPath = (page: LegalPageName) => `/legal/${page}`
