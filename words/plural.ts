/** The forms of a text with a number, by the language's own rules; `#` is the number. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** How a language writes a number of things: `plural(3, { one: '# day', other: '# days' })`. */
export function pluralIn(locale: string): (number: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale)
  return (number, forms) =>
    (forms[rules.select(number)] ?? forms.other).replaceAll('#', String(number))
}
