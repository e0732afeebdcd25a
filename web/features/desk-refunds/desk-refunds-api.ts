import { queryOptions } from '@tanstack/react-query'
import { type DeskRefunds, deskRefunds } from '#contract/front-desk/desk-refunds.ts'
import { request } from '#web/lib/api/request.ts'

/** Query key prefix of what is to be handed back. */
export const DESK_REFUNDS_KEY = ['desk-refunds']

/** What is to be handed back at the desk, and was today, for staff; of a family or of all. */
export function deskRefundsOptions(family?: string) {
  const query = family === undefined ? '' : `?${new URLSearchParams({ family })}`
  return queryOptions({
    queryKey: [...DESK_REFUNDS_KEY, family ?? 'all'],
    queryFn: ({ signal }) =>
      request(`/desk-refunds${query}`, { schema: deskRefunds, auth: 'session', signal }),
    staleTime: 0,
  })
}

/** Records that a refund was handed back, or undoes it. Throws `ApiError`. */
export function changeDeskRefund(id: string, step: 'hand-back' | 'undo'): Promise<DeskRefunds> {
  return request(`/desk-refunds/${id}/${step}`, {
    method: 'POST',
    schema: deskRefunds,
    auth: 'session',
  })
}
