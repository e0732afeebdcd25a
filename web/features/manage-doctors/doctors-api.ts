import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Modification } from '#contract/identity/users.ts'
import { retryImage as retryImageCall } from '#contract/images/images-calls.ts'
import type { RetryResponse } from '#contract/images.ts'
import type {
  Doctor,
  DoctorChange,
  NewDoctor,
  NewDoctorResponse,
} from '#contract/schedule/doctors.ts'
import * as calls from '#contract/schedule/doctors-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { teamOptions } from '#web/shared/doctors/team-query.ts'

/** How often doctors are asked for again while an image is being processed, in milliseconds. */
const PHOTO_POLL = 2000

/** The clinic's doctors for admins: asked for again until every image is processed or given up. */
export function doctorsOptions() {
  return queryOptions({
    queryKey: ['doctors'],
    queryFn: ({ signal }) => send(calls.listDoctors, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isPhotoInProgress) ? PHOTO_POLL : false),
  })
}

/** Whether the doctor's photo is still being processed. */
export function isPhotoInProgress({ picture }: Doctor): boolean {
  return picture?.status === 'received' || picture?.status === 'processing'
}

/** Adds a doctor (`POST /doctor`); `img` is the address that the upload was answered with. */
export function addDoctor(body: NewDoctor): Promise<NewDoctorResponse> {
  return send(calls.addDoctor, { body })
}

/** Gives a doctor another picture (`PUT /doctor/{email}/picture`), uploaded before. Throws `ApiError`. */
export function replacePhoto(email: string, img: string): Promise<Modification> {
  return send(calls.changeDoctorPicture, { params: { email }, body: { img } })
}

/** Changes a doctor's details and treatments. Throws `ApiError`. */
export function changeDoctor(email: string, body: DoctorChange): Promise<Doctor> {
  return send(calls.changeDoctor, { params: { email }, body })
}

/** Has an image processed once more that was given up (`POST /images/{id}/retry`). */
export function retryImage(id: string): Promise<RetryResponse> {
  return send(retryImageCall, { params: { id } })
}

/** The lists of doctors are out of date, the public one as well; resolves when those shown are new. */
export async function refreshDoctors(queries: QueryClient): Promise<void> {
  const lists = [doctorsOptions(), teamOptions()]
  await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}
