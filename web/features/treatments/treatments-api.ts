import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Modification, modification } from '#contract/identity/users.ts'
import {
  type AdminTreatment,
  adminTreatment,
  type NewPrice,
  type NewTreatment,
  newTreatmentResponse,
  type TreatmentAdministration,
  type TreatmentChange,
  treatmentAdministration,
} from '#contract/schedule/treatment-admin.ts'
import { request } from '#web/lib/api/request.ts'
import { servicesOptions } from '../booking/treatments-api.ts'
import { misfitsOptions } from '../schedule/schedule-api.ts'

/** All treatments as admins see them. */
export function treatmentsOptions() {
  return queryOptions({
    queryKey: ['treatments'],
    queryFn: ({ signal }) =>
      request('/treatments', { schema: treatmentAdministration, auth: 'session', signal }),
    staleTime: 0,
    // Forms are being edited: others' changes are reported when they are saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Adds a treatment. Throws `ApiError`. */
export function addTreatment(body: NewTreatment): Promise<{ insertedId: string }> {
  const options = { method: 'POST', body, schema: newTreatmentResponse, auth: 'session' } as const
  return request('/treatments', options)
}

/** Changes a treatment. Throws `ApiError`. */
export function changeTreatment(id: string, body: TreatmentChange): Promise<AdminTreatment> {
  const options = { method: 'PUT', body, schema: adminTreatment, auth: 'session' } as const
  return request(`/treatments/${id}`, options)
}

/** Changes the order of the treatments. Throws `ApiError`. */
export function orderTreatments(body: { order: string[]; seen: string[] }): Promise<Modification> {
  const options = { method: 'PUT', body, schema: modification, auth: 'session' } as const
  return request('/treatments/order', options)
}

/** Plans a price. Throws `ApiError`. */
export function planPrice(id: string, body: NewPrice): Promise<AdminTreatment> {
  const options = { method: 'POST', body, schema: adminTreatment, auth: 'session' } as const
  return request(`/treatments/${id}/prices`, options)
}

/** Withdraws a price that has not begun. Throws `ApiError`. */
export function withdrawPrice(
  { _id, version }: Pick<AdminTreatment, '_id' | 'version'>,
  validFrom: string,
): Promise<AdminTreatment> {
  const options = { method: 'DELETE', schema: adminTreatment, auth: 'session' } as const
  return request(`/treatments/${_id}/prices/${validFrom}?version=${version}`, options)
}

/** Shows a treatment as the server has sent it, and has all that depends on it loaded again. */
export function showTreatment(queries: QueryClient, treatment: AdminTreatment): void {
  queries.setQueryData(treatmentsOptions().queryKey, (shown?: TreatmentAdministration) => {
    if (!shown) return shown
    const treatments = shown.treatments.map((one) => (one._id === treatment._id ? treatment : one))
    return { ...shown, treatments }
  })
  refreshBooking(queries)
}

/** What patients can book has changed. */
export function refreshBooking(queries: QueryClient): void {
  const keys = [servicesOptions().queryKey, ['available'], misfitsOptions().queryKey]
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
}

/** '1 appointment', '3 appointments' */
export function describeAppointments(count: number): string {
  return `${count} ${count === 1 ? 'appointment' : 'appointments'}`
}
