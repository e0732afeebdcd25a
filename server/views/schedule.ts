import type { IsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Schedule, ScheduleYear } from '#contract/schedule/schedule.ts'
import type { ExtraSession } from '#contract/treatments/extra-sessions.ts'
import type { OwnSchedule } from '#domain/schedule/hours.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type ClosureRow,
  countInClosures,
  readClosures,
} from '#drizzle/queries/schedule/closures.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import type { SessionRow } from '#drizzle/queries/schedule/extra-sessions.ts'
import { readHours } from '#drizzle/queries/schedule/hours.ts'

/** When the clinic is closed and doctors are away from today on, and which days bring other hours. */
export function toScheduleYear(db: Database, today: IsoDate): ScheduleYear {
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
      closures: (byOwner.get(doctor?._id ?? null) ?? []).map((closure) => ({
        ...toClosure(closure),
        appointments: counts.get(closure.id) ?? 0,
      })),
    })),
  }
}

/** The hours and closures of the clinic or a doctor, as admins see them. */
export function toSchedule({ closures, ...schedule }: OwnSchedule): Schedule {
  return { ...schedule, closures: closures.map(toClosure) }
}

function toClosure({ id: _id, doctorId: _doctorId, ...closure }: ClosureRow) {
  return { _id, ...closure }
}

/** Extra time with the number of appointments in it, as admins see it. */
export function toExtraSession({
  session,
  booked,
}: {
  session: SessionRow
  booked: number
}): ExtraSession {
  const { id, doctorId, date, fromMinute, toMinute, everyMinutes, priceCents } = session
  return {
    _id: id,
    doctor: doctorId,
    date,
    fromMinute,
    toMinute,
    treatments: [...session.treatmentIds],
    everyMinutes,
    price: priceCents === null ? null : toDollars(priceCents),
    booked,
  }
}
