import { queryOptions } from '@tanstack/react-query'
import type { Deletion } from '#contract/identity/users.ts'
import type { Doctor } from '#contract/schedule/doctors.ts'
import * as calls from '#contract/schedule/doctors-calls.ts'
import type { Decision } from '#contract/schedule/schedule.ts'
import { send } from '#web/lib/api/send.ts'

/** The appointments to come of a doctor who is to be deleted. */
export function doctorDeletionOptions({ _id, email }: Doctor) {
  return queryOptions({
    queryKey: ['doctor deletion', _id],
    queryFn: ({ signal }) => send(calls.previewDoctorDeletion, { params: { email }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * Deletes a doctor and their image (`DELETE /doctor/{email}`). Throws `ApiError`; with `code`
 * `doctor_has_appointments` when a decision about those to come is missing, and `outdated` with the
 * new `impact` when they have changed since the preview.
 * @param decided about the doctor's appointments to come
 */
export function deleteDoctor(
  { email }: Doctor,
  decided?: { appointments: Decision; fingerprint: string },
): Promise<Deletion> {
  return send(calls.deleteDoctor, { params: { email }, query: decided ?? {} })
}
