import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIREBASE, MAIL, STRIPE } from '../testing/settings.ts'
import { EnvError, readEnv, variables } from './env.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  ...FIREBASE,
  ...STRIPE,
  ...MAIL,
  REDIS_URL: 'redis://localhost:6379',
  CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
  JWT_SECRET: 'x'.repeat(32),
  CLINIC_TIMEZONE: 'America/New_York',
}

function problemsOf(source: Record<string, string>): string {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return ''
}

describe('defaults', () => {
  test('without variables, everything is embedded', () => {
    expect(readEnv({})).toMatchObject({
      mode: 'development',
      demo: false,
      host: 'localhost',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      trustProxy: false,
      logLevel: 'info',
      rateLimit: true,
      jwtSecret: undefined,
      clinic: { timeZone: 'America/Los_Angeles', horizonDays: 90 },
      redisUrl: undefined,
      firebase: undefined,
      authEmulatorPort: 9099,
      stripe: undefined,
      stripeSandboxPort: 12111,
      cloudinaryUrl: undefined,
      mail: undefined,
      mailPerSecond: 10,
      smtpSandboxPort: 2525,
    })
    expect(isAbsolute(readEnv({}).dataDir)).toBe(true)
  })

  test('ignores empty and unknown variables', () => {
    expect(readEnv({ PORT: '', STRIPE_SECRET_KEY: ' ', HOME: '/root' })).toEqual(readEnv({}))
  })
})

describe('groups', () => {
  test('a complete provider is one object', () => {
    const { firebase, stripe } = readEnv({ ...FIREBASE, ...STRIPE, FIREBASE_APP_ID: 'app' })
    expect(firebase).toEqual({
      apiKey: 'key',
      authDomain: 'clinic.firebaseapp.com',
      projectId: 'clinic',
      appId: 'app',
      clientEmail: 'admin@clinic.iam.gserviceaccount.com',
      privateKey: '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n',
    })
    expect(stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
    })
  })

  test('accepts a private key in quotes', () => {
    const quoted = `"${FIREBASE.FIREBASE_PRIVATE_KEY}"`
    const { firebase } = readEnv({ ...FIREBASE, FIREBASE_PRIVATE_KEY: quoted })
    expect(firebase?.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  })

  for (const group of [FIREBASE, STRIPE, MAIL]) {
    for (const name of Object.keys(group)) {
      test(`a group without ${name} is only partly configured`, () => {
        expect(problemsOf({ ...group, [name]: '' })).toMatch(
          new RegExp(`only partly configured: .* set, ${name} missing`),
        )
      })
    }
  }

  test('a mail server is one object, and its sender’s name is optional', () => {
    const set = { ...MAIL, MAIL_REPLY_TO: 'desk@clinic.example' }
    expect(readEnv(set).mail).toEqual({
      url: MAIL.SMTP_URL,
      from: { name: 'Sprout', address: 'appointments@clinic.example' },
      replyTo: { name: '', address: 'desk@clinic.example' },
    })
    expect(problemsOf({ MAIL_REPLY_TO: 'desk@clinic.example' })).toContain(
      'Email is only partly configured: MAIL_REPLY_TO set, SMTP_URL and MAIL_FROM missing.',
    )
  })

  test('a Firebase app id alone is a partial configuration', () => {
    expect(problemsOf({ FIREBASE_APP_ID: 'app' })).toContain('Firebase is only partly configured')
  })

  test('two embedded services cannot use the same port', () => {
    expect(problemsOf({ PORT: '9099' })).toContain(
      'AUTH_EMULATOR_PORT and PORT use the same port, 9099.',
    )
    expect(problemsOf({ PORT: '9099', ...FIREBASE })).toBe('')
  })
})

