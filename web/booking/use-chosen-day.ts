import { useSearchParams } from 'react-router-dom'
import type { BookingCalendar } from '../../server/contract/clinic.ts'
import type { IsoDate } from '../../server/contract/dates.ts'
import { firstBookableDay, readBookableDay } from './bookable-days.ts'

/** Where the chosen day lives: `/appointment?date=2026-11-24`. */
export const DAY_PARAMETER = 'date'

/**
 * The chosen day is the one in the address, so that reload, links and the back button keep it.
 * Without one it is the day `wished` for, or else the first that can be booked; undefined when
 * there is none. `refused` is what the address asks for when that day cannot be booked.
 */
export function useChosenDay(calendar: BookingCalendar, wished: string | undefined) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get(DAY_PARAMETER)
  const fromAddress = readBookableDay(asked, calendar)
  return {
    day: fromAddress ?? readBookableDay(wished, calendar) ?? firstBookableDay(calendar),
    refused: asked !== null && fromAddress === undefined ? asked : null,
    chooseDay: (day: IsoDate) => {
      if (day !== asked) setParameters({ [DAY_PARAMETER]: day }, { preventScrollReset: true })
    },
  }
}
