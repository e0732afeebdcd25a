import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTestApp, signIn } from '#server/testing/test-app.ts'

// Tokens with one deviation each: server/plugins/authentication.test.ts. Tokens of the identity provider:
// sandbox/firebase-auth/identity-provider.integration.test.ts.

const FLIPS = 10_000

test(`${FLIPS} tokens with flipped bits: none is accepted`, async () => {
  const { app, identity } = await buildTestApp()
  const { token, uid } = await signIn({ app, identity }, 'anna@example.com')
  const accepts = (text: string) => {
    try {
      app.jwt.verify(text)
      return true
    } catch {
      return false
    }
  }
  expect(accepts(token)).toBe(true)
  expect(app.jwt.verify<{ sub: string }>(token).sub).toBe(uid)

  const bytes = Buffer.from(token)
  const bit = fc.nat(bytes.length * 8 - 1)
  fc.assert(
    fc.property(fc.uniqueArray(bit, { minLength: 1, maxLength: 3 }), (bits) => {
      const forged = Buffer.from(bytes)
      for (const at of bits) forged[at >> 3] = (forged[at >> 3] ?? 0) ^ (1 << (at & 7))
      const text = forged.toString('latin1')
      // The last character has two unused bits, so that some flips change nothing.
      const isSame = Buffer.from(text, 'base64url').equals(Buffer.from(token, 'base64url'))
      expect(accepts(text) && !isSame, text).toBe(false)
    }),
    { numRuns: FLIPS },
  )
}, 120_000)
