import type { SiteConfig } from '#contract/config/config.ts'
import { type Env, readEnv } from '../config/env.ts'

/** 08:00 on a Monday at the clinic in New York, before its first slot. */
export const MONDAY_MORNING = new Date('2027-03-01T13:00:00Z')

/** Bookable days of that week, and the first slot of each. */
export const TUESDAY = 'Mar 2, 2027'
export const WEDNESDAY = 'Mar 3, 2027'
export const FIRST_SLOT = '09:00 AM - 09:30 AM'

export const TEST_SECRET = 'a-secret-that-only-the-tests-know-and-use'

/** A Firebase project that does not exist; the key is on one line, as in an .env file. */
export const FIREBASE = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'clinic.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'clinic',
  FIREBASE_CLIENT_EMAIL: 'admin@clinic.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----\\n',
}

/** Keys of no real Stripe account. */
export const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

/** A mail server that does not exist. */
export const MAIL = {
  SMTP_URL: 'smtps://clinic:secret@mail.clinic.example',
  MAIL_FROM: 'Sprout <appointments@clinic.example>',
}

/** Settings for tests: no rate limits, no log, all providers embedded. */
export function testEnv(changes: Record<string, string> = {}): Env {
  return readEnv({
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    ACCOUNT_CHECK_SECONDS: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: TEST_SECRET,
    CLINIC_TIMEZONE: 'America/New_York',
    ...changes,
  })
}

/** The stand-ins in a test's `/config`; none of them runs. */
export const EMBEDDED: Required<Pick<SiteConfig, 'identity' | 'payments'>> = {
  identity: {
    mode: 'emulator',
    apiKey: 'test',
    authDomain: 'localhost',
    projectId: 'demo-test',
  },
  payments: { publishableKey: 'pk_test_of_the_tests', scriptUrl: '/sandbox/stripe.js' },
}
