import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { listDoctors } from '#contract/doctors/doctors-calls.ts'
import { teamOptions } from '#web/both/doctors/team-query.ts'
import { send } from '#web/lib/api/send.ts'

/** How often doctors are reloaded while an image is being processed, in milliseconds. */
const PHOTO_POLL = 2000

/** The clinic's doctors for admins, reloaded until every image is processed or has failed. */
export function doctorsOptions() {
  return queryOptions({
    queryKey: ['doctors'],
    queryFn: ({ signal }) => send(listDoctors, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isPhotoInProgress) ? PHOTO_POLL : false),
  })
}

export function isPhotoInProgress({ picture }: Doctor): boolean {
  return picture?.status === 'received' || picture?.status === 'processing'
}

/** Reloads the lists of doctors, including the public one; resolves when the visible ones are new. */
export async function refreshDoctors(queries: QueryClient): Promise<void> {
  const lists = [doctorsOptions(), teamOptions()]
  await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}
