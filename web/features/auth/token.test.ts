import { describe, expect, it } from 'vitest'
import { expiryOf, isFresh, renewalDelay } from './token.ts'

const NOW = Date.UTC(2022, 5, 5, 12)
const MINUTE = 60_000

/** A token as the server writes it, except for its signature. */
function tokenExpiring(at: number, extra: Record<string, unknown> = {}) {
  const payload = JSON.stringify({ ...extra, exp: at / 1000 })
  return `header.${Buffer.from(payload).toString('base64url')}.signature`
}

describe('the expiry of a token', () => {
  it('is read from its payload, whatever letters are in there', () => {
    // '???>>>' becomes '_' and '-' in the base64 of URLs.
    expect(expiryOf(tokenExpiring(NOW, { name: '???>>>~~~ÿÿ' }))).toBe(NOW)
  })

  it.each(['', 'x', 'a.b.c', 'a.bnVsbA.c', `a.${btoa('{"exp":"soon"}')}.c`])(
    'is unknown for %j',
    (token) => {
      expect(expiryOf(token)).toBeNull()
      expect(isFresh(token, NOW)).toBe(false)
    },
  )
})

it('a token is fresh while it has more than a minute', () => {
  expect(isFresh(tokenExpiring(NOW + MINUTE + 1000), NOW)).toBe(true)
  expect(isFresh(tokenExpiring(NOW + MINUTE), NOW)).toBe(false)
  expect(isFresh(tokenExpiring(NOW - MINUTE), NOW)).toBe(false)
})

describe('the wait for the renewal', () => {
  it('is 50 minutes for a new token of an hour', () => {
    expect(renewalDelay(tokenExpiring(NOW + 60 * MINUTE), NOW)).toBe(50 * MINUTE)
  })

  it('is shorter for a token of an earlier visit', () => {
    expect(renewalDelay(tokenExpiring(NOW + 12 * MINUTE), NOW)).toBe(10 * MINUTE)
  })

  it('is never less than a minute, even where the clock of the device is wrong', () => {
    expect(renewalDelay(tokenExpiring(NOW - 300 * MINUTE), NOW)).toBe(MINUTE)
  })

  it('is the usual one when the token does not say', () => {
    expect(renewalDelay('opaque', NOW)).toBe(50 * MINUTE)
    expect(renewalDelay(undefined, NOW)).toBe(50 * MINUTE)
  })
})
