import { listHistory } from '#contract/booking/history-calls.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'

/** The user's past and canceled appointments, latest first, page by page. */
export function historyOptions() {
  return pagedListOptions(listHistory, {})
}
