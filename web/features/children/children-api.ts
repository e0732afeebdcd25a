import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Child,
  type ChildChange,
  type ChildList,
  type ChildRemoval,
  child,
  childList,
  childRemoval,
  type NewChild,
} from '#contract/families/children.ts'
import { request } from '#web/lib/api/request.ts'

/** The children of the logged-in user, whose email this is. */
export function childrenOptions(email: string) {
  return queryOptions({
    queryKey: ['children', email],
    queryFn: ({ signal }) => request('/children', { schema: childList, auth: 'session', signal }),
    staleTime: 0,
  })
}

/** Adds a child. Throws `ApiError`. */
export function addChild(body: NewChild): Promise<Child> {
  return request('/children', { method: 'POST', body, schema: child, auth: 'session' })
}

/** Changes a child. Throws `ApiError`. */
export function changeChild({ _id, ...body }: ChildChange & { _id: string }): Promise<Child> {
  const options = { method: 'PUT', body, schema: child, auth: 'session' } as const
  return request(`/children/${_id}`, options)
}

/** Takes a child off the list. Throws `ApiError`. */
export function removeChild(id: string): Promise<ChildRemoval> {
  const options = { method: 'DELETE', schema: childRemoval, auth: 'session' } as const
  return request(`/children/${id}`, options)
}

/** Has the list read again; it shows the saved child meanwhile. */
export function showChild(queries: QueryClient, email: string, saved: Child): Promise<void> {
  const { queryKey } = childrenOptions(email)
  queries.setQueryData(queryKey, (shown?: ChildList) => {
    if (!shown) return shown
    const others = shown.children.filter(({ _id }) => _id !== saved._id)
    return { ...shown, children: [...others, saved].sort(byAge) }
  })
  return queries.invalidateQueries({ queryKey })
}

/** As the server sorts them: the eldest first, archived ones at the end. */
function byAge(a: Child, b: Child): number {
  return Number(a.archived) - Number(b.archived) || a.birthDate.localeCompare(b.birthDate)
}
