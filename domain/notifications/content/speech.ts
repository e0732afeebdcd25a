import { type Speech, speechIn } from '#domain/speech.ts'
import type { Words } from '#words/every-language.ts'
import { addressIn, baseOf, type Language } from '#words/languages.ts'
import type { EmailSender } from './email-subject.ts'

/** The sender of an email, in the language of its recipient. */
export interface Speaker extends EmailSender, Pick<Speech, 'formats'> {
  language: Language
  words: Words['emails']
  /** For sentences that emails share with pages. */
  speech: Speech
  /** Translates what the clinic wrote. */
  translated: (text: string) => string
  /** The address of a page; `path` begins with a slash, or is empty. */
  pageAt: (path: string) => string
  /** The address of a page, from the one that it has in English. */
  ownAddress: (url: string) => string
}

/** Has the sender speak a language. */
export function speak(language: Language, sender: EmailSender): Speaker {
  const { siteUrl } = sender
  const speech = speechIn(language)
  return {
    ...sender,
    language,
    words: speech.words.emails,
    formats: speech.formats,
    speech,
    translated: sender.inWordsOf(language),
    pageAt: (path) => siteUrl + addressIn(language, path),
    ownAddress: (url) => url.replace(siteUrl, siteUrl + baseOf(language)),
  }
}
