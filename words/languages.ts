/** The languages of the site. Each has a folder of words; the first has addresses without a prefix. */
export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** The languages other than English. */
export const TRANSLATIONS = ['es'] as const satisfies readonly Language[]

/** What addresses in a language begin with. */
export const baseOf = (language: Language) => (language === 'en' ? '' : (`/${language}` as const))

/** The folder of its pages in the built site; hidden ones are not served as files. */
export const folderOf = (language: Language) => (language === 'en' ? '' : `.${language}`)
