import { queryOptions } from '@tanstack/react-query'
import { listFamilyLinks } from '#contract/front-desk/family-links-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** What the front desk proposes to give to the account with this email. */
export function proposedLinksOptions(email: string) {
  return queryOptions({
    queryKey: ['family-links', email],
    queryFn: ({ signal }) => send(listFamilyLinks, { signal }),
    staleTime: 0,
  })
}
