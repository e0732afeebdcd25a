import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { listAvailable, listTimesToMove } from '#contract/treatments/treatments-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { readAskedTicket } from './asked-ticket.ts'

/** The treatments of a day with their free times. Throws `ApiError`. */
export function fetchDay(date: IsoDate, signal: AbortSignal) {
  const query = { date: formatWireDate(date), ...readAskedTicket() }
  return send(listAvailable, { query, signal })
}

/** The same for moving an appointment, also while families cannot book online. Throws `ApiError`. */
export function fetchDayToMove(date: IsoDate, signal: AbortSignal) {
  return send(listTimesToMove, { query: { date: formatWireDate(date) }, signal })
}
