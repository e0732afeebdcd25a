import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random alphanumeric characters, like the end of Stripe's ids. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A new object id in Stripe's form, e.g. `newId('pi')` → `pi_3Qx…` (24 characters after the prefix). */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
