import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { users } from '#drizzle/schema/index.ts'
import { type Forgery, forgeToken, hs256 } from '../testing/forge-token.ts'
import {
  buildTestApp,
  signIn,
  signInAdmin,
  TEST_SECRET,
  type TestApp,
} from '../testing/test-app.ts'

const ANNA = 'anna@example.com'

async function ask({ app }: TestApp, authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization }
  return (await app.inject({ url: `/admin/${ANNA}`, headers })).statusCode
}

async function setUp() {
  const api = await buildTestApp()
  const { uid, token } = await signIn(api, ANNA)
  return { api, uid, token }
}

test('a token like ours opens the door: what follows is refused for its one fault', async () => {
  const { api, uid } = await setUp()
  expect(await ask(api, `Bearer ${forgeToken(uid)}`)).toBe(200)
})

describe('refused with 401', () => {
  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rs256 = (input: string) =>
    createSign('sha256').update(input).sign(rsa.privateKey, 'base64url')
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const hs384 = (input: string) =>
    createHmac('sha384', TEST_SECRET).update(input).digest('base64url')

  const faults: Record<string, Forgery> = {
    'alg none without a signature': { header: { alg: 'none' }, sign: () => '' },
    'alg none with a signature': { header: { alg: 'none' } },
    'alg nOnE': { header: { alg: 'nOnE' }, sign: () => '' },
    'no signature': { sign: () => '' },
    'another key': { sign: hs256('another secret of thirty-two bytes') },
    'an RSA key': { header: { alg: 'RS256' }, sign: rs256 },
    'a public key as the secret': { header: { alg: 'HS256' }, sign: hs256(publicPem) },
    'another hash': { header: { alg: 'HS384' }, sign: hs384 },
    'another algorithm in the header': { header: { alg: 'RS256' } },
    'a key in the header': { header: { jwk: { kty: 'oct', k: 'QUFB' } }, sign: hs256('AAA') },
    'a key id that is a path': { header: { kid: '/dev/null' }, sign: hs256('') },
    'a critical header': { header: { crit: ['exp'] } },
    'expired a second ago': { claims: { exp: seconds(-1) } },
    'not valid yet': { claims: { nbf: seconds(60) } },
    'another issuer': { claims: { iss: 'https://securetoken.google.com/clinic' } },
    'another audience': { claims: { aud: 'another-app' } },
    'no issuer': { claims: { iss: undefined } },
    'no audience': { claims: { aud: undefined } },
    'no end': { claims: { exp: undefined } },
    'no subject': { claims: { sub: undefined } },
    'an end that is no number': { claims: { exp: 'never' } },
    'a subject that is an object': { claims: { sub: { $ne: null } } },
    'an unknown subject': { claims: { sub: "' OR 1=1 --" } },
  }
  for (const [fault, how] of Object.entries(faults)) {
    test(fault, async () => {
      const { api, uid } = await setUp()
      expect(await ask(api, `Bearer ${forgeToken(uid, how)}`)).toBe(401)
    })
  }

  const headers = [
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    'Bearer a.b.c',
    'Bearer ...',
  ]
  for (const header of [undefined, ...headers]) {
    test(`Authorization: ${header}`, async () => {
      expect(await ask((await setUp()).api, header)).toBe(401)
    })
  }

  test('any token with one character changed', async () => {
    const { api, token } = await setUp()
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    // The last character has unused bits; all others matter.
    const place = fc.integer({ min: 0, max: token.length - 2 })
    const change = fc.tuple(place, fc.constantFrom(...letters))
    await fc.assert(
      fc.asyncProperty(change, async ([at, letter]) => {
        fc.pre(token[at] !== letter)
        const changed = token.slice(0, at) + letter + token.slice(at + 1)
        expect(await ask(api, `Bearer ${changed}`)).toBe(401)
      }),
      { numRuns: 500 },
    )
  })
})

test('the answer says nothing of what is wrong with a token', async () => {
  const { api, uid } = await setUp()
  const bodies = new Set<string>()
  for (const token of [
    forgeToken(uid, { claims: { exp: 1 } }),
    forgeToken(uid, { sign: () => 'x' }),
    'x',
  ]) {
    const headers = { authorization: `Bearer ${token}` }
    bodies.add((await api.app.inject({ url: `/admin/${ANNA}`, headers })).body)
  }
  expect([...bodies]).toEqual([
    '{"code":"unauthorized","message":"Your session has ended. Please log in again."}',
  ])
})

describe('what the database says now counts, not what was so at login', () => {
  test('a user who is removed is out with the next request', async () => {
    const { api, uid, token } = await setUp()
    expect(await ask(api, `Bearer ${token}`)).toBe(200)
    api.db.delete(users).where(eq(users.uid, uid)).run()
    expect(await ask(api, `Bearer ${token}`)).toBe(401)
  })

  test('an admin who is demoted is a patient with the next request', async () => {
    const { api } = await setUp()
    const { uid, token } = await signInAdmin(api)
    expect(await ask(api, `Bearer ${token}`)).toBe(200)
    api.db.update(users).set({ role: 'patient' }).where(eq(users.uid, uid)).run()
    expect(await ask(api, `Bearer ${token}`)).toBe(403)
  })
})

describe('requireAdmin', () => {
  async function setUpRoute() {
    const api = await buildTestApp({
      extraPlugins: [
        async (app) => {
          app.get(
            '/admins-only',
            { preValidation: app.requireAdmin },
            async ({ user }) => user.effectiveRole,
          )
        },
      ],
    })
    const get = (headers = {}) => api.app.inject({ url: '/admins-only', headers })
    return { api, get }
  }

  test('lets in admins only', async () => {
    const { api, get } = await setUpRoute()
    const admin = await signInAdmin(api)
    const anna = await signIn(api, ANNA)
    expect((await get(admin.headers)).body).toBe('admin')
    expect((await get(anna.headers)).json()).toEqual({
      code: 'forbidden',
      message: 'Only administrators can do this.',
    })
    expect((await get()).statusCode).toBe(401)
  })
})
