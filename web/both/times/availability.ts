import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { fetchDay } from './day-api.ts'

/** The treatments of a day with the slots that are free now. */
export function availabilityOptions(date: IsoDate) {
  return queryOptions({
    queryKey: ['available', date],
    queryFn: ({ signal }) => fetchDay(date, signal),
    // Others book meanwhile, so cached times are shown at once but always reloaded.
    staleTime: 0,
  })
}
