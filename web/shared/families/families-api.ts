import { queryOptions } from '@tanstack/react-query'
import {
  type FamilyChange,
  type FamilyChildChange,
  type FamilyLink,
  type NewFamily,
  type PatientChange,
  SHORTEST_SEARCH,
} from '#contract/front-desk/families.ts'
import * as calls from '#contract/front-desk/families-calls.ts'
import { undoFamilyLink } from '#contract/front-desk/family-links-calls.ts'
import type { NewChild } from '#contract/guardians/children.ts'
import { send, sendOrRefusal } from '#web/lib/api/send.ts'

/** Query key prefix of everything about families. */
export const FAMILIES_KEY = ['families']

/** Families by name, phone or email, for staff. */
export function familiesOptions(search: string) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, 'search', search],
    queryFn: ({ signal }) => send(calls.searchFamilies, { query: { search }, signal }),
    enabled: search.length >= SHORTEST_SEARCH,
    staleTime: 0,
  })
}

/** The first families of a search, for staff. Those that are listed are recorded as seen. */
export function foundFamiliesOptions(search: string, limit: number) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, 'search', search, limit],
    queryFn: ({ signal }) => send(calls.searchFamilies, { query: { search, limit }, signal }),
    staleTime: 0,
  })
}

/** A family with its appointments, for staff. */
export function familyOptions(id: string) {
  return queryOptions({
    queryKey: [...FAMILIES_KEY, id],
    queryFn: ({ signal }) => send(calls.getFamily, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Adds a family without an account; resolves to its id. Throws `ApiError`. */
export async function addFamily(body: NewFamily): Promise<string> {
  return (await send(calls.addFamily, { body }))._id
}

/** Changes the details of a family without an account. Throws `ApiError`. */
export function changeFamily(id: string, body: FamilyChange) {
  return send(calls.changeFamily, { params: { id }, body })
}

/** Adds a child to a family. Throws `ApiError`. */
export function addFamilyChild(id: string, body: NewChild) {
  return send(calls.addFamilyChild, { params: { id }, body })
}

/** Corrects a child of a family. Throws `ApiError`. */
export function changeFamilyChild(id: string, child: string, body: FamilyChildChange) {
  return send(calls.changeFamilyChild, { params: { id, child }, body })
}

/** Says which of the family an appointment is for. Throws `ApiError`. */
export function changePatient(id: string, appointment: string, body: PatientChange) {
  return send(calls.changePatient, { params: { id, appointment }, body })
}

/** Removes a family without an account. Throws `ApiError`. */
export function removeFamily(id: string) {
  return send(calls.removeFamily, { params: { id } })
}

/** Proposes a family's appointments to an account, or says why not. Throws `ApiError`. */
export function proposeLink(id: string, body: FamilyLink) {
  return sendOrRefusal(calls.linkFamily, { params: { id }, body })
}

/** Gives what a link moved back to the family without an account, for admins. Throws `ApiError`. */
export function undoLink(id: string) {
  return send(undoFamilyLink, { params: { id } })
}
