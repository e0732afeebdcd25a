import { type Speech, speechIn } from '#domain/speech.ts'
import type { Words } from '#words/every-language.ts'
import { addressIn, baseOf, LANGUAGES, type Language, toStored } from '#words/languages.ts'
import type { EmailSender } from './email-subject.ts'
import { type Direction, inEnglish, isolating } from './isolates.ts'

/** The sender of an email, in the language of its recipient. */
export interface Speaker extends EmailSender, Pick<Speech, 'formats'> {
  language: Language
  direction: Direction
  words: Words['emails']
  /** For sentences that emails share with pages. */
  speech: Speech
  /** Translates what the clinic wrote; marks it as English where it has no translation. */
  translated: (text: string) => string
  /** The address of a page; `path` begins with a slash, or is empty. */
  pageAt: (path: string) => string
  /** The address of a page, from the one that it has in English. */
  ownAddress: (url: string) => string
}

/** How each language says something in emails. */
const SPEECH = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { words, formats } = speechIn(language)
    const direction: Direction = words.language.DIRECTION === 'rtl' ? 'rtl' : 'ltr'
    return [language, { words: isolating(words, direction), formats, direction }]
  }),
) as Record<Language, Speech & { direction: Direction }>

/** Has the sender speak a language, or English if it does not offer that one. */
export function speak(asked: Language, sender: EmailSender): Speaker {
  const { siteUrl, offered } = sender
  const language = offered.includes(asked) ? asked : 'en'
  const { direction, ...speech } = SPEECH[language]
  const stored = toStored(language)
  const known = stored && sender.translationsOf(stored)
  return {
    ...sender,
    language,
    direction,
    words: speech.words.emails,
    formats: speech.formats,
    speech,
    translated: (text) => (known ? (known.get(text) ?? inEnglish(text)) : text),
    pageAt: (path) => siteUrl + addressIn(language, path),
    ownAddress: (url) => url.replace(siteUrl, siteUrl + baseOf(language)),
  }
}
