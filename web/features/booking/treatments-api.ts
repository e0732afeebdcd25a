import { queryOptions } from '@tanstack/react-query'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { treatmentList } from '#contract/schedule/treatments.ts'
import { request } from '#web/lib/api/request.ts'

/** The treatments of a day with the slots that are free now. */
export function availabilityOptions(date: IsoDate) {
  return queryOptions({
    queryKey: ['available', date],
    queryFn: ({ signal }) =>
      request(`/available?date=${encodeURIComponent(formatWireDate(date))}`, {
        schema: treatmentList,
        signal,
      }),
    // Others book meanwhile: shown from the cache immediately, but always refetched.
    staleTime: 0,
  })
}

/** All treatments. */
export function servicesOptions() {
  return queryOptions({
    queryKey: ['services'],
    queryFn: ({ signal }) => request('/services', { schema: treatmentList, signal }),
  })
}
