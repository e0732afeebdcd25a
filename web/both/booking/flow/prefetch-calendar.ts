import { DAY_PARAMETER } from '#contract/booking/time-address.ts'
import { parseWireDate } from '#contract/dates.ts'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { nearestBookableDay } from '#web/both/times/bookable-days.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import type { Prefetch } from '#web/lib/api/prefetch.ts'

/** The data of the booking page: the days that can be booked, and the treatments of the chosen day. */
const prefetchCalendar: Prefetch = {
  async knownSearch({ data, search }) {
    const known = new URLSearchParams()
    const asked = search.get(DAY_PARAMETER)
    if (asked) {
      // All days outside of the calendar show the same page.
      const date = parseWireDate(asked)
      const calendar = await data.calendar()
      const isInCalendar = date && date >= calendar.today && date <= calendar.lastDay
      known.set(DAY_PARAMETER, isInCalendar ? date : 'none')
    }
    return known
  },

  async load({ queries, data, search }) {
    const calendar = await data.calendar()
    queries.setQueryData(calendarOptions().queryKey, calendar)
    const day = nearestBookableDay(search.get(DAY_PARAMETER), calendar)
    if (day) queries.setQueryData(availabilityOptions(day).queryKey, await data.treatmentsOn(day))
  },
}

export default prefetchCalendar
