import { type BookingCalendar, type ClinicMoment, isBookableDay } from '#contract/clinic/clinic.ts'
import { daysFrom, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import { freeOn, treatmentsOn } from './free-times.ts'
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

/** Whether a day can be booked. Today no longer can once all of its times have passed. */
function isOpen(schedule: Schedule, date: IsoDate, moment: ClinicMoment): boolean {
  if (findObstacle(schedule, date, moment)) return false
  return date > moment.today || hasFreeTime(schedule, [], date, moment)
}

/** Whether a day has a free time besides these appointments. */
export function hasFreeTime(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): boolean {
  const free = freeOn(schedule, occupied, date, moment)
  return treatmentsOn(schedule, date).some((treatment) => free.count(treatment) > 0)
}

/** The open days of the calendar, in order. */
export function bookableDays(open: OpenDays): IsoDate[] {
  return daysFrom(open.today, open.lastDay).filter((date) => isBookableDay(date, open))
}
