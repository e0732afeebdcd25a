import { DAY_PARAMETER } from '#contract/booking/time-address.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { availabilityOptions, PREFETCHED_FOR } from './availability.ts'
import { nearestBookableDay } from './bookable-days.ts'
import { calendarOptions } from './calendar-query.ts'

/**
 * Loads what the booking page shows first: the calendar and the day in the address, or the first bookable one.
 * Throws `ApiError` without the calendar.
 */
export async function prefetchDay(search: string): Promise<void> {
  const calendar = await queryClient.query(calendarOptions())
  const day = nearestBookableDay(new URLSearchParams(search).get(DAY_PARAMETER), calendar)
  if (!day) return
  await queryClient.prefetchQuery({ ...availabilityOptions(day), staleTime: PREFETCHED_FOR })
}
