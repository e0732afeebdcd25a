import { useQuery } from '@tanstack/react-query'
import { formatMinute } from '#contract/booking/slots.ts'
import { dayAfter, formatFullDay, formatWeekday, type IsoDate } from '#contract/dates.ts'
import { configOptions } from '#web/lib/api/config.ts'

/** How far away a day is that needs its year. */
const NEAR_DAYS = 183

/** 'Fri, Jun 5'; half a year away or with today unknown: 'Fri, Jun 5, 2026'. */
export function formatNearDay(day: IsoDate, today: IsoDate | undefined): string {
  const isNear = today && dayAfter(today, -NEAR_DAYS) < day && day < dayAfter(today, NEAR_DAYS)
  return isNear ? formatWeekday(day) : formatFullDay(day)
}

/** `formatNearDay` from the clinic's present day. */
export function useDayFormat(): (day: IsoDate) => string {
  const today = useQuery(configOptions()).data?.clinic.today
  return (day) => formatNearDay(day, today)
}

/** Until when a time is held: '1:00 PM', on another day '1:00 PM on Mon, Mar 1'. */
export function formatUntil(
  { date, minute }: { date: IsoDate; minute: number },
  today: IsoDate | undefined,
): string {
  const time = formatMinute(minute)
  return date === today ? time : `${time} on ${formatNearDay(date, today)}`
}

/** `formatUntil` from the clinic's present day. */
export function useUntilFormat() {
  const today = useQuery(configOptions()).data?.clinic.today
  return (until: Parameters<typeof formatUntil>[0]) => formatUntil(until, today)
}
