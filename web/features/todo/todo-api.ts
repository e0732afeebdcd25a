import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/front-desk/todo-calls.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { TODO_KEY } from '#web/shared/todo/todo-counts.ts'

export const callsOptions = queryOptions({
  queryKey: [...TODO_KEY, 'calls'],
  queryFn: ({ signal }) => send(calls.listCalls, { signal }),
  staleTime: 0,
  refetchInterval: STAFF_REFETCH_MS,
})

export const owingOptions = infiniteQueryOptions({
  queryKey: [...TODO_KEY, 'owing'],
  queryFn: ({ pageParam, signal }) =>
    send(calls.listOwing, { query: pageParam ? { after: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ entries, total }, pages) => {
    const shown = pages.reduce((sum, page) => sum + page.entries.length, 0)
    return shown >= total ? null : entries.at(-1)?._id
  },
  staleTime: 0,
  refetchInterval: STAFF_REFETCH_MS,
})
