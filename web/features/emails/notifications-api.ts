import { queryOptions } from '@tanstack/react-query'
import {
  notificationPage,
  resendResponse,
  unreachableList,
} from '#contract/notifications/notifications.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { request } from '#web/lib/api/request.ts'

/** Query key prefix of all lists of emails. */
export const NOTIFICATIONS_KEY = ['notifications']

/** The emails to families, newest first, page by page; empty filters match everything. */
export function notificationsOptions(filter: {
  state: string
  person: string
  appointment: string
}) {
  return pagedListOptions('/notifications', filter, notificationPage)
}

/** Users whose address bounced. */
export const unreachableOptions = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unreachable'],
  queryFn: ({ signal }) =>
    request('/notifications/unreachable', { schema: unreachableList, auth: 'session', signal }),
  staleTime: 0,
})

/** Sends an email again (`POST /notifications/{id}/resend`). Throws `ApiError`. */
export function resendNotification(id: string): Promise<unknown> {
  return request(`/notifications/${id}/resend`, {
    method: 'POST',
    schema: resendResponse,
    auth: 'session',
  })
}
