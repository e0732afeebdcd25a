import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import {
  type AgendaEntry,
  type AttendanceChange,
  agenda,
  agendaEntries,
  agendaEntry,
  agendaMonth,
  attendanceRefusal,
  type NoteChange,
  noteHistory,
} from '#contract/front-desk/agenda.ts'
import type { AttendanceResult } from '#machines/attendance/attendance-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'

/** Query key prefix of everything on the agenda. */
export const AGENDA_KEY = ['agenda']

/** Also without live updates a screen is never older, in milliseconds. */
const REFETCH_MS = 60_000

/** The appointments of a day or of a week, for staff. */
export function agendaOptions({ date, days }: { date: IsoDate; days: number }) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, { date, days }],
    queryFn: ({ signal }) =>
      request(`/agenda?${new URLSearchParams({ date, days: String(days) })}`, {
        schema: agenda,
        auth: 'session',
        signal,
      }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
}

/** How many appointments the days of a month have, for staff. @param month `2026-06` */
export function agendaMonthOptions(month: string) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, 'month', month],
    queryFn: ({ signal }) =>
      request(`/agenda/month?${new URLSearchParams({ month })}`, {
        schema: agendaMonth,
        auth: 'session',
        signal,
      }),
    staleTime: 0,
  })
}

/** Past appointments that are neither completed nor missed, for staff. */
export const unsettledOptions = queryOptions({
  queryKey: [...AGENDA_KEY, 'to-settle'],
  queryFn: ({ signal }) =>
    request('/agenda/to-settle', { schema: agendaEntries, auth: 'session', signal }),
  staleTime: 0,
})

/** Takes or undoes a step (`PUT /agenda/{id}/attendance`). Throws `ApiError`. */
export async function saveAttendance({
  id,
  ...body
}: { id: string } & AttendanceChange): Promise<AttendanceResult> {
  try {
    const entry = await request(`/agenda/${id}/attendance`, {
      method: 'PUT',
      body,
      schema: agendaEntry,
      auth: 'session',
    })
    return { kind: 'changed', entry }
  } catch (error) {
    const body = error instanceof ApiError ? error.body : undefined
    const { data: refusal } = attendanceRefusal.safeParse(body)
    if (!refusal) throw error
    return { kind: 'refused', ...refusal }
  }
}

/** Changes the staff's note (`PUT /agenda/{id}/note`). Throws `ApiError`, also `stale`. */
export function saveNote(id: string, body: NoteChange): Promise<AgendaEntry> {
  return request(`/agenda/${id}/note`, {
    method: 'PUT',
    body,
    schema: agendaEntry,
    auth: 'session',
  })
}

/** Every note of an appointment, the newest first. @param version of the newest note */
export function notesOptions(id: string, version: number) {
  return queryOptions({
    queryKey: ['notes', id, version],
    queryFn: ({ signal }) =>
      request(`/agenda/${id}/notes`, { schema: noteHistory, auth: 'session', signal }),
    staleTime: 0,
  })
}
