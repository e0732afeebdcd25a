import { describe, expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { FIREBASE, STRIPE } from './testing/settings.ts'
import { testEnv } from './testing/test-app.ts'

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
