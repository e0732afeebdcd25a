import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { auditPage } from '../../../contract/audit.ts'
import { request } from '../../lib/api/request.ts'

/** The clinic's record, newest first, page by page; empty words filter nothing. For admins. */
export function auditOptions(filter: { kind: string; person: string }) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = Object.entries({ ...filter, before: pageParam }).filter(([, value]) => value)
      return request(`/audit?${new URLSearchParams(query)}`, {
        schema: auditPage,
        auth: 'session',
        signal,
      })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
