import { queryOptions } from '@tanstack/react-query'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'

/** For how many milliseconds free times are shown without reloading, because others book meanwhile. */
export const FRESH_FOR = 30_000

/** Server-rendered pages bring their data, so the call's code is loaded on demand. */
export async function fetchTimes(signal: AbortSignal): Promise<NextTimes[]> {
  const { fetchNextTimes } = await loadChunk(() => import('./next-times-api.ts'))
  return fetchNextTimes(signal)
}

/** Each treatment with the next days on which it has free times. */
export function nextTimesOptions() {
  return queryOptions({
    queryKey: ['next-times'],
    queryFn: ({ signal }): Promise<readonly NextTimes[]> => fetchTimes(signal),
    staleTime: FRESH_FOR,
  })
}
