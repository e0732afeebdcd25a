import type { IsoDate } from '#contract/dates.ts'
import { readBookedTimes } from '#domain/availability/booked-times.ts'
import { isWithin } from '#domain/availability/schedule-fit.ts'
import type { Database } from '#drizzle/client.ts'
import { type ClosureRow, readClosures } from '#drizzle/queries/schedule/closures.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { readHours } from '#drizzle/queries/schedule/hours.ts'

interface ScheduleYearRow {
  /** Null for the clinic. */
  doctor: { id: string; name: string } | null
  closures: (ClosureRow & { appointments: number })[]
}

/** When the clinic is closed and doctors are away from today on, and on which days hours change. */
export function readYear(
  db: Database,
  today: IsoDate,
): { changes: IsoDate[]; rows: ScheduleYearRow[] } {
  const closures = readClosures(db, today)
  const counts = countInClosures(db, closures, today)
  const byOwner = Map.groupBy(closures, ({ doctorId }) => doctorId)
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

/** How many booked appointments each closure and absence contains from `today` on, by its id. */
function countInClosures(
  db: Database,
  closures: readonly ClosureRow[],
  today: IsoDate,
): Map<string, number> {
  const days = [...readBookedTimes(db, today)]
  return new Map(
    closures.map((closure) => {
      const { id, doctorId, fromDate, toDate } = closure
      const times = days.flatMap(([date, times]) =>
        fromDate <= date && date <= toDate ? times : [],
      )
      const isAffected = (time: (typeof times)[number]) =>
        isWithin(time, closure) && (doctorId === null || time.doctorId === doctorId)
      return [id, times.filter(isAffected).length]
    }),
  )
}
