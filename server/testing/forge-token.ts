import { createHmac } from 'node:crypto'
import { TEST_SECRET } from '#domain/testing/settings.ts'

type Json = Record<string, unknown>

/** Differences from a token that we issue; a claim of `undefined` is omitted. */
export interface Forgery {
  header?: Json
  claims?: Json
  sign?: (input: string) => string
}

/** A forged token, correct except for the given differences. */
export function forgeToken(
  uid: string,
  { header, claims, sign = hs256(TEST_SECRET) }: Forgery = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const whole = {
    sub: uid,
    valid_from: 0,
    // By the machine's clock, not the test's.
    auth_time: 4_102_444_800,
    iss: 'sprout',
    aud: 'sprout-api',
    iat: now,
    exp: now + 3600,
    ...claims,
  }
  const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(whole)}`
  return `${input}.${sign(input)}`
}

/** Signs like the server, with any key. */
export function hs256(secret: string): (input: string) => string {
  return (input) => createHmac('sha256', secret).update(input).digest('base64url')
}

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
