import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random letters and digits, as Stripe's ids end in. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A new object id in Stripe's form, e.g. `newId('pi')` → `pi_3Qx…` (24 characters after the prefix). */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
