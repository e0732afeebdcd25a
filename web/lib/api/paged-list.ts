import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { request } from './request.ts'

interface ListPage {
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/**
 * A list that the server sends page by page, newest first. Its query key begins with the path
 * without the slash; empty filters match everything.
 */
export function pagedListOptions<Page extends ListPage>(
  path: string,
  filter: Record<string, string>,
  schema: { parse(body: unknown): Page },
) {
  return infiniteQueryOptions({
    queryKey: [path.slice(1), filter],
    queryFn: ({ pageParam, signal }) => {
      const query = Object.entries({ ...filter, before: pageParam }).filter(([, value]) => value)
      return request(`${path}?${new URLSearchParams(query)}`, { schema, auth: 'session', signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
