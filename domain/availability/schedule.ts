import { type ClinicMoment, type DayObstacle, findDayObstacle } from '#contract/clinic/clinic.ts'
import { BEFORE_ALL_DAYS, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { Opening } from '#contract/opening/opening.ts'
import {
  type DaySchedule,
  type DaySession,
  openTimes,
  type WorkingDay,
} from '#contract/schedule/free-times.ts'
import {
  type HoursPlan,
  MINUTES_PER_DAY,
  planOn,
  type Span,
  WEEKDAYS,
} from '#contract/schedule/schedule.ts'
import { withPriceOn } from '#contract/treatments/prices.ts'
import type { Database } from '#drizzle/client.ts'
import { type ClosureRow, readClosures } from '#drizzle/queries/schedule/closures.ts'
import { readSessions, type SessionRow } from '#drizzle/queries/schedule/extra-sessions.ts'
import { CLINIC, type Owner, readHours } from '#drizzle/queries/schedule/hours.ts'
import { readOpening } from '#drizzle/queries/schedule/opening.ts'
import {
  listDoctorIds,
  listOfferedTreatments,
  type OfferedTreatment,
  readBuffers,
  readDoctorsOf,
} from '#drizzle/queries/schedule/schedule.ts'
import { skippedMinutes } from '../clinic-clock.ts'
import { keepUntilChanged } from './keep-until-changed.ts'

/** Everything that decides which times are offered, except appointments and the time of day. */
export interface Schedule {
  /** The active treatments in the order of the screen. */
  treatments: readonly OfferedTreatment[]
  /** Plans of hours by doctor id, and by null for the clinic, in the order of their dates. */
  hours: ReadonlyMap<Owner, readonly HoursPlan[]>
  /** Closures and absences, past ones included. */
  closures: readonly ClosureRow[]
  /** Extra sessions, past ones included, in order. */
  sessions: readonly SessionRow[]
  /**
   * For how many minutes after a treatment its doctor takes no other appointment, by treatment id; only
   * positive ones.
   */
  buffers: ReadonlyMap<string, number>
  /** The ids of all doctors. */
  doctorIds: readonly string[]
  /** The ids of each treatment's doctors, sorted by name, by treatment id; inactive treatments included. */
  doctorsOf: ReadonlyMap<string, readonly string[]>
  /** Whether families can book online. */
  opening: Opening
}

/** The schedule as it is now. */
export const currentSchedule = keepUntilChanged(readSchedule)

function readSchedule(db: Database): Schedule {
  const sessions = readSessions(db)
  return {
    treatments: listOfferedTreatments(db).map((treatment) =>
      withSessionPrices(treatment, sessions),
    ),
    sessions,
    buffers: readBuffers(db),
    hours: readHours(db),
    closures: readClosures(db, BEFORE_ALL_DAYS),
    doctorIds: listDoctorIds(db),
    doctorsOf: readDoctorsOf(db),
    opening: readOpening(db),
  }
}

/** A session that has a price sets it for its treatments on that day. */
function withSessionPrices(
  treatment: OfferedTreatment,
  sessions: readonly SessionRow[],
): OfferedTreatment {
  let { prices } = treatment
  for (const { date, priceCents, treatmentIds } of sessions) {
    const isFor = treatmentIds.length === 0 || treatmentIds.includes(treatment.id)
    if (priceCents !== null && isFor) prices = withPriceOn(prices, date, priceCents)
  }
  return prices === treatment.prices ? treatment : { ...treatment, prices }
}

/** The extra sessions of a day. */
function sessionsOn({ sessions }: Schedule, date: IsoDate): DaySession[] {
  return sessions
    .filter((session) => session.date === date)
    .map(({ fromMinute: from, toMinute: to, ...session }) => ({ ...session, from, to }))
}

/** The hours of the clinic or of a doctor on a day; undefined before their first plan. */
export function hoursOn(
  schedule: Schedule,
  owner: Owner,
  date: IsoDate,
): readonly Span[] | undefined {
  return planOn(schedule.hours.get(owner) ?? [], date)?.week[weekdayOf(date)]
}

/** The closures of the clinic and the absences of doctors on a day. */
export function closuresOn({ closures }: Schedule, date: IsoDate): ClosureRow[] {
  return closures.filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate)
}

