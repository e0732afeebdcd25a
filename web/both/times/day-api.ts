import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { listAvailable } from '#contract/treatments/treatments-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** The treatments of a day with their free times. Throws `ApiError`. */
export function fetchDay(date: IsoDate, signal: AbortSignal) {
  return send(listAvailable, { query: { date: formatWireDate(date) }, signal })
}
