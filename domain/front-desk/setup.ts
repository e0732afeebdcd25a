import type { IsoDate } from '#contract/dates.ts'
import type { SetupSteps } from '#contract/front-desk/todo.ts'
import { agendaFrameOf } from '#domain/availability/agenda-frame.ts'
import type { Env } from '#domain/config/env.ts'
import type { Database } from '#drizzle/client.ts'
import { countStaff } from '#drizzle/queries/identity/users.ts'
import { readClosures } from '#drizzle/queries/schedule/closures.ts'

const DAYS_OF_WEEK = 7

/** Which parts of the clinic are set up: docs/requirements.md#to-do. */
export function setupOf(
  db: Database,
  { today, env }: { today: IsoDate; env: Pick<Env, 'mail' | 'stripe'> },
): SetupSteps {
  const { doctors, treatments, days } = agendaFrameOf(db, today, DAYS_OF_WEEK)
  return {
    hours: days.some(({ hours }) => hours.length > 0),
    doctors: doctors.length > 0,
    treatments: treatments.length > 0 || doctors.some((doctor) => doctor.treatments.length > 0),
    holidays: readClosures(db, today).some(({ doctorId }) => doctorId === null),
    staff: countStaff(db) > 0,
    email: env.mail !== undefined,
    payments: env.stripe !== undefined,
  }
}
