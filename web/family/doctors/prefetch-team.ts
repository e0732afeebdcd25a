import { teamOptions } from '#web/both/doctors/team-query.ts'
import type { Prefetch } from '#web/lib/api/prefetch.ts'

/** The data of the doctors' page. */
const prefetchTeam: Prefetch = {
  knownSearch: async () => new URLSearchParams(),
  async load({ queries, data }) {
    queries.setQueryData(teamOptions().queryKey, await data.team())
  },
}

export default prefetchTeam
