import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Agenda, AttendanceChange } from '#contract/front-desk/agenda.ts'
import * as calls from '#contract/front-desk/agenda-calls.ts'
import type { AttendanceResult } from '#machines/attendance/attendance-machine.ts'
import { nextAfter } from '#web/lib/api/paged-list.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send, sendForPage, sendOrRefusal, sendQuery } from '#web/lib/api/send.ts'

/** Query key prefix of everything on the agenda. */
export const AGENDA_KEY = ['agenda']

export interface AgendaDays {
  date: IsoDate
  days: number
}

export function agendaOptions(days: AgendaDays) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, days],
    queryFn: ({ signal }) => readAgenda(days, { signal }),
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
}

/**
 * One call per day: answering a week of a large clinic at once kept other requests waiting.
 * @param ids only these of the appointments. Throws `ApiError`.
 */
export async function readAgenda(
  { date, days }: AgendaDays,
  { ids, signal }: { ids?: readonly string[]; signal?: AbortSignal } = {},
): Promise<Agenda> {
  if (ids) return sendQuery(calls.getAgenda, { query: { date, days, ids: ids.join(',') }, signal })
  const [first, ...others] = await Promise.all(
    Array.from({ length: days }, (_, index) =>
      sendQuery(calls.getAgenda, { query: { date: dayAfter(date, index), days: 1 }, signal }),
    ),
  )
  if (!first) throw new Error('An agenda has a day at least')
  return { ...first, entries: [first, ...others].flatMap(({ entries }) => entries) }
}

/** How many appointments the days of a month have, for staff. @param month `2026-06` */
export function agendaMonthOptions(month: string) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, 'month', month],
    queryFn: ({ signal }) => send(calls.getAgendaMonth, { query: { month }, signal }),
    staleTime: 0,
  })
}

/** Past appointments that are neither completed nor missed, oldest first, page by page, for staff. */
export const unsettledOptions = infiniteQueryOptions({
  queryKey: [...AGENDA_KEY, 'to-settle'],
  queryFn: ({ pageParam, signal }) => {
    const query = pageParam ? { after: pageParam } : {}
    return sendForPage(calls.listToSettle, { query, signal })
  },
  initialPageParam: '',
  getNextPageParam: nextAfter,
  staleTime: 0,
})

/** Takes or undoes a step. Throws `ApiError`. */
export async function saveAttendance({
  id,
  ...body
}: { id: string } & AttendanceChange): Promise<AttendanceResult> {
  const answer = await sendOrRefusal(calls.changeAttendance, { params: { id }, body })
  return '_id' in answer ? { kind: 'changed', entry: answer } : { kind: 'refused', ...answer }
}
