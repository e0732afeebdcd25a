import { timerDelay } from '#contract/timer-delay.ts'

const MINUTE = 60_000

/** A token that expires within this time, in milliseconds, is renewed before use. */
const SHORTEST_USE = MINUTE

/** The shortest wait in milliseconds, because a device's clock may be wrong. */
const SHORTEST_WAIT = MINUTE
const USUAL_WAIT = 50 * MINUTE

/** When our JWT expires, in milliseconds since 1970; null when it cannot be read. */
export function expiryOf(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? ''
    // JWTs use base64url, which `atob` does not decode.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = claims instanceof Object && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}

/** Whether the token is valid for at least another minute. */
export function isFresh(token: string, now = Date.now()): boolean {
  const expiry = expiryOf(token)
  return expiry !== null && expiry - now > SHORTEST_USE
}

/**
 * Milliseconds until the token is renewed: five sixths of its remaining lifetime, which is 50 minutes for a
 * new token of one hour.
 */
export function renewalDelay(token: string | undefined, now = Date.now()): number {
  const expiry = token === undefined ? null : expiryOf(token)
  if (expiry === null) return USUAL_WAIT
  return timerDelay(((expiry - now) * 5) / 6, { least: SHORTEST_WAIT, most: USUAL_WAIT })
}
