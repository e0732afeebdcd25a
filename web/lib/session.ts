import type { Role } from '#contract/identity/users.ts'
import { createListeners } from './listeners.ts'

/** The user, from the last session exchange. */
export interface SessionUser {
  email: string
  name: string
  photo: string | null
  role: Role
}

/** `accessToken` is our own short-lived JWT. */
export interface Session {
  accessToken: string
  user: SessionUser
}

const TOKEN_KEY = 'accessToken'
const USER_KEY = 'sprout.user'
const LOGOUT_KEY = 'sprout.logout'

const listeners = createListeners({ inAllTabs: true })
let remembered: { raw: string | null; session: Session | null } = { raw: null, session: null }

/** The session in local storage; null when logged out, and on the server. */
export function readSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  const accessToken = localStorage.getItem(TOKEN_KEY)
  const user = localStorage.getItem(USER_KEY)
  const raw = accessToken && user ? `${accessToken}\n${user}` : null
  // The same object for the same content, as `useSyncExternalStore` requires.
  if (raw !== remembered.raw) remembered = { raw, session: parse(accessToken, user) }
  return remembered.session
}

function parse(accessToken: string | null, user: string | null): Session | null {
  if (!accessToken || !user) return null
  try {
    const parsed: unknown = JSON.parse(user)
    return isUser(parsed) ? { accessToken, user: parsed } : null
  } catch {
    return null
  }
}

// Anything else under the key, for example from an older version, is not a session.
function isUser(value: unknown): value is SessionUser {
  return value instanceof Object && 'email' in value && typeof value.email === 'string'
}

/** Stores the session for all tabs of the origin. */
export function saveSession(session: Session): void {
  localStorage.setItem(USER_KEY, JSON.stringify(session.user))
  localStorage.setItem(TOKEN_KEY, session.accessToken)
  listeners.notify()
}

/**
 * Notifies other tabs that the user logs out, which is different from a session that merely ends.
 * Call it before `clearSession`.
 */
export function announceLogout(): void {
  localStorage.setItem(LOGOUT_KEY, 'now')
  localStorage.removeItem(LOGOUT_KEY)
}

/** Calls `listener` when the user logs out in another tab. */
export function onLogoutElsewhere(listener: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LOGOUT_KEY && newValue !== null) listener()
  })
}

/** Deletes the session in all tabs of the origin. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
  listeners.notify()
}

/**
 * Calls `listener` whenever the session changes, in this tab or another one. Returns a function
 * that stops it.
 */
export const subscribeToSession = listeners.subscribe
