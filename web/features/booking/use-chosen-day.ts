import { useSearchParams } from 'react-router-dom'
import type { BookingCalendar } from '../../../contract/clinic.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import { firstBookableDay, readBookableDay } from './bookable-days.ts'

/** Where the chosen day lives: `/appointment?date=2026-11-24`. */
export const DAY_PARAMETER = 'date'

/**
 * The chosen day is the one in the address, so that reload, links and the back button keep it.
 * Without one it is the day `wished` for. When that cannot be booked it `isRefused`, and the
 * first day that can be is chosen; undefined when there is none.
 */
export function useChosenDay(calendar: BookingCalendar, wished: string | undefined) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get(DAY_PARAMETER)
  const wanted = asked ?? wished
  const day = readBookableDay(wanted, calendar)
  return {
    day: day ?? firstBookableDay(calendar),
    isRefused: Boolean(wanted) && !day,
    chooseDay: (day: IsoDate) => {
      if (day !== asked) setParameters({ [DAY_PARAMETER]: day }, { preventScrollReset: true })
    },
  }
}
