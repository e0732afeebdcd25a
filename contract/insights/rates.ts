/** A rate of fewer cases says nothing: their number is shown instead. */
const FEWEST_CASES = 5

/** From 0 on; undefined when there are too few cases for a rate. */
export function rateOf(cases: number, of: number): number | undefined {
  return of >= FEWEST_CASES ? cases / of : undefined
}

/** 0.0623 → '6.2%', 0.74 → '74%'. Below ten percent a tenth counts. */
export function formatShare(share: number): string {
  return `${share < 0.1 ? (share * 100).toFixed(1).replace(/\.0$/, '') : Math.round(share * 100)}%`
}

/** '6.2%', or '1 of 3' where there are too few cases for a rate; a dash without any. */
export function describeRate(cases: number, of: number): string {
  if (of === 0) return '–'
  const rate = rateOf(cases, of)
  return rate === undefined ? `${cases} of ${of}` : formatShare(rate)
}
