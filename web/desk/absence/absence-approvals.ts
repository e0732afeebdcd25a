import { queryOptions } from '@tanstack/react-query'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { AbsenceApproval } from '#contract/schedule/absences.ts'
import { listAbsences } from '#contract/schedule/absences-calls.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'

/** Absences that wait for an admin, and those that the user recorded. */
export const approvalsOptions = queryOptions({
  queryKey: [...TODO_KEY, 'absences'],
  queryFn: ({ signal }) => send(listAbsences, { signal }),
  staleTime: 0,
  refetchInterval: STAFF_REFETCH_MS,
})

/** 'Mon, Mar 1, all day', 'Mon, Mar 1, from 11:00 AM' */
export function describeAbsence(
  { date, fromMinute }: AbsenceApproval,
  formatDay: (day: IsoDate) => string,
): string {
  const from = fromMinute === 0 ? 'all day' : `from ${formatMinute(fromMinute)}`
  return `${formatDay(date)}, ${from}`
}
