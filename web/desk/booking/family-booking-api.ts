import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import type { FamilyBooking, FamilySeries } from '#contract/families/families.ts'
import * as calls from '#contract/families/families-calls.ts'
import type { SeriesDate } from '#contract/series/series.ts'
import type { BookingResult } from '#machines/booking/booking-context.ts'
import type {
  SeriesRequest,
  SeriesResult,
} from '#machines/series-booking/series-booking-machine.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { send, sendOrRefusal } from '#web/lib/api/send.ts'

/** The treatments of a day with every time that staff can book. */
export const deskAvailabilityOptions = (date: IsoDate) => staffTimesOptions('available', { date })

/** The treatments of a day with the taken times that allow an extra patient. */
export const squeezeOptions = (date: IsoDate) =>
  staffTimesOptions('squeeze', { date, squeeze: 'true' })

function staffTimesOptions(name: string, query: { date: IsoDate; squeeze?: 'true' }) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, name, query.date],
    queryFn: ({ signal }) => send(calls.listStaffTimes, { query, signal }),
    staleTime: 0,
  })
}

/** The dates of a series for a family with their free times. Throws `ApiError`. */
export function loadFamilySeries(
  id: string,
  { rhythm, ...wanted }: SeriesRequest,
  signal: AbortSignal,
): Promise<SeriesDate[]> {
  const query = { ...wanted, ...rhythm }
  return send(calls.findFamilySeries, { params: { id }, query, signal })
}

/** Books a series for a family; resolves for a booking and for a refusal (409). Throws `ApiError`. */
export function bookSeriesForFamily(id: string, body: FamilySeries): Promise<SeriesResult> {
  return sendOrRefusal(calls.bookFamilySeries, { params: { id }, body })
}

/** Books for a family; resolves for a booking and for a refusal (409). Throws `ApiError`. */
export function bookForFamily(id: string, body: FamilyBooking): Promise<BookingResult> {
  return sendOrRefusal(calls.bookForFamily, { params: { id }, body })
}
