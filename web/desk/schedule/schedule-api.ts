import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { deleteDoctor } from '#contract/doctors/doctors-refusals.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import { type Decision, type Impact, impact } from '#contract/schedule/schedule.ts'
import { getSchedule, getScheduleYear } from '#contract/schedule/schedule-calls.ts'
import type { withdrawHours } from '#contract/schedule/schedule-refusals.ts'
import type { withdrawExtraSession } from '#contract/treatments/treatments-refusals.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
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

/** Closures and absences of the clinic and all doctors, from today on. */
export const scheduleYearOptions = queryOptions({
  queryKey: ['schedule', 'year'],
  queryFn: ({ signal }) => send(getScheduleYear, { signal }),
  staleTime: 0,
})

/** A decision about affected appointments, and the fingerprint of their preview. */
export interface DecidedOn {
  appointments: Decision
  fingerprint: string
}

/** A call that affects appointments. */
type Affecting = typeof withdrawHours | typeof withdrawExtraSession | typeof deleteDoctor

function isImpactRefusal(error: ApiError): boolean {
  const code = error.code as RefusalCode<Affecting>
  return code === 'undecided' || code === 'outdated'
}

/**
 * The affected appointments in a refusal, which need a decision or have changed since; undefined for other
 * errors.
 */
export function impactOf(error: unknown): Impact | undefined {
  if (!(error instanceof ApiError) || !isImpactRefusal(error)) return undefined
  return impact.parse((error.body as { impact?: unknown }).impact)
}

/** Reloads everything that depends on hours and closures. */
export async function refreshSchedule(queries: QueryClient): Promise<void> {
  const keys = ['schedule', 'calendar', 'available', 'config', 'agenda'].map((key) => [key])
  await Promise.all([...keys, TODO_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
