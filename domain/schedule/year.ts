import type { IsoDate } from '#contract/dates.ts'
import type { ScheduleYear } from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { countInClosures, readClosures } from '#drizzle/queries/schedule/closures.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { readHours } from '#drizzle/queries/schedule/hours.ts'

/** When the clinic is closed and doctors are away from today on, and which days bring other hours. */
export function readScheduleYear(db: Database, today: IsoDate): ScheduleYear {
  const counts = countInClosures(db, today)
  const byOwner = Map.groupBy(readClosures(db, today), ({ doctorId }) => doctorId)
  const doctors = listDoctors(db)
    .map(({ doctor: { id, name } }) => ({ _id: id, name }))
    .sort((a, b) => a.name.localeCompare(b.name))
  const plans = [...readHours(db).values()].flat()
  const changes = plans.flatMap(({ validFrom }) => (validFrom > today ? validFrom : []))
  return {
    today,
    changes: [...new Set(changes)].sort(),
    rows: [null, ...doctors].map((doctor) => ({
      doctor,
      closures: (byOwner.get(doctor?._id ?? null) ?? []).map(
        ({ id: _id, doctorId: _doctorId, ...closure }) => ({
          _id,
          ...closure,
          appointments: counts.get(_id) ?? 0,
        }),
      ),
    })),
  }
}
