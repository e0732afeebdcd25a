import { describe, expect, test } from 'vitest'
import { FIREBASE, STRIPE } from '../../domain/testing/settings.ts'
import { buildTestApp, testEnv } from '../testing/test-app.ts'
import { securityHeaders } from './security-headers.ts'

const REAL = {
  SITE_URL: 'https://sprout.example',
  ...FIREBASE,
  ...STRIPE,
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
}

function policy(variables: Record<string, string>): Record<string, string[]> {
  const header = securityHeaders(testEnv(variables))['content-security-policy'] ?? ''
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )
}

describe('the content security policy', () => {
  test('names no other origin while everything is embedded', () => {
    const directives = policy({})
    expect(JSON.stringify(directives)).not.toContain('http')
    expect(directives).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'"],
      'script-src-attr': ["'none'"],
    })
    expect(directives).not.toHaveProperty('upgrade-insecure-requests')
  })

  test('names those of the providers that are configured', () => {
    const directives = policy(REAL)
    expect(directives['script-src']).toEqual([
      "'self'",
      'https://apis.google.com',
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ])
    expect(directives['frame-src']).toContain('https://clinic.firebaseapp.com')
    expect(directives['connect-src']).toContain('https://api.stripe.com')
    expect(directives['img-src']).toContain('https://res.cloudinary.com')
    expect(directives).toHaveProperty('upgrade-insecure-requests')
  })

  test('never allows inline code or eval', () => {
    for (const variables of [{}, REAL]) {
      expect(JSON.stringify(policy(variables))).not.toMatch(/unsafe/)
    }
  })
})

// Over the wire: the server's own answers carry them, those to injected requests do not.
const ANYWHERE = { host: '127.0.0.1', port: 0 }

const ANSWERS: Record<string, [url: string, status: number]> = {
  'a list': ['/services', 200],
  'a refusal': ['/available?date=x', 400],
  'a stranger’s request': ['/appointments?patient=a@example.com', 401],
  'an unknown address': ['/nothing', 404],
  'an address that cannot be read': ['/%', 400],
  'an address that is too long': [`/admin/${'a'.repeat(1_000)}`, 414],
  'a failure': ['/broken', 500],
  'the documentation': ['/docs', 200],
}

describe('every answer carries the security headers', () => {
  for (const [what, [url, status]] of Object.entries(ANSWERS)) {
    test(what, async () => {
      const { app } = await buildTestApp({
        extraPlugins: [
          async (site) => {
            site.get('/broken', async () => {
              throw new Error('broken')
            })
          },
        ],
      })
      const response = await fetch((await app.listen(ANYWHERE)) + url)
      const headers = Object.fromEntries(response.headers)
      expect(response.status).toBe(status)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('x-powered-by')
    })
  }
})

test('another site gets no permission to read', async () => {
  const { app } = await buildTestApp()
  const { headers } = await fetch(`${await app.listen(ANYWHERE)}/appointments`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})
