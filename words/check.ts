// Fails to compile when a language lacks a text, or has one that English does not have.

/** What a text is in every language: text, or a function of the same arguments. */
type Shape<Words> = {
  [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...values: never[]) => unknown
      ? Words[Key]
      : Shape<Words[Key]>
}

/** The words of a file in another language, with the names of the English ones. */
type Translated<English, Own extends Shape<English>> =
  Exclude<keyof Own, keyof English> extends never ? Own : never

export type Spanish = [
  Translated<typeof import('./en/frame.tsx'), typeof import('./es/frame.tsx')>,
  Translated<typeof import('./en/frame-sentences.tsx'), typeof import('./es/frame-sentences.tsx')>,
  Translated<typeof import('./en/loading.ts'), typeof import('./es/loading.ts')>,
  Translated<typeof import('./en/language.ts'), typeof import('./es/language.ts')>,
]
