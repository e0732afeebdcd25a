import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { fetchDay, fetchDayToMove } from './day-api.ts'

/** How old a prefetched day may be when the booking page opens, in milliseconds. */
export const PREFETCHED_FOR = 10_000

/** The treatments of a day with the slots that are free now. */
export function availabilityOptions(date: IsoDate) {
  return queryOptions({
    queryKey: ['available', date],
    queryFn: ({ signal }) => fetchDay(date, signal),
    // Others book meanwhile, so cached times are shown at once but always reloaded.
    staleTime: 0,
  })
}

/** The same for moving an appointment, also while families cannot book online. */
export function timesToMoveOptions(date: IsoDate) {
  return queryOptions({
    queryKey: ['available', date, 'to move'],
    queryFn: ({ signal }) => fetchDayToMove(date, signal),
    staleTime: 0,
  })
}
