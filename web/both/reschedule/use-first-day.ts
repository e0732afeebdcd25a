import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { nearestBookableDay } from '#web/both/times/bookable-days.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'

/** The day on which the calendar of a move opens: the appointment's, or the next open one. */
export function useFirstDay(date: IsoDate): IsoDate {
  const calendar = useQuery(calendarOptions())
  return (calendar.data && nearestBookableDay(date, calendar.data)) ?? date
}
