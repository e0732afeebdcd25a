import { createHash, createHmac } from 'node:crypto'

/** Crockford's base 32, in lower case: no letter that looks like a digit, because letters are typed. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** How many characters 256 bits have. */
const LENGTH = 52

/** How many characters stand together. */
const GROUP = /.{4}(?=.)/g

/**
 * Makes the tokens of claims. A claim's token follows from its id and the secret, so that an email
 * can be sent again, and nothing has to store it.
 */
export interface ClaimTokens {
  /** 256 bits in groups of four characters. */
  issue(claimId: string): string
  /** The address of the page with the token. */
  urlFor(claimId: string): string
}

/**
 * @param secret the sessions' secret
 * @param siteUrl the site's origin
 */
export function createClaimTokens({
  secret,
  siteUrl,
}: {
  secret: string
  siteUrl: string
}): ClaimTokens {
  const issue = (claimId: string) =>
    encode(createHmac('sha256', secret).update(`claim a family:${claimId}`).digest('hex'))
  return { issue, urlFor: (claimId) => `${siteUrl}/claim/${issue(claimId)}` }
}

function encode(hex: string): string {
  const digits = BigInt(`0x${hex}`).toString(32).padStart(LENGTH, '0')
  const text = [...digits].map((digit) => ALPHABET[Number.parseInt(digit, 32)]).join('')
  return text.replace(GROUP, '$&-')
}

/** The hash that the database keeps of a token, however it was typed. */
export function hashOfClaimToken(typed: string): string {
  const token = typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return createHash('sha256').update(token).digest('hex')
}
