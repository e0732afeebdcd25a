import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Modification, modification } from '#contract/identity/users.ts'
import { type RetryResponse, retryResponse } from '#contract/images.ts'
import {
  type Doctor,
  type DoctorChange,
  doctor,
  doctorList,
  type NewDoctor,
  type NewDoctorResponse,
  newDoctorResponse,
} from '#contract/schedule/doctors.ts'
import { request } from '#web/lib/api/request.ts'
import { teamOptions } from '../doctors/team-query.ts'

/** How often doctors are asked for again while an image is being processed, in milliseconds. */
const PHOTO_POLL = 2000

/** The clinic's doctors for admins: asked for again until every image is processed or given up. */
export function doctorsOptions() {
  return queryOptions({
    queryKey: ['doctors'],
    queryFn: ({ signal }) => request('/doctor', { schema: doctorList, auth: 'session', signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isPhotoInProgress) ? PHOTO_POLL : false),
  })
}

/** Whether the doctor's photo is still being processed. */
export function isPhotoInProgress({ picture }: Doctor): boolean {
  return picture?.status === 'received' || picture?.status === 'processing'
}

/** Adds a doctor (`POST /doctor`); `img` is the address that the upload was answered with. */
export function addDoctor(doctor: NewDoctor): Promise<NewDoctorResponse> {
  return request('/doctor', {
    method: 'POST',
    body: doctor,
    schema: newDoctorResponse,
    auth: 'session',
  })
}

/** Gives a doctor another picture (`PUT /doctor/{email}/picture`), uploaded before. Throws `ApiError`. */
export function replacePhoto(email: string, img: string): Promise<Modification> {
  return request(`/doctor/${encodeURIComponent(email)}/picture`, {
    method: 'PUT',
    body: { img },
    schema: modification,
    auth: 'session',
  })
}

/** Changes a doctor's details and treatments. Throws `ApiError`. */
export function changeDoctor(email: string, body: DoctorChange): Promise<Doctor> {
  return request(`/doctor/${encodeURIComponent(email)}`, {
    method: 'PUT',
    body,
    schema: doctor,
    auth: 'session',
  })
}

/** Has an image processed once more that was given up (`POST /images/{id}/retry`). */
export function retryImage(id: string): Promise<RetryResponse> {
  return request(`/images/${encodeURIComponent(id)}/retry`, {
    method: 'POST',
    schema: retryResponse,
    auth: 'session',
  })
}

/** The lists of doctors are out of date, the public one as well; resolves when those shown are new. */
export async function refreshDoctors(queries: QueryClient): Promise<void> {
  const lists = [doctorsOptions(), teamOptions()]
  await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}
