import { queryOptions } from '@tanstack/react-query'
import { getClinicSettings } from '#contract/clinic/clinic-calls.ts'
import { send } from '#web/lib/api/send.ts'

export function clinicOptions() {
  return queryOptions({
    queryKey: ['clinic settings'],
    queryFn: ({ signal }) => send(getClinicSettings, { signal }),
    staleTime: 0,
    // A form is being edited: others' changes are reported when it is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
