import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Forgery, forgeToken, hs256 } from '../testing/forge-token.ts'
import { buildTestApp, signIn, TEST_SECRET, type TestApp } from '../testing/test-app.ts'

// Changed tokens: tests/security/tokens.test.ts. Who may call what: server/access.test.ts.

const ANNA = 'anna@example.com'

async function ask({ app }: TestApp, authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization }
  return (await app.inject({ url: `/admin/${ANNA}`, headers })).statusCode
}

async function setUp() {
  const api = await buildTestApp()
  const { uid } = await signIn(api, ANNA)
  return { api, uid }
}

test('a valid token is accepted: the following tokens are refused for their single defect', async () => {
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

  test('tokens with one defect', async () => {
    const { api, uid } = await setUp()
    for (const [fault, how] of Object.entries(faults)) {
      expect(await ask(api, `Bearer ${forgeToken(uid, how)}`), fault).toBe(401)
    }
  })

  test('requests without a token', async () => {
    const { api } = await setUp()
    const values = [
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      'Bearer a b',
      'Bearer a.b.c',
      'Bearer ...',
    ]
    for (const header of [undefined, ...values]) expect(await ask(api, header), header).toBe(401)
  })
})

test('the answer does not reveal what is wrong with a token', async () => {
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
