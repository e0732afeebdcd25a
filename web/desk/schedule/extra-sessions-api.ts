import { queryOptions } from '@tanstack/react-query'
import { listDoctors } from '#contract/doctors/doctors-calls.ts'
import { listExtraSessions } from '#contract/treatments/extra-sessions-calls.ts'
import { listTreatments } from '#contract/treatments/treatment-admin-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** A doctor or a treatment. */
export interface SessionChoice {
  _id: string
  name: string
}

/** The extra sessions from today on. */
export const extraSessionsOptions = queryOptions({
  queryKey: ['schedule', 'sessions'],
  queryFn: ({ signal }) => send(listExtraSessions, { signal }),
  staleTime: 0,
})

/** The choices for a session: the clinic's doctors and treatments. */
export const sessionChoicesOptions = queryOptions({
  queryKey: ['schedule', 'session choices'],
  queryFn: async ({ signal }) => {
    const [doctors, { treatments }] = await Promise.all([
      send(listDoctors, { signal }),
      send(listTreatments, { signal }),
    ])
    return {
      doctors: doctors.map(({ _id, name }) => ({ _id, name })),
      treatments: treatments.map(({ _id, name, active }) => ({ _id, name, active })),
    }
  },
})
