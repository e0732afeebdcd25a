import { createHash } from 'node:crypto'

/** A short text that is equal for equal values only. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
