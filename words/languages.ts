/** The languages of the site. Each has a folder of words; the first has addresses without a prefix. */
export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** The languages other than English. */
export const TRANSLATIONS = ['es'] as const satisfies readonly Language[]

/** The link to a page in a language, in that language. */
export const SEE_IN: Record<Language, string> = { en: 'View in English', es: 'Ver en español' }

/** What addresses in a language begin with. */
export const baseOf = (language: Language) => (language === 'en' ? '' : (`/${language}` as const))

/** The address of a page in a language. @param path without a language */
export function addressIn(language: Language, path: string): string {
  const base = baseOf(language)
  return base && /^\/(?=[?#]|$)/.test(path) ? base + path.slice(1) : base + path
}

/** The folder of its pages in the built site; hidden ones are not served as files. */
export const folderOf = (language: Language) => (language === 'en' ? '' : `.${language}`)
