import { WORDS } from '#words/every-language.ts'
import { fill } from '#words/fill.ts'
import { type Language, TRANSLATIONS } from '#words/languages.ts'
import { spokenLanguage } from './spoken-language.ts'

/** Sentences by the English ones, which may name facts: '{child} is on your list already.' */
interface Translations {
  exact: ReadonlyMap<string, string>
  /** Those with facts; the ones with most text first, because they fit fewest sentences. */
  patterns: readonly { english: RegExp; facts: readonly string[]; own: string }[]
}

/** English sentences of refusals and of the contract's messages, each with its translation. */
export function listTranslations(language: Language): [english: string, own: string][] {
  const { refusals, messages } = WORDS[language]
  return [...pairs(WORDS.en.refusals, refusals), ...pairs(WORDS.en.messages, messages)]
}

function pairs(english: object, own: object): [string, string][] {
  const found = new Map(Object.entries(own))
  return Object.entries(english).flatMap(([key, said]): [string, string][] => {
    const translated: unknown = found.get(key)
    if (typeof said === 'string') return typeof translated === 'string' ? [[said, translated]] : []
    return isTexts(said) && isTexts(translated) ? pairs(said, translated) : []
  })
}

const isTexts = (value: unknown): value is object => typeof value === 'object' && value !== null

const FACT = /\{(\w+)\}/g

const lengthOf = (text: string) => text.replaceAll(FACT, '').length

function readTranslations(language: Language): Translations {
  const all = listTranslations(language)
  const withFacts = all.filter(([english]) => lengthOf(english) < english.length)
  return {
    exact: new Map(all),
    patterns: withFacts
      .toSorted(([one], [other]) => lengthOf(other) - lengthOf(one))
      .map(([english, own]) => ({
        english: new RegExp(`^${english.split(FACT).map(toPattern).join('')}$`, 's'),
        facts: [...english.matchAll(FACT)].flatMap(([, fact]) => fact ?? []),
        own,
      })),
  }
}

/** Every second part is the name of a fact. */
const toPattern = (part: string, index: number) =>
  index % 2 === 1 ? '(.+?)' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const TRANSLATED = new Map<Language, Translations>(
  TRANSLATIONS.map((language) => [language, readTranslations(language)]),
)

/**
 * A sentence of a refusal or a message of the contract in the language of the present request; English where
 * it has no translation. Facts may be filled in or not.
 */
export function translate(english: string): string {
  const translations = TRANSLATED.get(spokenLanguage())
  if (!translations) return english
  const exact = translations.exact.get(english)
  if (exact !== undefined) return exact
  for (const { english: pattern, facts, own } of translations.patterns) {
    const values = pattern.exec(english)?.slice(1)
    if (values)
      return fill(own, Object.fromEntries(facts.map((fact, i) => [fact, values[i] ?? ''])))
  }
  return english
}
