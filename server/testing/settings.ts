import { type Env, readEnv } from '../env.ts'

/** 08:00 on a Monday at the clinic in New York, before its first slot. */
export const MONDAY_MORNING = new Date('2027-03-01T13:00:00Z')

/** Bookable days of that week, and the first slot of each. */
export const TUESDAY = 'Mar 2, 2027'
export const WEDNESDAY = 'Mar 3, 2027'
export const FIRST_SLOT = '09:00 AM - 09:30 AM'

export const TEST_SECRET = 'a-secret-of-the-tests-and-of-nobody-else'

/** Settings for tests: no rate limits, no log, all providers embedded. */
export function testEnv(changes: Record<string, string> = {}): Env {
  return readEnv({
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    JWT_SECRET: TEST_SECRET,
    CLINIC_TIMEZONE: 'America/New_York',
    ...changes,
  })
}
