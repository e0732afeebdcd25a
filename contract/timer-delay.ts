/** The longest wait of a timer, in milliseconds: a longer one would end at once. */
const LONGEST = 2 ** 31 - 1

/**
 * A wait that was worked out from the time of day, in milliseconds: a clock may be wrong by any
 * amount, and be set while the timer waits.
 */
export function timerDelay(
  ms: number,
  { least = 0, most = LONGEST }: { least?: number; most?: number } = {},
): number {
  return Number.isNaN(ms) ? most : Math.min(Math.max(ms, least), most)
}
