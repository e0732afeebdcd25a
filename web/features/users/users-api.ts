import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/identity/user-admin-calls.ts'
import {
  type Deletion,
  type Modification,
  type Role,
  TOTAL_COUNT,
} from '#contract/identity/users.ts'
import { send, sendForPage } from '#web/lib/api/send.ts'

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
  const query = { search, ...(role && { role }), page }
  return queryOptions({
    queryKey: [...USERS_KEY, { search, role, page }],
    queryFn: ({ signal }) => sendForPage(calls.listUsers, { query, signal, totalIn: TOTAL_COUNT }),
    // The previous page stays visible while the next one loads.
    placeholderData: keepPreviousData,
    // Others sign up meanwhile: shown from the cache immediately, but always refetched.
    staleTime: 0,
  })
}

/** Promotes a user (`PUT /user/admin/{email}`). Throws `ApiError`. */
export function makeAdmin(email: string): Promise<Modification> {
  return send(calls.makeAdmin, { params: { email } })
}

/** Makes an admin a patient again (`DELETE /user/admin/{email}`). Throws `ApiError`. */
export function removeAdmin(email: string): Promise<Modification> {
  return send(calls.demoteAdmin, { params: { email } })
}

/**
 * Makes a patient staff of the front desk, or staff a patient again (`PUT` and `DELETE
 * /user/staff/{email}`). Throws `ApiError`.
 */
export function setStaff(email: string, isStaff: boolean): Promise<Modification> {
  return send(isStaff ? calls.makeStaff : calls.demoteStaff, { params: { email } })
}

/** Removes a user (`DELETE /user/{email}`). Throws `ApiError`. */
export function removeUser(email: string): Promise<Deletion> {
  return send(calls.removeUser, { params: { email } })
}
