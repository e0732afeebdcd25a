import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds'
import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'

/** For how long at first nothing may arrive: longer than sending a large transaction takes. */
const FIRST_PATIENCE_MS = minutesToMilliseconds(2)
const LONGEST_PATIENCE_MS = hoursToMilliseconds(1)

/** An observation of the copy: whether it is complete, and its positions. */
export interface CopyProgress {
  isComplete: boolean
  position: string
}

/**
 * Litestream 0.3 waits forever if its target disappears while it sends a change. That looks like a first copy
 * over a slow line, so the patience doubles until a copy is complete.
 * @param startedAt in milliseconds, like the times passed to the result
 * @returns a function that says whether to restart Litestream
 */
export function createStallWatch(
  startedAt: number,
): (progress: CopyProgress, at: number) => boolean {
  let patienceMs = FIRST_PATIENCE_MS
  let movedAt = startedAt
  let known = ''
  return ({ isComplete, position }, at) => {
    if (isComplete) patienceMs = FIRST_PATIENCE_MS
    if (isComplete || position !== known) {
      movedAt = at
      known = position
      return false
    }
    if (at - movedAt < patienceMs) return false
    movedAt = at
    patienceMs = Math.min(2 * patienceMs, LONGEST_PATIENCE_MS)
    return true
  }
}
