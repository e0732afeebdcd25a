/** With fewer cases a rate is meaningless, and counts are shown instead. */
const FEWEST_CASES = 5

/** A rate from 0 to 1; undefined when there are too few cases. */
export function rateOf(cases: number, of: number): number | undefined {
  return of >= FEWEST_CASES ? cases / of : undefined
}

/** 0.0623 → '6.2%', 0.74 → '74%'. One decimal below ten percent. */
export function formatShare(share: number): string {
  return `${share < 0.1 ? (share * 100).toFixed(1).replace(/\.0$/, '') : Math.round(share * 100)}%`
}

/** '6.2%', or '1 of 3' when there are too few cases for a rate; a dash without any. */
export function describeRate(cases: number, of: number): string {
  if (of === 0) return '–'
  const rate = rateOf(cases, of)
  return rate === undefined ? `${cases} of ${of}` : formatShare(rate)
}
