import { describe, expect, it } from 'vitest'
import { expiryOf, isFresh, renewalDelay } from './token.ts'

const NOW = Date.UTC(2022, 5, 5, 12)
const MINUTE = 60_000

/** A token as issued by the server, without a valid signature. */
function tokenExpiring(at: number, extra: Record<string, unknown> = {}) {
  const payload = JSON.stringify({ ...extra, exp: at / 1000 })
  return `header.${Buffer.from(payload).toString('base64url')}.signature`
}

describe('the expiry of a token', () => {
  it('is read from a payload with any characters', () => {
    // In base64url, '???>>>' contains '_' and '-'.
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

it('a token is fresh as long as more than a minute is left', () => {
  expect(isFresh(tokenExpiring(NOW + MINUTE + 1000), NOW)).toBe(true)
  expect(isFresh(tokenExpiring(NOW + MINUTE), NOW)).toBe(false)
  expect(isFresh(tokenExpiring(NOW - MINUTE), NOW)).toBe(false)
})

describe('the delay of the renewal', () => {
  it.each([
    ['50 minutes for a new token of an hour', 60, 50],
    ['shorter for an older token', 12, 10],
    ['at least a minute, even if the clock of the device is ahead', -300, 1],
    ['at most 50 minutes, even if the clock of the device is 30 days behind', 30 * 24 * 60, 50],
  ])('is %s', (_, left, wait) => {
    expect(renewalDelay(tokenExpiring(NOW + left * MINUTE), NOW)).toBe(wait * MINUTE)
  })

  it('is 50 minutes for a token that cannot be read', () => {
    expect(renewalDelay('opaque', NOW)).toBe(50 * MINUTE)
    expect(renewalDelay(undefined, NOW)).toBe(50 * MINUTE)
  })
})
