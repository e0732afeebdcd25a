// Fails to compile when a language lacks a text, or has one that English does not have.

import type { Translation } from './languages.ts'

/** What a text is in every language: text, or a function of the same arguments. */
export type Shape<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...values: never[]) => unknown
      ? Words[Key]
      : Shape<Words[Key]>
}

/** The paths of texts that English does not have. */
type Unknown<English, Own> = Own extends string | ((...values: never[]) => unknown)
  ? never
  : Own extends readonly (infer Item)[]
    ? English extends readonly (infer EnglishItem)[]
      ? Unknown<EnglishItem, Item>
      : never
    : {
        [Key in keyof Own]: Key extends keyof English ? Unknown<English[Key], Own[Key]> : Key
      }[keyof Own]

/** The words of another language, with the names of the English ones. */
type Translated<English, Own extends Shape<English>> = [Unknown<English, Own>] extends [never]
  ? Own
  : never

type English = typeof import('./en/all.ts')

interface Checked {
  es: Translated<English, typeof import('./es/all.ts')>
}

/** The languages that are not checked, or have a text that English does not have. */
type Wrong = {
  [Other in Translation]: [Checked[Other & keyof Checked]] extends [never] ? Other : never
}[Translation]

export const WRONG: [Wrong] extends [never] ? null : Wrong = null
