import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Deletion,
  deletion,
  type Modification,
  modification,
  TOTAL_COUNT,
  userList,
} from '../../../contract/users.ts'
import { request, requestPage } from '../../lib/api/request.ts'

/** Query key prefix of all lists of users. */
export const USERS_KEY = ['users']

/** A page of the users whose name or email contains `search`, for admins; pages count from 1. */
export function usersOptions({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: [...USERS_KEY, { search, page }],
    queryFn: ({ signal }) =>
      requestPage(`/users?${new URLSearchParams({ search, page: String(page) })}`, {
        schema: userList,
        totalIn: TOTAL_COUNT,
        auth: 'session',
        signal,
      }),
    // The previous page stays visible while the next one loads.
    placeholderData: keepPreviousData,
    // Others sign up meanwhile: shown from the cache immediately, but always refetched.
    staleTime: 0,
  })
}

/** Promotes a user (`PUT /user/admin/{email}`). Throws `ApiError`. */
export function makeAdmin(email: string): Promise<Modification> {
  return request(`/user/admin/${encodeURIComponent(email)}`, {
    method: 'PUT',
    schema: modification,
    auth: 'session',
  })
}

/** Makes an admin a patient again (`DELETE /user/admin/{email}`). Throws `ApiError`. */
export function removeAdmin(email: string): Promise<Modification> {
  return request(`/user/admin/${encodeURIComponent(email)}`, {
    method: 'DELETE',
    schema: modification,
    auth: 'session',
  })
}

/** Removes a user (`DELETE /user/{email}`). Throws `ApiError`. */
export function removeUser(email: string): Promise<Deletion> {
  return request(`/user/${encodeURIComponent(email)}`, {
    method: 'DELETE',
    schema: deletion,
    auth: 'session',
  })
}
