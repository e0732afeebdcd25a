import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new token of 256 random bits, for an address. */
export function createFeedToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The hash that the database keeps of a token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
