import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tokens in emails that switch something off without a login, and allow nothing else. */
export interface LinkTokens {
  issue(text: string): string
  /** The address of the page with the token. */
  urlFor(text: string): string
  /** The text that the token was issued for; undefined when it was not issued here for this purpose. */
  read(token: string): string | undefined
}

interface TokenSettings {
  /** The sessions' secret. */
  secret: string
  /** The site's origin. */
  siteUrl: string
}

/**
 * @param purpose a part of the signed text, so that a token is valid for nothing else
 * @param path of the page: '/unsubscribe'
 */
function createLinkTokens(
  { secret, siteUrl }: TokenSettings,
  { purpose, path }: { purpose: string; path: string },
): LinkTokens {
  const sign = (text: string) => createHmac('sha256', secret).update(`${purpose}:${text}`).digest()
  const issue = (text: string) =>
    `${Buffer.from(text).toString('base64url')}.${sign(text).toString('base64url')}`
  return {
    issue,
    urlFor: (text) => `${siteUrl}${path}?token=${issue(text)}`,
    read(token) {
      const [encoded = '', signature = '', ...rest] = token.split('.')
      const text = Buffer.from(encoded, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(text)
      const isValid = given.length === expected.length && timingSafeEqual(given, expected)
      return isValid && rest.length === 0 ? text : undefined
    },
  }
}

/** Tokens in reminders, issued for the uid or the id of a family without an account. */
export const createUnsubscribeTokens = (settings: TokenSettings): LinkTokens =>
  createLinkTokens(settings, { purpose: 'unsubscribe from reminders', path: '/unsubscribe' })

/** A family and the children about whose next visits it gets emails. */
export interface RecallFamily {
  /** A uid, or the id of a family without an account. */
  family: string
  children: readonly string[]
}

/** Tokens in emails about next visits, issued for a family and these children. */
export interface RecallTokens {
  issue(of: RecallFamily): string
  urlFor(of: RecallFamily): string
  read(token: string): RecallFamily | undefined
}

export function createRecallTokens(settings: TokenSettings): RecallTokens {
  const tokens = createLinkTokens(settings, {
    purpose: 'stop emails about next visits',
    path: '/recalls/stop',
  })
  // Ids have no spaces.
  const textOf = ({ family, children }: RecallFamily) => [family, ...children].join(' ')
  return {
    issue: (of) => tokens.issue(textOf(of)),
    urlFor: (of) => tokens.urlFor(textOf(of)),
    read(token) {
      const [family, ...children] = tokens.read(token)?.split(' ') ?? []
      return family ? { family, children } : undefined
    },
  }
}
