import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CallFor } from '#contract/call.ts'
import { sendQuery } from './send.ts'

interface ListPage {
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/**
 * A list that the server sends page by page, newest first. Its query key begins with the path
 * without the slash; empty filters match everything.
 */
export function pagedListOptions<Page extends ListPage>(
  call: CallFor<Page>,
  filter: Record<string, string>,
) {
  return infiniteQueryOptions({
    queryKey: [call.path.slice(1), filter],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...filter, before: pageParam }).filter(([, value]) => value)
      return sendQuery(call, { query: Object.fromEntries(given), signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
