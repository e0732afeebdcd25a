import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type ClosureRow,
  countInClosures,
  readClosures,
} from '#drizzle/queries/schedule/closures.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { readHours } from '#drizzle/queries/schedule/hours.ts'

export interface ScheduleYearRow {
  /** Null for the clinic. */
  doctor: { id: string; name: string } | null
  closures: (ClosureRow & { appointments: number })[]
}

/** When the clinic is closed and doctors are away from today on, and which days bring other hours. */
export function readYear(
  db: Database,
  today: IsoDate,
): { changes: IsoDate[]; rows: ScheduleYearRow[] } {
  const counts = countInClosures(db, today)
  const byOwner = Map.groupBy(readClosures(db, today), ({ doctorId }) => doctorId)
  const doctors = listDoctors(db)
    .map(({ doctor }) => doctor)
    .sort((a, b) => a.name.localeCompare(b.name))
  const plans = [...readHours(db).values()].flat()
  const changes = plans.flatMap(({ validFrom }) => (validFrom > today ? validFrom : []))
  return {
    changes: [...new Set(changes)].sort(),
    rows: [null, ...doctors].map((doctor) => ({
      doctor,
      closures: (byOwner.get(doctor?.id ?? null) ?? []).map((closure) => ({
        ...closure,
        appointments: counts.get(closure.id) ?? 0,
      })),
    })),
  }
}
