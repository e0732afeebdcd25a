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
  test('names no other origin when everything is embedded', () => {
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

  test('names the origins of configured providers', () => {
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

  test('goes with permissions for nothing but payments by Stripe', () => {
    expect(securityHeaders(testEnv(REAL))['permissions-policy']).toBe(
      'camera=(), geolocation=(), microphone=(), usb=(), payment=(self "https://js.stripe.com")',
    )
  })

  test('never allows inline code or eval', () => {
    for (const variables of [{}, REAL]) {
      expect(JSON.stringify(policy(variables))).not.toMatch(/unsafe/)
    }
  })
})

const RESPONSES: Record<string, [url: string, status: number]> = {
  'a list': ['/services', 200],
  'a rejection': ['/available?date=x', 400],
  'an anonymous request': ['/appointments?patient=a@example.com', 401],
  'an unknown URL': ['/nothing', 404],
  'an unreadable URL': ['/%', 400],
  'a URL that is too long': [`/admin/${'a'.repeat(1_000)}`, 414],
  'a failure': ['/broken', 500],
  'the documentation': ['/docs', 200],
}

describe('every response has the security headers', () => {
  for (const [what, [url, status]] of Object.entries(RESPONSES)) {
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
      const { headers, statusCode } = await app.inject(url)
      expect(statusCode).toBe(status)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=()',
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

test('API responses allow no content at all', async () => {
  const { app } = await buildTestApp()
  const { headers } = await app.inject('/services')
  expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
})

test('other sites get no permission to read responses', async () => {
  const { app } = await buildTestApp()
  const { headers } = await app.inject({
    url: '/appointments',
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
