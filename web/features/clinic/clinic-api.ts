import { queryOptions } from '@tanstack/react-query'
import {
  type ClinicChange,
  type ClinicState,
  clinicState,
} from '#contract/schedule/clinic-settings.ts'
import { request } from '#web/lib/api/request.ts'

const PATH = '/clinic/settings'

/** The clinic's details and booking rules, for admins. */
export function clinicOptions() {
  return queryOptions({
    queryKey: ['clinic settings'],
    queryFn: ({ signal }) => request(PATH, { schema: clinicState, auth: 'session', signal }),
    staleTime: 0,
    // A form is being edited: others' changes are reported when it is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Saves the settings. Throws `ApiError`. */
export function saveClinic(body: ClinicChange): Promise<ClinicState> {
  return request(PATH, { method: 'PUT', body, schema: clinicState, auth: 'session' })
}
