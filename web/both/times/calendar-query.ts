import { queryOptions } from '@tanstack/react-query'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { recentConfig, untilNextDay } from '#web/lib/api/config.ts'
import { CACHE_TIME } from '#web/lib/api/query-client.ts'

interface Calendar extends BookingCalendar {
  /** Milliseconds until the clinic's next day; unknown in a server-rendered page, which is cached. */
  nextDayIn?: number
}

/** Which days can be booked; reloaded when the clinic's next day begins. */
export function calendarOptions() {
  return queryOptions({
    queryKey: ['calendar'],
    queryFn: async (): Promise<Calendar> => (await recentConfig()).clinic,
    staleTime: ({ state: { data } }) => (data?.nextDayIn === undefined ? 0 : CACHE_TIME),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      data?.nextDayIn === undefined ? false : untilNextDay(data.nextDayIn, dataUpdatedAt),
  })
}
