import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds'
import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'

/** How long nothing may arrive at first: longer than a large transaction takes to send. */
const FIRST_PATIENCE_MS = minutesToMilliseconds(2)
const LONGEST_PATIENCE_MS = hoursToMilliseconds(1)

/** An observation of the copy: whether it holds everything, and up to where it has come. */
export interface CopyProgress {
  isComplete: boolean
  position: string
}

/**
 * Litestream 0.3 waits forever if its place is lost while it sends a change. Nothing tells that from a
 * first copy over a slow line, so that the patience doubles until a copy is complete.
 * @param startedAt milliseconds, as the times given to the result
 * @returns a function that says whether Litestream has to be started again
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
