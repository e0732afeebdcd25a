import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { ClosedTime, FrameDay } from '#contract/front-desk/agenda-frame.ts'
import type { Span } from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { CLINIC, type Owner } from '#drizzle/queries/schedule/hours.ts'
import { closuresOn, currentSchedule, hoursOn, type Schedule } from './schedule.ts'

/** What the calendar shows around the appointments of some days: docs/requirements.md#calendar-of-the-day. */
export interface Frame {
  /** Sorted as their columns are, with the ids of the active treatments that they give. */
  doctors: { id: string; name: string; treatments: string[] }[]
  /** Active treatments without doctors. */
  treatments: { id: string; name: string }[]
  /** `doctors` have the order of the columns. */
  days: (Omit<FrameDay, 'doctors'> & {
    doctors: { id: string; hours: Span[]; absences: ClosedTime[] }[]
  })[]
}

/** @param days how many days, including the first */
export function agendaFrameOf(db: Database, first: IsoDate, days: number): Frame {
  const schedule = currentSchedule(db)
  const doctors = listDoctors(db)
    .map(({ doctor: { id, name } }) => ({ id, name, treatments: givenBy(schedule, id) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return {
    doctors,
    treatments: schedule.treatments
      .filter(({ id, needsDoctor }) => !needsDoctor && !schedule.doctorsOf.has(id))
      .map(({ id, name }) => ({ id, name })),
    days: Array.from({ length: days }, (_, index) =>
      frameOn(schedule, dayAfter(first, index), doctors),
    ),
  }
}

/** When a doctor works on a day, and when not although it is within the hours. */
export function doctorFrameOf(
  db: Database,
  { doctorId, date }: { doctorId: string; date: IsoDate },
): { hours: Span[]; closures: ClosedTime[]; absences: ClosedTime[] } {
  const { doctors, closures } = frameOn(currentSchedule(db), date, [{ id: doctorId }])
  return { hours: [], absences: [], ...doctors[0], closures }
}

function givenBy({ treatments }: Schedule, doctorId: string): string[] {
  return treatments
    .filter(({ doctors }) => doctors.some(({ id }) => id === doctorId))
    .map(({ id }) => id)
}

function frameOn(
  schedule: Schedule,
  date: IsoDate,
  doctors: readonly { id: string }[],
): Frame['days'][number] {
  const closures = closuresOn(schedule, date)
  const closedFor = (owner: Owner): ClosedTime[] =>
    closures
      .filter(({ doctorId }) => doctorId === owner)
      .map(({ fromMinute: from, toMinute: to, reason }) => ({ from, to, reason }))
  const hours = [...(hoursOn(schedule, CLINIC, date) ?? [])]
  return {
    date,
    hours,
    closures: closedFor(CLINIC),
    doctors: doctors.map(({ id }) => ({
      id,
      hours: [...(hoursOn(schedule, id, date) ?? hours)],
      absences: closedFor(id),
    })),
  }
}
