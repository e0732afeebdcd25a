import type { Prefetch } from '#web/lib/api/prefetch.ts'
import { homeTimesOf, homeTimesOptions } from './home-times.ts'

/** The schedule's data on the home page. */
const prefetchHome: Prefetch = {
  knownSearch: async () => new URLSearchParams(),
  async load({ queries, data }) {
    queries.setQueryData(homeTimesOptions().queryKey, homeTimesOf(await data.nextTimes()))
  },
}

export default prefetchHome
