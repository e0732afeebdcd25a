import { queryOptions } from '@tanstack/react-query'
import type { TodoCounts } from '#contract/front-desk/todo.ts'
import { countTodo } from '#contract/front-desk/todo-calls.ts'
import { SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of everything on the To do page. */
export const TODO_KEY = ['todo']

/** How many entries each list of To do has, for staff. */
export const todoCountOptions = queryOptions({
  queryKey: [...TODO_KEY, 'count'],
  queryFn: ({ signal }) => send(countTodo, { signal }),
  staleTime: 10_000,
  refetchInterval: STAFF_REFETCH_MS,
  // Requested on every page of the workspace, so a refusal says nothing about the page.
  meta: SHOWS_REFUSAL,
})

/** How many entries all lists have together; the calendar files count as one. */
export function sumTodo({ invitations, ...lists }: TodoCounts): number {
  const start = invitations > 0 ? 1 : 0
  return Object.values(lists).reduce((sum, count) => sum + count, start)
}
