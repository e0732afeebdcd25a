import { performance } from 'node:perf_hooks'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { site } from './rendering/site.ts'
import { writeBuiltSite } from './testing/built-site.ts'
import {
  bookingOf,
  buildTestApp,
  repeat,
  type Session,
  signIn,
  signInStaff,
  type TestApp,
  WEDNESDAY,
} from './testing/test-app.ts'

// Everyone on the clinic's guest Wi-Fi shares one address.

const ADDRESS = '203.0.113.7'

type Ask = (request: InjectOptions) => Promise<{ statusCode: number; body: string }>

async function setUp() {
  const root = temporaryFolder()
  writeBuiltSite(root)
  const api = await buildTestApp({ env: { RATE_LIMIT: 'on' }, extraPlugins: [site({ root })] })
  const ask: Ask = (request) => api.app.inject({ remoteAddress: ADDRESS, ...request })
  return { api, ask }
}

/** One of each kind of request without a session. */
const flood = (round: number): InjectOptions[] => [
  { url: '/services' },
  { url: '/available', query: { date: WEDNESDAY } },
  { url: `/nothing/${round}` },
  { method: 'PUT', url: '/users/x@example.com', payload: { email: 'x@example.com' } },
  {
    method: 'PUT',
    url: '/users/x@example.com',
    headers: { authorization: 'Bearer forged' },
    payload: { email: 'x@example.com' },
  },
  { url: '/agenda', headers: { authorization: 'Bearer forged' } },
  { url: `/doctors?x=${round}` },
  { url: `/doctors?day=${round}` },
]

/** The exchange that renews a session, as the browser makes it. */
function renewal({ identity }: TestApp, { email, uid }: Session): InjectOptions {
  return {
    method: 'PUT',
    url: `/users/${email}`,
    headers: { authorization: `Bearer ${identity.tokenFor({ uid, email })}` },
    payload: { email },
  }
}

test('a flood of requests from an address does not affect staff and families who share it', async () => {
  const { api, ask } = await setUp()
  const staff = await signInStaff(api)
  const parent = await signIn(api, 'parent@example.com')
  const work = (): InjectOptions[] => [
    { url: '/agenda', query: { date: WEDNESDAY }, headers: staff.headers },
    { url: '/families', query: { search: 'Parent' }, headers: staff.headers },
    renewal(api, staff),
    { url: '/services', headers: parent.headers },
    { url: '/available', query: { date: WEDNESDAY }, headers: parent.headers },
    { url: '/appointments', query: { patient: parent.email }, headers: parent.headers },
    renewal(api, parent),
  ]

  const refused: Record<number, number> = {}
  const answers: { url: unknown; statusCode: number }[] = []
  const took: number[] = []
  for (let round = 0; round < 120; round += 1) {
    for (const { statusCode } of await Promise.all(flood(round).map(ask))) {
      refused[statusCode] = (refused[statusCode] ?? 0) + 1
    }
    if (round % 8 !== 0) continue
    for (const request of work()) {
      const start = performance.now()
      const { statusCode } = await ask(request)
      took.push(performance.now() - start)
      answers.push({ url: request.url, statusCode })
    }
  }
  expect(refused[429]).toBeGreaterThan(300)
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  const booked = await ask({
    method: 'POST',
    url: '/appointments',
    headers: parent.headers,
    payload: bookingOf(parent),
  })
  expect(booked.statusCode).toBe(201)
  const middle = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
  // About 2 ms on an idle machine.
  expect(middle).toBeLessThan(50)
})

test('a session’s requests count for its user: 300 a minute for patients, 600 for staff', async () => {
  const { api, ask } = await setUp()
  const staff = await signInStaff(api)
  const [anna, boris] = [await signIn(api, 'anna@example.com'), await signIn(api, 'b@example.com')]
  const statuses = ({ headers }: Session, times: number) =>
    repeat(times, () => ask({ url: '/services', headers }))
  expect(await statuses(anna, 301)).toEqual({ 200: 300, 429: 1 })
  expect(await statuses(boris, 1)).toEqual({ 200: 1 })
  expect(await statuses(staff, 601)).toEqual({ 200: 600, 429: 1 })
  // None of them counted for the address.
  expect((await ask({ url: '/services' })).statusCode).toBe(200)
})

test('an ended session counts for the address, like a request without one', async () => {
  const { api, ask } = await setUp()
  const { headers } = await signIn(api, 'anna@example.com')
  await ask({ method: 'DELETE', url: '/sessions', headers })
  const counts = await repeat(301, () => ask({ url: '/sessions', headers }))
  expect(counts).toEqual({ 401: 300, 429: 1 })
  expect((await ask({ url: '/services' })).statusCode).toBe(429)
})

test('an ID token renews a session 30 times a minute, however many others fail', async () => {
  const { api, ask } = await setUp()
  const anna = await signIn(api, 'anna@example.com')
  const request = renewal(api, anna)
  expect(await repeat(31, () => ask(request))).toEqual({ 200: 30, 429: 1 })
  const { verify } = api.identity
  let verified = 0
  api.identity.verify = (idToken) => {
    verified += 1
    return verify(idToken)
  }
  // Beyond the limit, the identity provider is not asked again.
  expect((await ask(request)).statusCode).toBe(429)
  expect(verified).toBe(0)
})
