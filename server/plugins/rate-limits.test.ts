import { describe, expect, test } from 'vitest'
import {
  bookingOf,
  buildTestApp,
  exchange,
  repeat,
  signIn,
  signInAdmin,
  type TestApp,
} from '../testing/test-app.ts'

const LIMITED = { RATE_LIMIT: 'on' }

function from(remoteAddress: string, headers = {}) {
  return ({ app }: TestApp, url = '/services') => app.inject({ url, remoteAddress, headers })
}

describe('all requests of one address', () => {
  test('allow 300 a minute; the next gets 429 with Retry-After', async () => {
    const api = await buildTestApp({ env: LIMITED })
    const get = from('10.0.0.1')
    expect(await repeat(299, () => get(api))).toEqual({ 200: 299 })
    const last = await get(api)
    const refused = await get(api)
    expect(last.statusCode).toBe(200)
    expect(Object.keys({ ...last.headers, ...refused.headers }).join()).not.toContain('ratelimit')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json()).toEqual({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds?\.$/),
    })
    expect((await from('10.0.0.2')(api)).statusCode).toBe(200)
    // Health checks are not limited.
    expect((await get(api, '/healthz')).statusCode).toBe(200)
  })

  test('count requests to unknown URLs', async () => {
    const api = await buildTestApp({ env: LIMITED })
    expect(await repeat(301, () => from('10.0.0.1')(api, '/nothing'))).toEqual({ 404: 300, 429: 1 })
  })

  test('ignore a forged X-Forwarded-For', async () => {
    const api = await buildTestApp({ env: LIMITED })
    let visitor = 0
    const forged = () => {
      visitor += 1
      return from('10.0.0.1', { 'x-forwarded-for': `192.0.2.${visitor % 250}` })(api)
    }
    expect(await repeat(301, forged)).toEqual({ 200: 300, 429: 1 })
  })

  test('count the last address that a trusted proxy added', async () => {
    const api = await buildTestApp({
      env: { ...LIMITED, TRUST_PROXY: '10.0.0.1', SPROUT_DEMO: '1' },
    })
    let lie = 0
    const visit = (visitor: string) => () => {
      lie += 1
      return from('10.0.0.1', { 'x-forwarded-for': `203.0.113.${lie % 250}, ${visitor}` })(api)
    }
    expect(await repeat(301, visit('198.51.100.7'))).toEqual({ 200: 300, 429: 1 })
    expect((await visit('198.51.100.8')()).statusCode).toBe(200)
  })
})

test('allows 10 first logins a minute per address, for any users', async () => {
  const api = await buildTestApp({ env: LIMITED })
  let person = 0
  const open = () => {
    person += 1
    const email = `person${person}@example.com`
    return exchange(api, email, api.identity.tokenFor({ email }))
  }
  expect(await repeat(11, open)).toEqual({ 201: 10, 429: 1 })
  expect((await from('127.0.0.1')(api)).statusCode).toBe(200)
})

test('counts an IPv6 /64 network as one address', async () => {
  const api = await buildTestApp({ env: LIMITED })
  let host = 0
  const openFrom = (network: string) => () => {
    host += 1
    const remoteAddress = `2001:db8:0:${network}::${host.toString(16)}`
    return api.app.inject({ method: 'PUT', url: '/users/a@example.com', remoteAddress })
  }
  expect(await repeat(11, openFrom('1'))).toEqual({ 401: 10, 429: 1 })
  expect((await openFrom('2')()).statusCode).toBe(401)
})

test('allows a user 20 bookings a minute, from any address', async () => {
  const api = await buildTestApp({ env: LIMITED })
  const anna = await signIn(api, 'anna@example.com')
  const boris = await signIn(api, 'boris@example.com')
  let address = 0
  const book = ({ email, headers }: typeof anna) => {
    address += 1
    return api.app.inject({
      method: 'POST',
      url: '/appointments',
      remoteAddress: `10.0.1.${address}`,
      headers,
      payload: bookingOf({ email }),
    })
  }
  expect(await repeat(21, () => book(anna))).toEqual({ 201: 1, 409: 19, 429: 1 })
  expect((await book(boris)).statusCode).toBe(409)
})

test.each([
  ['POST', '/create-payment-intent', 20],
  ['PATCH', '/booking/x', 60],
  ['POST', '/profile/photo', 6],
  ['POST', '/images', 30],
] as const)('%s %s counts rejected requests too, up to %d a minute', async (method, url, most) => {
  const api = await buildTestApp({ env: LIMITED })
  const { headers } = await signInAdmin(api)
  const { 429: refused, ...others } = await repeat(most + 1, () =>
    api.app.inject({ method, url, headers, payload: {} }),
  )
  expect(refused).toBe(1)
  expect(Object.keys(others)).toHaveLength(1)
})

test('counts images separately, 1,500 per address', async () => {
  const api = await buildTestApp({ env: LIMITED })
  const get = from('10.0.0.1')
  const picture = '/images/01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
  expect(await repeat(1_501, () => get(api, picture))).toEqual({ 404: 1_500, 429: 1 })
  expect((await get(api)).statusCode).toBe(200)
})

test('RATE_LIMIT=off turns all limits off', async () => {
  const api = await buildTestApp({ env: { RATE_LIMIT: 'off' } })
  expect(await repeat(301, () => from('10.0.0.1')(api))).toEqual({ 200: 301 })
})
