import type { NextTimes } from '#contract/booking/next-times.ts'
import { listNextTimes } from '#contract/booking/next-times-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** Each treatment with the next days on which it has free times. Throws `ApiError`. */
export function fetchNextTimes(signal: AbortSignal): Promise<NextTimes[]> {
  return send(listNextTimes, { signal })
}
