import { queryOptions } from '@tanstack/react-query'
import { listHeld } from '#contract/front-desk/agenda-calls.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import type { AgendaDays } from './agenda-api.ts'

/** Query key prefix of it. Not below the agenda's: an appointment that changes does not change it. */
export const HELD_KEY = ['held-times']

/** The times that are held for families that wait, for staff. */
export function heldOptions({ date, days }: AgendaDays) {
  return queryOptions({
    queryKey: [...HELD_KEY, { date, days }],
    queryFn: ({ signal }) => send(listHeld, { query: { date, days }, signal }),
    staleTime: STAFF_REFETCH_MS / 2,
    refetchInterval: STAFF_REFETCH_MS,
  })
}
