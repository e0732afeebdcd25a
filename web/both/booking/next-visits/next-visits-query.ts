import { queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/next-visits/next-visits-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** The visits that the clinic asks the user's family to book. */
export function nextVisitsOptions() {
  return queryOptions({
    queryKey: ['next-visits', 'open'],
    queryFn: ({ signal }) => send(calls.listNextVisits, { query: {}, signal }),
    staleTime: 0,
    // A visit that was answered here would be shown as open for a moment when the user comes back.
    gcTime: 0,
  })
}
