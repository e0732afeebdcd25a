import { queryOptions } from '@tanstack/react-query'
import {
  type LinkConfirmed,
  linkConfirmed,
  linkDeclined,
  proposedLinkList,
} from '#contract/front-desk/family-links.ts'
import { request } from '#web/lib/api/request.ts'

/** What the front desk proposes to give to the account with this email. */
export function proposedLinksOptions(email: string) {
  return queryOptions({
    queryKey: ['family-links', email],
    queryFn: ({ signal }) =>
      request('/family-links', { schema: proposedLinkList, auth: 'session', signal }),
    staleTime: 0,
  })
}

const pathOf = (id: string) => `/family-links/${encodeURIComponent(id)}`

/** Takes the proposed appointments. Throws `ApiError`. */
export function confirmLink(id: string): Promise<LinkConfirmed> {
  const options = { method: 'POST', schema: linkConfirmed, auth: 'session' } as const
  return request(`${pathOf(id)}/confirm`, options)
}

/** Says that the proposed appointments are not the user's. Throws `ApiError`. */
export function declineLink(id: string): Promise<unknown> {
  const options = { method: 'POST', schema: linkDeclined, auth: 'session' } as const
  return request(`${pathOf(id)}/decline`, options)
}
