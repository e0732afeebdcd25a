import type { Prefetch } from '#web/lib/api/prefetch.ts'
import { teamOptions } from './team-query.ts'

/** What the doctors' page shows. */
const prefetchTeam: Prefetch = async ({ queries, data }) => {
  queries.setQueryData(teamOptions().queryKey, await data.team())
  return ''
}

export default prefetchTeam
