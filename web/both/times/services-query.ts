import { queryOptions } from '@tanstack/react-query'
import { listServices } from '#contract/treatments/treatments-calls.ts'
import { send } from '#web/lib/api/send.ts'

export function servicesOptions() {
  return queryOptions({
    queryKey: ['services'],
    queryFn: ({ signal }) => send(listServices, { signal }),
  })
}
