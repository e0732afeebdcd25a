import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { SHORTEST_SEARCH } from '#contract/families/families.ts'
import * as calls from '#contract/families/families-calls.ts'
import type { NewChild } from '#contract/guardians/children.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of everything about families. */
export const FAMILIES_KEY = ['families']

/** Families by name, phone or email, for staff. Listed families are recorded as seen. */
export function familiesOptions(search: string, limit?: number) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, 'search', search, limit],
    queryFn: ({ signal }) => send(calls.searchFamilies, { query: { search, limit }, signal }),
    enabled: search.length >= SHORTEST_SEARCH,
    staleTime: 0,
  })
}

export function familyOptions(id: string) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, id],
    queryFn: ({ signal }) => send(calls.getFamily, { params: { id }, signal }),
    staleTime: 0,
  })
}

export function addFamilyChild(id: string, body: NewChild) {
  return send(calls.addFamilyChild, { params: { id }, body })
}

/** Reloads everything that shows a changed family's appointments. */
export async function refreshFamilies(queries: QueryClient): Promise<void> {
  const keys = [FAMILIES_KEY, AGENDA_KEY]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
