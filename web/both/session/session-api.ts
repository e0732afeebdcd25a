import { queryOptions } from '@tanstack/react-query'
import { listSessions } from '#contract/identity/sessions-calls.ts'
import { PREVIOUS_TOKEN, type SessionResponse, sessionResponse } from '#contract/identity/users.ts'
import { request } from '#web/lib/api/request.ts'
import { send } from '#web/lib/api/send.ts'

/**
 * Exchanges the identity provider's ID token for our access token (`PUT /users/{email}`). With the `previous`
 * access token, expired or not, that token's session continues. Throws `ApiError`.
 */
export function exchangeIdToken(
  { email, idToken, previous }: { email: string; idToken: string; previous?: string },
  signal?: AbortSignal,
): Promise<SessionResponse> {
  return request(`/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    body: { email },
    schema: sessionResponse,
    auth: { token: idToken },
    headers: previous === undefined ? {} : { [PREVIOUS_TOKEN]: previous },
    signal,
  })
}

/** The user's sessions (`GET /sessions`). */
export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => send(listSessions, { signal }),
  staleTime: 0,
})
