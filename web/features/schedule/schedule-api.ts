import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Deletion, deletion } from '#contract/identity/users.ts'
import {
  type Closure,
  type ClosurePreview,
  type Decision,
  type HoursPreview,
  type Impact,
  impact,
  type Misfit,
  misfitList,
  misfitResponse,
  type NewClosure,
  type NewHours,
  schedule,
  scheduleChange,
} from '#contract/schedule/schedule.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'

/** A doctor's id; undefined for the clinic. */
export type Doctor = string | undefined

/** The hours and closures of the clinic or of a doctor. */
export function scheduleOptions(doctor: Doctor) {
  return queryOptions({
    queryKey: ['schedule', doctor ?? null],
    queryFn: ({ signal }) =>
      request(`/schedule${doctor ? `?doctor=${doctor}` : ''}`, {
        schema: schedule,
        auth: 'session',
        signal,
      }),
    staleTime: 0,
  })
}

/** Appointments to come that no longer fit. */
export function misfitsOptions() {
  return queryOptions({
    queryKey: ['misfits'],
    queryFn: ({ signal }) =>
      request('/schedule/misfits', { schema: misfitList, auth: 'session', signal }),
    staleTime: 0,
  })
}

/** What a closure would do. Throws `ApiError`. */
export function previewClosure(body: ClosurePreview): Promise<Impact> {
  const options = { method: 'POST', body, schema: impact, auth: 'session' } as const
  return request('/schedule/closures/preview', options)
}

/** What new hours would do. Throws `ApiError`. */
export function previewHours(body: HoursPreview): Promise<Impact> {
  const options = { method: 'POST', body, schema: impact, auth: 'session' } as const
  return request('/schedule/hours/preview', options)
}

/** Adds a closure or an absence. Throws `ApiError`. */
export function addClosure(body: NewClosure) {
  const options = { method: 'POST', body, schema: scheduleChange, auth: 'session' } as const
  return request('/schedule/closures', options)
}

/** Opens the time of a closure again. Throws `ApiError`. */
export function removeClosure({ _id }: Closure): Promise<Deletion> {
  const options = { method: 'DELETE', schema: deletion, auth: 'session' } as const
  return request(`/schedule/closures/${_id}`, options)
}

/** Changes the hours from a day on. Throws `ApiError`. */
export function changeHours(body: NewHours) {
  const options = { method: 'PUT', body, schema: scheduleChange, auth: 'session' } as const
  return request('/schedule/hours', options)
}

/**
 * Withdraws hours that have not begun. Throws `ApiError`; `impactOf` reads from it the appointments
 * that have to be decided about.
 */
export function withdrawHours(
  doctor: Doctor,
  { validFrom, version, ...decided }: { validFrom: string; version: string } & Partial<DecidedOn>,
) {
  const query = new URLSearchParams({ version, ...(doctor && { doctor }), ...decided })
  const options = { method: 'DELETE', schema: scheduleChange, auth: 'session' } as const
  return request(`/schedule/hours/${validFrom}?${query}`, options)
}

/** A decision about the affected appointments, and the fingerprint of what was decided on. */
export interface DecidedOn {
  appointments: Decision
  fingerprint: string
}

/**
 * The appointments that a refused change affects, which have to be decided about, or which have
 * changed since; undefined for all other errors.
 */
export function impactOf(error: unknown): Impact | undefined {
  if (!(error instanceof ApiError) || !['undecided', 'outdated'].includes(error.code)) return
  return impact.parse((error.body as { impact?: unknown }).impact)
}

/** Keeps or cancels an appointment that no longer fits. Throws `ApiError`. */
export async function decideMisfit(
  { _id, version }: Misfit,
  decision: 'keep' | 'cancel',
): Promise<Misfit[]> {
  const { misfits } = await request(`/schedule/misfits/${_id}/${decision}`, {
    method: 'POST',
    body: { version },
    schema: misfitResponse,
    auth: 'session',
  })
  return misfits
}

/** Moves an appointment that no longer fits to a free time of its treatment. Throws `ApiError`. */
export async function moveMisfit(
  { _id, version }: Misfit,
  time: { date: string; slot: string },
): Promise<Misfit[]> {
  const { misfits } = await request(`/schedule/misfits/${_id}/move`, {
    method: 'POST',
    body: { version, ...time },
    schema: misfitResponse,
    auth: 'session',
  })
  return misfits
}

/** Everything that depends on hours and closures is out of date. */
export async function refreshSchedule(queries: QueryClient): Promise<void> {
  const keys = ['schedule', 'misfits', 'calendar', 'available', 'config', 'agenda']
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
