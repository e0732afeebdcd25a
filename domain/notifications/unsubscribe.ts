import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tokens in reminders that switch them off without a login, and allow nothing else. */
export interface UnsubscribeTokens {
  issue(uid: string): string
  /** The address of the page with the token. */
  urlFor(uid: string): string
  /** The uid that the token was issued for; undefined when it was not issued here. */
  read(token: string): string | undefined
}

/**
 * @param secret the sessions' secret; the signed text differs, so a token is valid for nothing else
 * @param siteUrl the site's origin
 */
export function createUnsubscribeTokens({
  secret,
  siteUrl,
}: {
  secret: string
  siteUrl: string
}): UnsubscribeTokens {
  const sign = (uid: string) =>
    createHmac('sha256', secret).update(`unsubscribe from reminders:${uid}`).digest()
  const issue = (uid: string) =>
    `${Buffer.from(uid).toString('base64url')}.${sign(uid).toString('base64url')}`
  return {
    issue,
    urlFor: (uid) => `${siteUrl}/unsubscribe?token=${issue(uid)}`,
    read(token) {
      const [encoded = '', signature = '', ...rest] = token.split('.')
      const uid = Buffer.from(encoded, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(uid)
      const isValid = given.length === expected.length && timingSafeEqual(given, expected)
      return isValid && rest.length === 0 ? uid : undefined
    },
  }
}
