import { queryOptions } from '@tanstack/react-query'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'

/** The treatments of a day with their free times, under the same query key as in the booking. */
export function dayOptions(date: string) {
  return queryOptions({
    queryKey: ['available', date],
    queryFn: async ({ signal }): Promise<Treatment[]> => {
      const { fetchDay } = await loadChunk(() => import('#web/both/times/day-api.ts'))
      return fetchDay(date, signal)
    },
    // Others book meanwhile.
    staleTime: 0,
  })
}
