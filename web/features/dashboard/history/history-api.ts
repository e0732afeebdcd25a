import { historyPage } from '#contract/booking/history.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'

/** The user's past and canceled appointments, latest first, page by page. */
export function historyOptions() {
  return pagedListOptions('/appointments/history', {}, historyPage)
}
