import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AdminTreatment,
  TreatmentAdministration,
} from '#contract/treatments/treatment-admin.ts'
import * as calls from '#contract/treatments/treatment-admin-calls.ts'
import { servicesOptions } from '#web/both/times/services-query.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

/** All treatments as admins see them. */
export function treatmentsOptions() {
  return queryOptions({
    queryKey: ['treatments'],
    queryFn: ({ signal }) => send(calls.listTreatments, { signal }),
    staleTime: 0,
    // Forms are being edited: others' changes are reported when they are saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The times of a treatment's upcoming appointments. */
export function comingOptions(id: string) {
  return queryOptions({
    queryKey: ['treatments', id, 'coming'],
    queryFn: ({ signal }) => send(calls.listComing, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Shows a treatment from the server's answer, and reloads everything that depends on it. */
export function showTreatment(queries: QueryClient, treatment: AdminTreatment): void {
  queries.setQueryData(treatmentsOptions().queryKey, (shown?: TreatmentAdministration) => {
    if (!shown) return shown
    const treatments = shown.treatments.map((one) => (one._id === treatment._id ? treatment : one))
    return { ...shown, treatments }
  })
  refreshBooking(queries)
}

/** Call it when patients can book something else. */
export function refreshBooking(queries: QueryClient): void {
  const keys = [servicesOptions().queryKey, ['available'], TODO_KEY]
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
}
