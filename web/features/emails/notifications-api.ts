import { queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/notifications/notifications-calls.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of all lists of emails. */
export const NOTIFICATIONS_KEY = ['notifications']

/** The emails to families, newest first, page by page; empty filters match everything. */
export function notificationsOptions(filter: {
  state: string
  person: string
  appointment: string
}) {
  return pagedListOptions(calls.listNotifications, filter)
}

/** Users whose address bounced. */
export const unreachableOptions = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unreachable'],
  queryFn: ({ signal }) => send(calls.listUnreachable, { signal }),
  staleTime: 0,
})
