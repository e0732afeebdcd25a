import type { Location } from 'react-router-dom'
import type { PageRefusal } from '#machines/auth/auth-machine.ts'
import { readAddress } from '#words/read-address.ts'

/** The state of `location` that a page passes to the login and sign-up pages. */
export interface SignInState {
  /** Path, query and fragment to return to. */
  from?: string
  /** Typed on an earlier page. */
  email?: string
  /** Why a logged-in user was redirected to the login. */
  ended?: SessionEnd
  /** The server's sentence for it. */
  why?: string
}

/** The session expired, ended in another tab, or does not allow the requested page. */
export type SessionEnd = 'expired' | 'elsewhere' | PageRefusal

const SESSION_ENDS: ReadonlySet<unknown> = new Set<SessionEnd>([
  'expired',
  'elsewhere',
  'doctorsOnly',
  'staffOnly',
  'adminsOnly',
])

/** The state that makes the login page return to `location`. */
export function returningTo({ pathname, search, hash }: Location): SignInState {
  return { from: `${pathname}${search}${hash}` }
}

/** Reads `location.state` for the login page; other content is ignored. */
export function signInState(state: unknown): SignInState {
  const { from, email, ended, why } = (state instanceof Object ? state : {}) as Record<
    string,
    unknown
  >
  return {
    from: typeof from === 'string' ? ownPath(from) : undefined,
    email: typeof email === 'string' ? email : undefined,
    why: typeof why === 'string' ? why : undefined,
    ended: SESSION_ENDS.has(ended) ? (ended as SessionEnd) : undefined,
  }
}

/** Whether the user follows an invitation's link, which only the invited address can accept. */
export function isInvited({ from }: SignInState): boolean {
  return from?.startsWith('/invitation/') ?? false
}

/**
 * The router's path of a URL or path of this site, also in another language: the user continues in the language of
 * the page. Undefined for other sites.
 */
export function ownPathOf(url: string | null, origin: string): string | undefined {
  if (url === null) return undefined
  if (!URL.canParse(url)) return ownPath(url)
  const { origin: target, pathname, search, hash } = new URL(url)
  return target === origin ? ownPath(pathname + search + hash) : undefined
}

/** The router's path of a path of this site. Browsers treat `//host` and `/\host` as other sites. */
function ownPath(address: string): string | undefined {
  const base = 'http://localhost'
  if (!address.startsWith('/')) return undefined
  const { path } = readAddress(address)
  return URL.canParse(path, base) && new URL(path, base).origin === base ? path : undefined
}

// The address of a claim has a token that the identity provider must not get.

/** Where the confirmation email leads to instead: the page of the link continues at the address that is kept. */
export const CLAIM_IN_EMAIL = '/dashboard#claim'

/** The key under which this browser keeps the address until the claim has ended. */
export const KEPT_CLAIM = 'sprout.claim'
