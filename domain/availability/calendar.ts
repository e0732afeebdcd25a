import { type BookingCalendar, type ClinicMoment, isBookableDay } from '../../contract/clinic.ts'
import { dayAfter, type IsoDate, weekdayOf } from '../../contract/dates.ts'
import type { OccupiedTime } from '../../contract/free-times.ts'
import type { Database } from '../../drizzle/client.ts'
import { listOccupiedTimes } from '../../drizzle/queries/appointments.ts'
import { readBookingChanges } from '../../drizzle/queries/events.ts'
import { freeTimesOn, treatmentsOn } from './free-times.ts'
import { closedReason, closedWeekdays, findObstacle, type Schedule } from './schedule.ts'

/** The calendar without its appointments. */
export type OpenDays = Omit<Required<BookingCalendar>, 'fullDays'>

/** Which days are open for booking, from today to the horizon. */
export function readCalendar(schedule: Schedule, moment: ClinicMoment): OpenDays {
  const { today, lastDay } = moment
  const weekdays = closedWeekdays(schedule, moment)
  const closures = daysFrom(today, lastDay).filter(
    (date) => !weekdays.includes(weekdayOf(date)) && !isOpen(schedule, date, moment),
  )
  const closedReasons = closures.flatMap((date) => {
    const reason = findObstacle(schedule, date, moment) && closedReason(schedule, date)
    return reason ? { date, reason } : []
  })
  return { today, lastDay, closures, closedWeekdays: weekdays, closedReasons }
}

/** Today is over when none of its times are to come. */
function isOpen(schedule: Schedule, date: IsoDate, moment: ClinicMoment): boolean {
  if (findObstacle(schedule, date, moment)) return false
  return date > moment.today || hasFreeTime(schedule, [], date, moment)
}

function hasFreeTime(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): boolean {
  const timesOf = freeTimesOn(schedule, occupied, date, moment)
  return treatmentsOn(schedule, date).some((treatment) => timesOf(treatment).length > 0)
}

/** The days from the first to the last. */
function daysFrom(first: IsoDate, last: IsoDate): IsoDate[] {
  const days: IsoDate[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

/**
 * Lists the open days on which every time is taken. To find that out for a whole calendar takes
 * long, so each day's answer is kept until an event about an appointment of that day, or until the
 * schedule changes; today's for a minute.
 */
export function keepFullDays(db: Database) {
  const isFull = new Map<IsoDate, boolean>()
  let keptFor: Schedule | undefined
  let latest = 0

  return (schedule: Schedule, open: OpenDays, moment: ClinicMoment): IsoDate[] => {
    // Before the appointments: what is committed in between is read twice, and not missed.
    const changes = readBookingChanges(db, latest)
    latest = changes.latest
    if (keptFor !== schedule || changes.dates === 'many') isFull.clear()
    else for (const date of changes.dates) isFull.delete(date)
    isFull.delete(moment.today)
    keptFor = schedule

    const days = daysFrom(open.today, open.lastDay).filter((date) => isBookableDay(date, open))
    return days.filter((date) => {
      const full =
        isFull.get(date) ?? !hasFreeTime(schedule, listOccupiedTimes(db, date), date, moment)
      isFull.set(date, full)
      return full
    })
  }
}
