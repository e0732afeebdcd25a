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

interface CountedPage {
  items: readonly { _id: string }[]
  /** On all pages. */
  total: number
}

/** The id after which the next page of a list from `sendForPage` begins; null after the last page. */
export function nextAfter({ items, total }: CountedPage, pages: readonly CountedPage[]) {
  const isLast = pages.reduce((sum, page) => sum + page.items.length, 0) >= total
  return isLast ? null : items.at(-1)?._id
}
