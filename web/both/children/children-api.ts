import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Child, ChildChange, ChildList, NewChild } from '#contract/guardians/children.ts'
import * as calls from '#contract/guardians/children-calls.ts'
import { send } from '#web/lib/api/send.ts'

/**
 * The logged-in user's children.
 * @param email the user's
 */
export function childrenOptions(email: string) {
  return queryOptions({
    queryKey: ['children', email],
    queryFn: ({ signal }) => send(calls.listChildren, { signal }),
    staleTime: 0,
  })
}

/** Adds a child. Throws `ApiError`. */
export function addChild(body: NewChild): Promise<Child> {
  return send(calls.addChild, { body })
}

/** Changes a child. Throws `ApiError`. */
export function changeChild({ _id, ...body }: ChildChange & { _id: string }): Promise<Child> {
  return send(calls.changeChild, { params: { id: _id }, body })
}

/** Reloads the list; shows the saved child meanwhile. */
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
