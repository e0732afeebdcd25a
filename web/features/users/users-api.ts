import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Deletion,
  deletion,
  type Modification,
  modification,
  type Role,
  TOTAL_COUNT,
  userList,
} from '#contract/identity/users.ts'
import { request, requestPage } from '#web/lib/api/request.ts'

/** Query key prefix of all lists of users. */
export const USERS_KEY = ['users']

/** Which users to list; '' for all. */
export interface UserFilter {
  /** Part of a name or an email. */
  search: string
  role: Role | ''
}

/** A page of the users, for admins; pages count from 1. */
export function usersOptions({ search, role, page }: UserFilter & { page: number }) {
  const query = new URLSearchParams({ search, ...(role && { role }), page: String(page) })
  return queryOptions({
    queryKey: [...USERS_KEY, { search, role, page }],
    queryFn: ({ signal }) =>
      requestPage(`/users?${query}`, {
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

/**
 * Makes a patient staff of the front desk, or staff a patient again (`PUT` and `DELETE
 * /user/staff/{email}`). Throws `ApiError`.
 */
export function setStaff(email: string, isStaff: boolean): Promise<Modification> {
  return request(`/user/staff/${encodeURIComponent(email)}`, {
    method: isStaff ? 'PUT' : 'DELETE',
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
