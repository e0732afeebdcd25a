import type { Prefetch } from '#web/lib/api/prefetch.ts'
import { teamOptions } from '#web/shared/doctors/team-query.ts'

/** What the doctors' page shows. */
const prefetchTeam: Prefetch = {
  knownSearch: async () => new URLSearchParams(),
  async load({ queries, data }) {
    queries.setQueryData(teamOptions().queryKey, await data.team())
  },
}

export default prefetchTeam
