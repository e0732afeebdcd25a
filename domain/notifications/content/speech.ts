import { createFormats, type Formats } from '#contract/formats/formats.ts'
import { WORDS, type Words } from '#words/every-language.ts'
import { baseOf, type Language } from '#words/languages.ts'
import type { EmailSender } from './email-subject.ts'

/** What an email needs to be in a language. */
export interface Speech {
  language: Language
  words: Words['emails']
  /** Also those that pages say, for functions that both use. */
  allWords: Words
  formats: Formats
  /** The address of a page; `path` begins with a slash, or is empty. */
  pageAt: (path: string) => string
  /** The address of a page, from the one that it has in English. */
  ownAddress: (url: string) => string
}

/** The sender of an email, in the language of its recipient. */
export interface Speaker extends EmailSender, Speech {}

const formatsIn: Partial<Record<Language, Formats>> = {}

/** Has the sender speak a language. */
export function speak(language: Language, sender: EmailSender): Speaker {
  const allWords = WORDS[language]
  const site = sender.siteUrl + baseOf(language)
  formatsIn[language] ??= createFormats(allWords.language.LOCALE)
  return {
    ...sender,
    language,
    words: allWords.emails,
    allWords,
    formats: formatsIn[language],
    pageAt: (path) => site + path,
    ownAddress: (url) => url.replace(sender.siteUrl, site),
  }
}
