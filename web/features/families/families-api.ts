import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type FamilyChange,
  type FamilyLink,
  family,
  familyAdded,
  familyList,
  familyRemoved,
  type LinkRefusal,
  linkProposed,
  linkRefusal,
  type NewFamily,
  SHORTEST_SEARCH,
} from '#contract/front-desk/families.ts'
import { type LinkUndone, linkUndone } from '#contract/front-desk/family-links.ts'
import { orRefusal } from '#web/lib/api/refusal.ts'
import { request } from '#web/lib/api/request.ts'

/** Query key prefix of everything about families. */
export const FAMILIES_KEY = ['families']

/** Families by name, phone or email, for staff. */
export function familiesOptions(search: string) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, 'search', search],
    queryFn: ({ signal }) =>
      request(`/families?${new URLSearchParams({ search })}`, {
        schema: familyList,
        auth: 'session',
        signal,
      }),
    enabled: search.length >= SHORTEST_SEARCH,
    staleTime: 0,
  })
}

/** A family with its appointments, for staff. */
export function familyOptions(id: string) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, id],
    queryFn: ({ signal }) => request(pathOf(id), { schema: family, auth: 'session', signal }),
    staleTime: 0,
  })
}

/** Adds a family without an account; resolves to its id. Throws `ApiError`. */
export async function addFamily(body: NewFamily): Promise<string> {
  const options = { method: 'POST', body, schema: familyAdded, auth: 'session' } as const
  return (await request('/families', options))._id
}

/** Changes the details of a family without an account. Throws `ApiError`. */
export async function changeFamily(id: string, body: FamilyChange): Promise<void> {
  await request(pathOf(id), { method: 'PUT', body, schema: familyAdded, auth: 'session' })
}

/** Removes a family without an account. Throws `ApiError`. */
export async function removeFamily(id: string): Promise<void> {
  await request(pathOf(id), { method: 'DELETE', schema: familyRemoved, auth: 'session' })
}

/** Proposes a family's appointments to an account, or says why not. Throws `ApiError`. */
export function proposeLink(
  id: string,
  body: FamilyLink,
): Promise<z.infer<typeof linkProposed> | LinkRefusal> {
  const options = { method: 'POST', body, schema: linkProposed, auth: 'session' } as const
  return orRefusal(request(`${pathOf(id)}/link`, options), linkRefusal)
}

/** Gives what a link moved back to the family without an account, for admins. Throws `ApiError`. */
export function undoLink(id: string): Promise<LinkUndone> {
  const path = `/family-links/${encodeURIComponent(id)}/undo`
  return request(path, { method: 'POST', schema: linkUndone, auth: 'session' })
}

/** The family's path in the API. */
export function pathOf(id: string): string {
  return `/families/${encodeURIComponent(id)}`
}
