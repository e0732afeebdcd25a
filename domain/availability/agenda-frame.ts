import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { AgendaFrame, ClosedTime, FrameDay } from '#contract/front-desk/agenda-frame.ts'
import type { Database } from '#drizzle/client.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { CLINIC, type Owner } from '#drizzle/queries/schedule/hours.ts'
import { closuresOn, currentSchedule, hoursOn, type Schedule } from './schedule.ts'

/** What the calendar draws around the appointments of some days: docs/requirements.md#calendar. */
export function agendaFrameOf(
  db: Database,
  first: IsoDate,
  days: number,
): Pick<AgendaFrame, 'doctors' | 'treatments' | 'days'> {
  const schedule = currentSchedule(db)
  const doctors = listDoctors(db)
    .map(({ doctor: { id, name } }) => ({ _id: id, name, treatments: givenBy(schedule, id) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return {
    doctors,
    treatments: schedule.treatments
      .filter(({ id, needsDoctor }) => !needsDoctor && !schedule.doctorsOf.has(id))
      .map(({ id, name }) => ({ _id: id, name })),
    days: Array.from({ length: days }, (_, index) =>
      frameOn(schedule, dayAfter(first, index), doctors),
    ),
  }
}

function givenBy({ treatments }: Schedule, doctorId: string): string[] {
  return treatments
    .filter(({ doctors }) => doctors.some(({ id }) => id === doctorId))
    .map(({ id }) => id)
}

function frameOn(schedule: Schedule, date: IsoDate, doctors: readonly { _id: string }[]): FrameDay {
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
    doctors: doctors.map(({ _id }) => ({
      _id,
      hours: [...(hoursOn(schedule, _id, date) ?? hours)],
      absences: closedFor(_id),
    })),
  }
}
