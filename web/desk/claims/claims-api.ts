import { queryOptions } from '@tanstack/react-query'
import { countClaims } from '#contract/claims/claims-calls.ts'
import { send } from '#web/lib/api/send.ts'

const LONGEST_WAIT = 3_600_000

/** How many families are invited; asked again when more emails can be sent. */
export const claimCountsOptions = queryOptions({
  queryKey: ['claim-counts'],
  queryFn: ({ signal }) => send(countClaims, { signal }),
  refetchInterval({ state: { data } }) {
    if (!data?.nextAt) return false
    const wait = new Date(data.nextAt).getTime() - Date.now()
    return Math.min(Math.max(wait, 1000), LONGEST_WAIT)
  },
})
