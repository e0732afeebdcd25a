import {
  type AdminResponse,
  adminResponse,
  type SessionResponse,
  sessionResponse,
} from '../../server/contract/users.ts'
import { request } from './request.ts'

/**
 * Gives the identity provider's ID token for our access token (`PUT /users/{email}`).
 * Throws `ApiError`.
 */
export function exchangeIdToken(
  { email, idToken }: { email: string; idToken: string },
  signal?: AbortSignal,
): Promise<SessionResponse> {
  return request(`/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    body: { email },
    schema: sessionResponse,
    auth: { idToken },
    signal,
  })
}

/** Whether the person with that email is an admin (`GET /admin/{email}`). Throws `ApiError`. */
export function askRole(email: string, signal?: AbortSignal): Promise<AdminResponse> {
  return request(`/admin/${encodeURIComponent(email)}`, {
    schema: adminResponse,
    auth: 'session',
    signal,
  })
}
