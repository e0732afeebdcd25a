// Legal pages: docs/requirements.md#legal-pages. Without zod: public pages load it.

/** The titles of the pages, by the last part of their addresses. */
export const LEGAL_TITLES = {
  notice: 'Notice of Privacy Practices',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  nondiscrimination: 'Nondiscrimination notice',
  languages: 'Help in your language',
  texts: 'Text message terms',
  accessibility: 'Accessibility',
} as const

export type LegalPageName = keyof typeof LEGAL_TITLES

export const LEGAL_PAGES = Object.keys(LEGAL_TITLES) as LegalPageName[]

export const isLegalPage = (name: string): name is LegalPageName =>
  Object.hasOwn(LEGAL_TITLES, name)

export const legalPath = (page: LegalPageName) => `/legal/${page}`
