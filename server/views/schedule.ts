import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Impact, Schedule, ScheduleYear } from '#contract/schedule/schedule.ts'
import type { ExtraSession } from '#contract/treatments/extra-sessions.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Affected } from '#domain/schedule/closures.ts'
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
import { toImpact } from './appointments.ts'
import { toNamed } from './with-id.ts'

/** When the clinic is closed and doctors are away from today on, and which days bring other hours. */
export function toScheduleYear(db: Database, today: IsoDate): ScheduleYear {
  const counts = countInClosures(db, today)
  const byOwner = Map.groupBy(readClosures(db, today), ({ doctorId }) => doctorId)
  const doctors = listDoctors(db)
    .map(({ doctor }) => toNamed(doctor))
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

/** The effect of a closure on appointments, and the other times that they could have. */
export function toClosureImpact(
  db: Database,
  { affected, plan }: Affected,
  { timeZone }: Pick<ClinicMoment, 'timeZone'>,
): Impact {
  const impact = toImpact(db, affected)
  if (!plan || affected.length === 0) return impact
  const named = new Set(impact.appointments.map(({ _id }) => _id))
  const { today: date, minute } = wallClockAt(plan.until, timeZone)
  const times = plan.times
    .filter(({ row }) => named.has(row.id))
    .map((time) => ({
      _id: time.row.id,
      date: time.date,
      slot: formatSlot(time),
      doctor: time.doctor?.name ?? null,
    }))
  const { fingerprint } = plan
  return {
    ...impact,
    reoffer: { fingerprint, untilAt: { date, minute }, total: plan.times.length, times },
  }
}
