const MINUTE = 60_000

/** A token with less life than this is renewed before it is used, in milliseconds. */
const SHORTEST_USE = MINUTE

/** Renewing later than never and sooner than all the time, whatever the device's clock says. */
const SHORTEST_WAIT = MINUTE
const USUAL_WAIT = 50 * MINUTE

/** When our JWT expires, in milliseconds since 1970; null when it does not say. */
export function expiryOf(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? ''
    // JWTs use the base64 of URLs; `atob` knows the other one.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = claims instanceof Object && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}

/** Whether the token is good for another minute at least. */
export function isFresh(token: string, now = Date.now()): boolean {
  const expiry = expiryOf(token)
  return expiry !== null && expiry - now > SHORTEST_USE
}

/**
 * How long to wait before the token is renewed, in milliseconds: five sixths of the life it has
 * left, so that an hour's token (design section 11) is renewed after 50 minutes.
 */
export function renewalDelay(token: string | undefined, now = Date.now()): number {
  const expiry = token === undefined ? null : expiryOf(token)
  if (expiry === null) return USUAL_WAIT
  return Math.max(((expiry - now) * 5) / 6, SHORTEST_WAIT)
}
