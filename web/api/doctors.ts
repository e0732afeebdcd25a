import { queryOptions } from '@tanstack/react-query'
import { team } from '../../server/contract/doctors.ts'
import { request } from './request.ts'

/** The clinic's doctors, as the public may see them. */
export function teamOptions() {
  return queryOptions({
    queryKey: ['team'],
    queryFn: ({ signal }) => request('/team', { schema: team, signal }),
  })
}
