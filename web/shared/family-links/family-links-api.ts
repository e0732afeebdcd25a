import { queryOptions } from '@tanstack/react-query'
import type { LinkConfirmed } from '#contract/front-desk/family-links.ts'
import * as calls from '#contract/front-desk/family-links-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** What the front desk proposes to give to the account with this email. */
export function proposedLinksOptions(email: string) {
  return queryOptions({
    queryKey: ['family-links', email],
    queryFn: ({ signal }) => send(calls.listFamilyLinks, { signal }),
    staleTime: 0,
  })
}

/** Takes the proposed appointments. Throws `ApiError`. */
export function confirmLink(id: string): Promise<LinkConfirmed> {
  return send(calls.confirmFamilyLink, { params: { id } })
}

/** Says that the proposed appointments are not the user's. Throws `ApiError`. */
export function declineLink(id: string): Promise<unknown> {
  return send(calls.declineFamilyLink, { params: { id } })
}