describe('values', () => {
  const bad: [name: string, value: string, message: string][] = [
    ['PORT', '70000', 'PORT is not a whole number from 0 to 65535.'],
    ['PORT', '3e3', 'PORT is not a whole number'],
    ['SITE_URL', 'sprout.example', 'SITE_URL is not a web address'],
    ['SITE_URL', 'ftp://sprout.example', 'SITE_URL is not a web address'],
    ['SITE_URL', 'https://sprout.example/clinic', 'SITE_URL must not have a path'],
    ['CLINIC_TIMEZONE', 'Mars/Olympus', 'CLINIC_TIMEZONE is not a time zone'],
    ['CLINIC_TIMEZONE', '+02:00', 'CLINIC_TIMEZONE is not a time zone'],
    ['BOOKING_HORIZON_DAYS', '0', 'BOOKING_HORIZON_DAYS is not a whole number from 1 to 730.'],
    ['BOOKING_HORIZON_DAYS', 'ninety', 'BOOKING_HORIZON_DAYS is not a whole number'],
    ['REDIS_URL', 'http://localhost', 'REDIS_URL is not an address like redis://'],
    ['CLOUDINARY_URL', 'cloudinary://cloud', 'CLOUDINARY_URL is not an address like'],
    ['JWT_SECRET', 'short', 'JWT_SECRET must be at least 32 bytes long.'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a list of proxy addresses'],
    ['TRUST_PROXY', '1', 'TRUST_PROXY must be a list of proxy addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be a list of proxy addresses'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is not one of fatal, error'],
    ['NODE_ENV', 'prod', 'NODE_ENV is not one of production'],
    ['RATE_LIMIT', 'perhaps', 'RATE_LIMIT must be on or off.'],
  ]
  for (const [name, value, message] of bad) {
    test(`${name}=${value} is rejected`, () => {
      expect(problemsOf({ [name]: value })).toContain(message)
    })
  }

  const badInGroup: [group: Record<string, string>, name: string, message: string][] = [
    [FIREBASE, 'FIREBASE_PRIVATE_KEY', 'is not a private key in PEM format'],
    [FIREBASE, 'FIREBASE_CLIENT_EMAIL', 'is not an email address'],
    [FIREBASE, 'FIREBASE_AUTH_DOMAIN', 'is not a host name'],
    [MAIL, 'SMTP_URL', 'is not an address like smtps://'],
    [MAIL, 'MAIL_FROM', 'is not an email address like Sprout <'],
    [STRIPE, 'STRIPE_SECRET_KEY', 'does not start with sk_ or rk_'],
    [STRIPE, 'STRIPE_PUBLISHABLE_KEY', 'does not start with pk_'],
    [STRIPE, 'STRIPE_WEBHOOK_SECRET', 'does not start with whsec_'],
  ]
  for (const [group, name, message] of badInGroup) {
    test(`${name} with surrounding text is rejected`, () => {
      expect(problemsOf({ ...group, [name]: 'https://something else' })).toContain(
        `${name} ${message}`,
      )
    })
  }

  test.each([
    'smtp://mail.example?tls.rejectUnauthorized=false',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
  ])(
    'SMTP_URL=%s is rejected, because the part after the host could disable certificate checks',
    (url) => {
      expect(problemsOf({ ...MAIL, SMTP_URL: url })).toContain('SMTP_URL must be scheme, user')
    },
  )

  test.each([
    'a@b.example, c@d.example',
    'Sprout <a@b.example>\r\nBcc: c@d.example',
    'Sprout <a@b.example> <c@d.example>',
  ])('MAIL_FROM=%j is rejected', (from) => {
    expect(problemsOf({ ...MAIL, MAIL_FROM: from })).toContain('MAIL_FROM is not an email address')
  })

  test('accepts valid values', () => {
    const env = readEnv({
      SITE_URL: 'https://sprout.example/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
      SPROUT_DEMO: '1',
      RATE_LIMIT: 'off',
      CLINIC_TIMEZONE: 'Pacific/Kiritimati',
    })
    expect(env).toMatchObject({
      siteUrl: 'https://sprout.example',
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
      rateLimit: false,
      clinic: { timeZone: 'Pacific/Kiritimati' },
    })
  })

  test('one error lists every problem', () => {
    const message = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', STRIPE_SECRET_KEY: 'sk_test_1' })
    expect(message.match(/^ {2}- /gm)).toHaveLength(3)
    expect(message).toContain('PORT')
    expect(message).toContain('LOG_LEVEL')
    expect(message).toContain('STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET missing')
  })

  test('the error never repeats a value, because some are secrets', () => {
    expect(problemsOf({ JWT_SECRET: 'hunter2', STRIPE_SECRET_KEY: 'hunter3' })).not.toContain(
      'hunter',
    )
  })
})

describe('stand-ins of a published site', () => {
  const PUBLISHED: [name: string, value: string][] = [
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.0.7'],
    ['HOST', 'clinic.example'],
    ['HOST', '127.0.0.1.example'],
    ['SITE_URL', 'https://clinic.example'],
    ['SITE_URL', 'http://192.168.0.7:3000'],
    ['SITE_URL', 'https://localhost.clinic.example'],
    ['TRUST_PROXY', '10.0.0.1'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8'],
    ['TRUST_PROXY', 'uniquelocal'],
  ]

  test.each(PUBLISHED)('are rejected with %s=%s, unless all providers are real', (name, value) => {
    const problem = new RegExp(`^  - ${name} publishes the site, and the stand-ins for `, 'm')
    expect(problemsOf({ [name]: value })).toMatch(problem)
    expect(problemsOf({ [name]: value, ...FIREBASE })).toMatch(problem)
    expect(problemsOf({ [name]: value, ...STRIPE, ...FIREBASE })).toMatch(problem)
    expect(problemsOf({ [name]: value, ...STRIPE, ...FIREBASE, ...MAIL })).toBe('')
    expect(problemsOf({ [name]: value, SPROUT_DEMO: '1' })).toBe('')
  })

  test('all of the signs are named at once', () => {
    const set = { SITE_URL: 'https://clinic.example', TRUST_PROXY: '10.0.0.1' }
    expect(problemsOf(set)).toContain(
      'SITE_URL and TRUST_PROXY publish the site, and the stand-ins for Firebase, Stripe and Email would be open to everyone.',
    )
  })

  test.each([
    ['HOST', 'localhost'],
    ['HOST', '127.1.2.3'],
    ['HOST', '::1'],
    ['SITE_URL', 'http://localhost:3000'],
    ['SITE_URL', 'http://[::1]:3000'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '127.0.0.1, ::1, 127.0.0.0/8'],
  ])('are accepted with %s=%s, which names this machine', (name, value) => {
    expect(problemsOf({ [name]: value })).toBe('')
  })
})

test.each([
  ['FIREBASE', FIREBASE],
  ['STRIPE', STRIPE],
  ['MAIL', MAIL],
])('nothing is in demo mode beside a real %s', (_name, provider) => {
  expect(readEnv({}).demoData).toBe(true)
  expect(readEnv({ ...provider }).demoData).toBe(false)
})

describe('production', () => {
  test('starts when everything is configured', () => {
    expect(readEnv(PRODUCTION)).toMatchObject({ mode: 'production', demo: false })
  })

  const groups = [FIREBASE, STRIPE, MAIL].map((group) => Object.keys(group))
  for (const names of groups) {
    test(`requires ${names[0]}`, () => {
      const without = { ...PRODUCTION, ...Object.fromEntries(names.map((name) => [name, ''])) }
      const message = problemsOf(without)
      expect(message).toContain('NODE_ENV=production doesn’t use embedded stand-ins')
      for (const name of names) expect(message).toContain(name)
    })
  }

  test('needs real login, payments and email, the time zone, and nothing else', () => {
    const needed = { ...FIREBASE, ...STRIPE, ...MAIL, CLINIC_TIMEZONE: 'America/Chicago' }
    expect(readEnv({ NODE_ENV: 'production', ...needed })).toMatchObject({
      redisUrl: undefined,
      cloudinaryUrl: undefined,
      jwtSecret: undefined,
    })
    expect(problemsOf({ NODE_ENV: 'production', ...needed, CLINIC_TIMEZONE: '' })).toContain(
      'CLINIC_TIMEZONE is not set.',
    )
  })

  test('uses stand-ins with SPROUT_DEMO', () => {
    expect(readEnv({ NODE_ENV: 'production', SPROUT_DEMO: '1' })).toMatchObject({
      mode: 'production',
      demo: true,
      firebase: undefined,
    })
  })

  for (const word of ['off', '0', 'disabled', 'FALSE']) {
    test(`rejects RATE_LIMIT=${word}, even in a demo`, () => {
      expect(problemsOf({ ...PRODUCTION, RATE_LIMIT: word, SPROUT_DEMO: '1' })).toContain(
        'RATE_LIMIT can’t be turned off',
      )
    })
  }

  test('rejects the variable that makes unsigned tokens valid', () => {
    const set = { ...PRODUCTION, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(problemsOf(set)).toContain('unsigned tokens would be accepted')
  })
})

test('.env.example documents every variable and no other', () => {
  const documented = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)
  expect([...documented].map(([, name]) => name).toSorted()).toEqual(
    Object.keys(variables.shape).toSorted(),
  )
})

test('.env.example has the default of every variable', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)
  expect(readEnv(Object.fromEntries([...lines].map(([, name, value]) => [name, value])))).toEqual(
    readEnv({}),
  )
})
