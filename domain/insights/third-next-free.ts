import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { listOccupiedTimes } from '#drizzle/queries/booking/appointments.ts'
import { freeTimesOn, treatmentsOn } from '../availability/free-times.ts'
import { currentSchedule, type Schedule } from '../availability/schedule.ts'
import type { ClinicClock } from '../clinic-clock.ts'

/** Not the first: the first two are often times that were just given up, and say nothing about the wait. */
const THIRD = 3

/** A treatment and its third free time; null when there is none within the horizon. */
export interface ThirdNextFree {
  id: string
  name: string
  date: IsoDate | null
  /** Counted from today. */
  days: number | null
}

/**
 * Answers, for each active treatment, when the third free time from now on is. The answer is cached for a
 * minute, or until the schedule changes.
 * @returns a function; with a doctor's id it counts only times with that doctor
 */
export function createThirdNextFree(
  db: Database,
  clock: ClinicClock,
): (doctorId?: string) => ThirdNextFree[] {
  let known: { schedule: Schedule; moment: ClinicMoment } | undefined
  const kept = new Map<string, ThirdNextFree[]>()
  return (doctorId) => {
    const schedule = currentSchedule(db)
    const moment = clock.moment()
    if (known?.schedule !== schedule || known.moment !== moment) {
      kept.clear()
      known = { schedule, moment }
    }
    const key = doctorId ?? ''
    const answer = kept.get(key) ?? findThirdNextFree(db, schedule, moment, doctorId)
    // Caches known doctors only: requests with other ids must not fill the memory.
    if (doctorId === undefined || schedule.doctorIds.includes(doctorId)) kept.set(key, answer)
    return answer
  }
}

/** The same without a cache; with a doctor's id it counts only times with that doctor. */
export function findThirdNextFree(
  db: Database,
  schedule: Schedule,
  moment: ClinicMoment,
  doctorId?: string,
): ThirdNextFree[] {
  const wanted = schedule.treatments.filter(
    ({ doctors }) => doctorId === undefined || doctors.some(({ id }) => id === doctorId),
  )
  const free = new Map(wanted.map(({ id }) => [id, 0]))
  const days = new Map<string, IsoDate>()
  for (
    let date = moment.today;
    date <= moment.lastDay && days.size < wanted.length;
    date = dayAfter(date)
  ) {
    const timesOf = freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment)
    for (const treatment of treatmentsOn(schedule, date)) {
      const { id } = treatment
      const before = free.get(id)
      if (before === undefined || days.has(id)) continue
      const times = timesOf(treatment).filter(
        ({ doctorIds }) => doctorId === undefined || doctorIds.includes(doctorId),
      )
      free.set(id, before + times.length)
      if (before + times.length >= THIRD) days.set(id, date)
    }
  }
  return wanted.map(({ id, name }) => {
    const date = days.get(id) ?? null
    return { id, name, date, days: date === null ? null : daysBetween(moment.today, date) }
  })
}
