import { expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { site as builtSite } from '#server/rendering/site.ts'
import { writeBuiltSite } from '#server/testing/built-site.ts'
import { buildWatchedApp } from '#server/testing/watched-app.ts'

// The content of the policy: server/plugins/security-headers.test.ts.

function expectSafe(headers: Record<string, string>, what: string) {
  const policy = headers['content-security-policy']
  expect(policy, what).toMatch(/default-src '(self|none)'/)
  expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policy, what).toMatch(/(object|default)-src 'none'/)
  expect(policy, what).not.toMatch(/unsafe-|\*;|http:/)
  expect(headers, what).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=(3153600\d|[4-9]\d{7})/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.any(String),
  })
  expect(
    Object.keys(headers).filter((name) => /^access-control-|^server$|^x-powered-by$/.test(name)),
  ).toEqual([])
}

test('every response of every route has the security headers', async () => {
  const root = temporaryFolder()
  writeBuiltSite(root)
  const { app, routes } = await buildWatchedApp({
    extraPlugins: [
      async (broken) => {
        broken.get('/broken', async () => {
          throw new Error('broken')
        })
      },
      builtSite({ root }),
    ],
  })
  const site = await app.listen({ host: '127.0.0.1', port: 0 })
  const statuses = new Set<number>()
  for (const { method, url } of [
    ...routes,
    { method: 'GET', url: '/nothing' },
    { method: 'GET', url: '/%' },
    { method: 'GET', url: '/robots.txt' },
    { method: 'DELETE', url: '/services' },
    { method: 'OPTIONS', url: '/appointments' },
    { method: 'POST', url: '/docs' },
  ]) {
    const address = url.replaceAll(/:\w+/g, 'x').replace('*', 'x')
    for (const accept of ['application/json', 'text/html']) {
      const response = await fetch(site + address, {
        method,
        headers: { accept, origin: 'https://evil.example' },
        redirect: 'manual',
      })
      const { status } = response
      const headers = Object.fromEntries(response.headers)
      expectSafe(headers, `${method} ${url}: ${status}`)
      // A content type keeps browsers from guessing one.
      const isRedirect = status >= 300 && status < 400
      const type = headers['content-type'] ?? ''
      expect(Boolean(type) || isRedirect, url).toBe(true)
      if (/^text\/|json/.test(type)) expect(type, url).toMatch(/; charset=utf-8$/i)
      statuses.add(status)
      await response.body?.cancel()
    }
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 500]))
})

test('the response to a URL that is too long has them, too', async () => {
  const { app } = await buildWatchedApp()
  const { statusCode, headers } = await app.inject(`/admin/${'a'.repeat(1_000)}`)
  expect(statusCode).toBe(414)
  expectSafe(headers as Record<string, string>, 'too long')
})

test('API responses are not cached, except for the published manifest of free times', async () => {
  const { app, routes } = await buildWatchedApp()
  const others = /^\/(docs|fhir\/\$bulk-publish)/
  for (const { method, url } of routes.filter((route) => !others.test(route.url))) {
    const address = url.replaceAll(/:\w+/g, 'x')
    const { headers } = await app.inject({ method: method as 'GET', url: address })
    expect(headers['cache-control'], `${method} ${url}`).toBe('no-store')
  }
})

test('the general rate limit applies to all calls but monitoring, webhooks and the token exchange, which have their own', async () => {
  const { routes } = await buildWatchedApp({ env: { RATE_LIMIT: 'on' } })
  const unlimited = routes.filter(({ config }) => {
    const limit: unknown = config && 'rateLimit' in config ? config.rateLimit : undefined
    return limit === false
  })
  expect(unlimited.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'GET /healthz',
    'GET /readyz',
    'POST /webhooks/mail',
    'POST /webhooks/stripe',
    'PUT /users/:email',
  ])
})
