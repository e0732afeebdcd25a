import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { listDoctors } from '#contract/doctors/doctors-calls.ts'
import { teamOptions } from '#web/both/doctors/team-query.ts'
import { send } from '#web/lib/api/send.ts'

/** How often doctors are asked for again while an image is being processed, in milliseconds. */
const PHOTO_POLL = 2000

/** The clinic's doctors for admins: asked for again until every image is processed or given up. */
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

/** The lists of doctors are out of date, the public one as well; resolves when those shown are new. */
export async function refreshDoctors(queries: QueryClient): Promise<void> {
  const lists = [doctorsOptions(), teamOptions()]
  await Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}
