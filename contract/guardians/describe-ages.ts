import * as ages from '#words/en/families/ages.ts'
import * as units from '#words/en/units.ts'
import type { Words } from '#words/every-language.ts'
import type { AgeLimits } from './ages.ts'

// A file of its own: public pages load nothing else about ages.

/** The words of ages, of the language of the site unless the server passes another's. */
type AgeWords = Pick<Words, 'ages' | 'units'>
const OWN_WORDS: AgeWords = { ages, units }

/** Age limits in words: '0–2 years', 'From 6 months'; undefined without limits. */
export function describeAges(
  { minAgeMonths, maxAgeMonths }: AgeLimits,
  words = OWN_WORDS,
): string | undefined {
  const from = minAgeMonths ?? 0
  const to = maxAgeMonths
  if (to === null) return from === 0 ? undefined : words.ages.fromAge(describeAge(from, words))
  if (!isInYears(to)) return words.ages.monthsBetween(from, to)
  if (isInYears(from)) return words.ages.yearsBetween(from / 12, to / 12)
  return words.ages.betweenAges(describeAge(from, words), describeAge(to, words))
}

const isInYears = (months: number) => months % 12 === 0

/** An age in words: '2 years', '30 months'. */
export function describeAge(months: number, { units } = OWN_WORDS): string {
  return isInYears(months) ? units.years(months / 12) : units.months(months)
}
