import { describe, expect, test } from 'vitest'
import { FIREBASE, STRIPE } from '#domain/testing/settings.ts'
import { buildTestApp, testEnv } from '../testing/test-app.ts'
import { securityHeaders } from './security-headers.ts'

// tests/security/headers.test.ts tests that every response has them.

const REAL = {
  SITE_URL: 'https://sprout.example',
  SPROUT_DEMO: '1',
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

  test('comes with permissions for nothing but payments by Stripe', () => {
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

test('API responses allow no content at all', async () => {
  const { app } = await buildTestApp()
  const { headers } = await app.inject('/services')
  expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
})
