import { addressUnder } from './addresses.ts'

/** The languages other than English. Each has a folder of words, and a line in each table of `words`. */
export const TRANSLATIONS = ['es'] as const

/** The languages of the site; the first has addresses without a prefix. */
export const LANGUAGES = ['en', ...TRANSLATIONS] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (text: unknown): text is Language =>
  (LANGUAGES as readonly unknown[]).includes(text)

export type Translation = (typeof TRANSLATIONS)[number]

/** A language as the database has it: null for English. */
export const toStored = (language: Language): Translation | null =>
  language === 'en' ? null : language

/** The language that the database has, which is null for English; answers of the API leave it out. */
export const languageOf = (stored: Translation | null | undefined): Language => stored ?? 'en'

/** What addresses in a language begin with. */
export const baseOf = (language: Language) => (language === 'en' ? '' : (`/${language}` as const))

/** The address of a page in a language. @param path without a language */
export const addressIn = (language: Language, path: string) => addressUnder(baseOf(language), path)

/** The folder of its pages in the built site; hidden ones are not served as files. */
export const folderOf = (language: Language) => (language === 'en' ? '' : `.${language}`)
