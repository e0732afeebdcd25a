/** The longest delay of a timer, in milliseconds: a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1

/**
 * Bounds a delay that was computed from the clock, in milliseconds: the clock may be wrong by any amount, or
 * be set while the timer waits.
 */
export function timerDelay(
  ms: number,
  { least = 0, most = LONGEST }: { least?: number; most?: number } = {},
): number {
  return Number.isNaN(ms) ? most : Math.min(Math.max(ms, least), most)
}
