import type { Prefetch } from '../../lib/api/prefetch.ts'
import { DAY_PARAMETER, firstBookableDay, readBookableDay } from './bookable-days.ts'
import { calendarOptions } from './calendar-query.ts'
import { availabilityOptions } from './treatments-api.ts'

/** What the appointment page shows: which days can be booked, and the treatments of the chosen one. */
const prefetchCalendar: Prefetch = async ({ queries, data, search }) => {
  const calendar = await data.calendar()
  queries.setQueryData(calendarOptions().queryKey, calendar)
  const asked = search.get(DAY_PARAMETER)
  const wanted = readBookableDay(asked, calendar)
  const day = wanted ?? firstBookableDay(calendar)
  if (day) queries.setQueryData(availabilityOptions(day).queryKey, await data.treatmentsOn(day))
  if (!asked) return ''
  // All days that cannot be booked lead to the same page.
  return `?${new URLSearchParams({ [DAY_PARAMETER]: wanted ?? 'none' })}`
}

export default prefetchCalendar
