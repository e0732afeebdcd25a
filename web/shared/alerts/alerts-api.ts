import { queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/front-desk/alerts-calls.ts'
import { send } from '#web/lib/api/send.ts'

export function alertsOptions(childId: string) {
  return queryOptions({
    queryKey: ['alerts', childId],
    queryFn: ({ signal }) => send(calls.listAlerts, { params: { id: childId }, signal }),
    staleTime: 0,
  })
}
