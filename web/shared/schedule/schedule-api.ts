import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Decision,
  type Impact,
  impact,
  type ScheduleConflict,
} from '#contract/schedule/schedule.ts'
import { getSchedule, getScheduleYear } from '#contract/schedule/schedule-calls.ts'
import * as conflictCalls from '#contract/schedule/schedule-conflicts-calls.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'

/** A doctor's id; undefined for the clinic. */
export type Doctor = string | undefined

/** The hours and closures of the clinic or of a doctor. */
export function scheduleOptions(doctor: Doctor) {
  return queryOptions({
    queryKey: ['schedule', doctor ?? null],
    queryFn: ({ signal }) => send(getSchedule, { query: { doctor }, signal }),
    staleTime: 0,
  })
}

/** Closures and absences of everybody, from today on. */
export const scheduleYearOptions = queryOptions({
  queryKey: ['schedule', 'year'],
  queryFn: ({ signal }) => send(getScheduleYear, { signal }),
  staleTime: 0,
})

/** Appointments to come that no longer fit. */
export function conflictsOptions() {
  return queryOptions({
    queryKey: ['conflicts'],
    queryFn: ({ signal }) => send(conflictCalls.listScheduleConflicts, { signal }),
    staleTime: 0,
  })
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
export async function decideConflict(
  { _id, version }: ScheduleConflict,
  decision: 'keep' | 'cancel',
): Promise<ScheduleConflict[]> {
  const call = conflictCalls.conflictDecisions[decision]
  const { misfits } = await send(call, { params: { id: _id }, body: { version } })
  return misfits
}

/** Moves an appointment that no longer fits to a free time of its treatment. Throws `ApiError`. */
export async function moveConflict(
  { _id, version }: ScheduleConflict,
  time: { date: string; slot: string },
): Promise<ScheduleConflict[]> {
  const { misfits } = await send(conflictCalls.moveConflict, {
    params: { id: _id },
    body: { version, ...time },
  })
  return misfits
}

/** Everything that depends on hours and closures is out of date. */
export async function refreshSchedule(queries: QueryClient): Promise<void> {
  const keys = ['schedule', 'conflicts', 'calendar', 'available', 'config', 'agenda']
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
