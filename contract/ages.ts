/** Age limits in months; null for none. */
export interface AgeLimits {
  minAgeMonths: number | null
  /** The first age that is too old. */
  maxAgeMonths: number | null
}

/** Age limits in words: '0–2 years', 'From 6 months'; undefined without limits. */
export function describeAges({ minAgeMonths, maxAgeMonths }: AgeLimits): string | undefined {
  const from = minAgeMonths ?? 0
  if (maxAgeMonths === null) return from === 0 ? undefined : `From ${describeAge(from)}`
  const unit = unitOf(maxAgeMonths)
  if (from === 0 || unitOf(from) === unit) {
    return `${from / MONTHS_IN[unit]}–${count(maxAgeMonths, unit)}`
  }
  return `${describeAge(from)}–${describeAge(maxAgeMonths)}`
}

type Unit = 'year' | 'month'
const MONTHS_IN: Record<Unit, number> = { year: 12, month: 1 }

const unitOf = (months: number): Unit => (months % 12 === 0 ? 'year' : 'month')

function describeAge(months: number): string {
  return count(months, unitOf(months))
}

function count(months: number, unit: Unit): string {
  const number = months / MONTHS_IN[unit]
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
