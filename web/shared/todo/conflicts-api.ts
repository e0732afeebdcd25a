import { queryOptions } from '@tanstack/react-query'
import { listScheduleConflicts } from '#contract/schedule/schedule-conflicts-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { TODO_KEY } from './todo-counts.ts'

/** Also without live updates the list is never older, in milliseconds. */
const REFETCH_MS = 60_000

/** Appointments that no longer fit the schedule. */
export const conflictsOptions = queryOptions({
  queryKey: [...TODO_KEY, 'conflicts'],
  queryFn: ({ signal }) => send(listScheduleConflicts, { signal }),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
})
