import { queryOptions } from '@tanstack/react-query'
import { listScheduleConflicts } from '#contract/schedule/schedule-conflicts-calls.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { TODO_KEY } from './todo-counts.ts'

/** Upcoming appointments that no longer fit the schedule. */
export const conflictsOptions = queryOptions({
  queryKey: [...TODO_KEY, 'conflicts'],
  queryFn: ({ signal }) => send(listScheduleConflicts, { signal }),
  staleTime: 0,
  refetchInterval: STAFF_REFETCH_MS,
})
