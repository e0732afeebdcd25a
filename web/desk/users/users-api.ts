import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listUsers } from '#contract/identity/user-admin-calls.ts'
import type { RoleFilter } from '#contract/identity/users.ts'
import { sendForPage } from '#web/lib/api/send.ts'

/** Query key prefix of all lists of users. */
export const USERS_KEY = ['users']

/** A page of the users, for admins; pages count from 1. */
export function usersOptions(filter: { search: string; role: RoleFilter | ''; page: number }) {
  const { search, role, page } = filter
  const query = { search, ...(role && { role }), page }
  return queryOptions({
    queryKey: [...USERS_KEY, filter],
    queryFn: ({ signal }) => sendForPage(listUsers, { query, signal }),
    // The previous page stays visible while the next one loads.
    placeholderData: keepPreviousData,
    // Others sign up meanwhile, so cached pages are shown at once but always reloaded.
    staleTime: 0,
  })
}
