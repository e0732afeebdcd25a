import { queryOptions } from '@tanstack/react-query'
import { loadChunk } from '#web/lib/load-chunk.ts'

/** The clinic's doctors as the public sees them (`GET /team`). */
export function teamOptions() {
  return queryOptions({
    queryKey: ['team'],
    // A server-rendered page brings its data: the code of the call is loaded when it is needed.
    queryFn: async ({ signal }) => {
      const { fetchTeam } = await loadChunk(() => import('./team-api.ts'))
      return fetchTeam(signal)
    },
  })
}