/** When the clinic works on a day. */
function clinicOn(
  schedule: Schedule,
  date: IsoDate,
  { timeZone }: Pick<ClinicMoment, 'timeZone'>,
): WorkingDay {
  return {
    hours: hoursOn(schedule, CLINIC, date) ?? [],
    blocked: [...blockedFor(CLINIC, closuresOn(schedule, date)), ...skippedMinutes(date, timeZone)],
  }
}

/** When the clinic and each doctor work on a day: docs/requirements.md#free-times. */
export function dayOf(schedule: Schedule, date: IsoDate, moment: ClinicMoment): DaySchedule {
  const clinic = clinicOn(schedule, date, moment)
  const closures = closuresOn(schedule, date)
  const doctorOn = (id: string): WorkingDay => {
    const own = hoursOn(schedule, id, date)
    return {
      hours: own ?? clinic.hours,
      blocked: blockedFor(id, closures),
      followsClinic: own === undefined,
    }
  }
  return {
    clinic,
    doctors: new Map(schedule.doctorIds.map((id) => [id, doctorOn(id)])),
    doctorsOf: schedule.doctorsOf,
    sessions: sessionsOn(schedule, date),
    buffers: schedule.buffers,
  }
}

/** The day as if the clinic and its doctors worked around the clock; absent doctors stay absent. */
export function openDayOf(schedule: Schedule, date: IsoDate, moment: ClinicMoment): DaySchedule {
  const hours = [{ from: 0, to: MINUTES_PER_DAY }]
  const { doctors, ...day } = dayOf(schedule, date, moment)
  return {
    ...day,
    clinic: { hours, blocked: skippedMinutes(date, moment.timeZone) },
    doctors: new Map(Array.from(doctors, ([id, doctor]) => [id, { ...doctor, hours }])),
  }
}

function blockedFor(owner: Owner, closures: readonly ClosureRow[]): Span[] {
  return closures
    .filter(({ doctorId }) => doctorId === owner)
    .map(({ fromMinute, toMinute }) => ({ from: fromMinute, to: toMinute }))
}

/** Weekdays on which the clinic has neither hours nor sessions from today to the horizon; 0 for Sunday. */
export function closedWeekdays(schedule: Schedule, { today, lastDay }: ClinicMoment): number[] {
  const plans = schedule.hours.get(CLINIC) ?? []
  const current = planOn(plans, today)
  const coming = plans.filter(({ validFrom }) => today < validFrom && validFrom <= lastDay)
  const weeks = [...(current ? [current] : []), ...coming].map(({ week }) => week)
  const sessionDays = schedule.sessions
    .filter(({ date }) => today <= date && date <= lastDay)
    .map(({ date }) => weekdayOf(date))
  return WEEKDAYS.flatMap((_, weekday) =>
    sessionDays.includes(weekday) || weeks.some((week) => week[weekday]?.length) ? [] : weekday,
  )
}

/** Why a day cannot be booked; undefined when it can. */
export function findObstacle(
  schedule: Schedule,
  date: IsoDate,
  moment: ClinicMoment,
): DayObstacle | undefined {
  const outside = findDayObstacle(date, { ...moment, closures: [], closedWeekdays: [] })
  if (outside) return outside
  const clinic = clinicOn(schedule, date, moment)
  const sessions = sessionsOn(schedule, date).map((span) => ({ ...clinic, hours: [span] }))
  if ([clinic, ...sessions].some((day) => openTimes(day).length > 0)) return undefined
  const isWeekend = [0, 6].includes(weekdayOf(date))
  return isWeekend && clinic.hours.length === 0 ? 'weekend' : 'closed'
}

/** The reasons of the day's closures that overlap the hours; undefined without any. */
export function closedReason(schedule: Schedule, date: IsoDate): string | undefined {
  const hours = hoursOn(schedule, CLINIC, date) ?? []
  const reasons = closuresOn(schedule, date)
    .filter(({ doctorId }) => doctorId === CLINIC)
    .filter(({ fromMinute, toMinute }) =>
      hours.some(({ from, to }) => from < toMinute && fromMinute < to),
    )
    .map(({ reason }) => reason)
  return [...new Set(reasons)].join(', ') || undefined
}
