import { queryOptions } from '@tanstack/react-query'
import { getAgendaFrame } from '#contract/front-desk/agenda-calls.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import type { AgendaDays } from './agenda-api.ts'

/**
 * Query key prefix of the frame. Not below the agenda's, because changes of appointments do not change it.
 */
export const FRAME_KEY = ['agenda-frame']

/** The frame of the calendar around appointments, for staff. */
export function frameOptions({ date, days }: AgendaDays) {
  return queryOptions({
    queryKey: [...FRAME_KEY, { date, days }],
    queryFn: ({ signal }) => send(getAgendaFrame, { query: { date, days }, signal }),
    staleTime: STAFF_REFETCH_MS / 2,
    refetchInterval: STAFF_REFETCH_MS,
  })
}
