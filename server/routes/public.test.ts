import { describe, expect, test } from 'vitest'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { EMBEDDED, FIREBASE, STRIPE } from '#domain/testing/settings.ts'
import { closeDays } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, changeClinic } from '../testing/test-app.ts'

test('GET /team shows the doctors without their emails', async () => {
  const api = await buildTestApp()
  const response = await api.app.inject('/team')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toHaveLength(4)
  expect(response.json()[0]).toEqual({
    _id: expect.any(String),
    name: 'Dr. Amara Okafor',
    designation: 'Head Pediatrician',
    specialty: 'Parenatal/Newborn',
    img: null,
    sources: [],
    facebook: null,
    linkedin: null,
    twitter: null,
  })
  expect(response.body).not.toContain('@')
})

describe('GET /config', () => {
  test('returns the clinic’s day and closures, and the stand-ins while nothing is configured', async () => {
    const api = await buildTestApp()
    closeDays(api.db, '2027-02-01', '2027-03-01', '2027-07-04')
    const response = await api.app.inject('/config')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      clinic: {
        today: '2027-03-01',
        timeZone: 'America/New_York',
        nextDayIn: 16 * 3_600_000,
        lastDay: '2027-05-30',
        closures: ['2027-03-01'],
        closedWeekdays: [0, 6],
        closedReasons: [{ date: '2027-03-01', reason: 'Training' }],
        fullDays: [],
      },
      onlineRules: { changeUntilHours: 2, mostMoves: 3 },
      offerMinutes: { most: 240, least: 10 },
      lockMinutes: 10,
      mostInSeries: 12,
      refundTerms: DEFAULT_TERMS,
      ...EMBEDDED,
    })
  })

  test('has the buttons of Next visit once an admin has set others', async () => {
    const api = await buildTestApp()
    await changeClinic(api, { followUps: '10 days, 4 months' })
    expect((await api.app.inject('/config')).json().followUps).toBe('10 days, 4 months')
  })

  test('counts today among the closed days once its last slot has begun', async () => {
    const closed = async (time: string) => {
      const api = await buildTestApp({ clock: () => new Date(time) })
      return (await api.app.inject('/config')).json().clinic.closures
    }
    expect(await closed('2027-03-01T16:29:59-05:00')).toEqual([])
    expect(await closed('2027-03-01T16:30:00-05:00')).toEqual(['2027-03-01'])
  })

  test('returns the public settings and no secrets', async () => {
    const secrets = { STRIPE_SECRET_KEY: 'sk_test_secret', STRIPE_WEBHOOK_SECRET: 'whsec_secret' }
    const api = await buildTestApp({ env: { ...FIREBASE, ...STRIPE, ...secrets } })
    const response = await api.app.inject('/config')
    expect(response.json()).toMatchObject({
      identity: {
        mode: 'firebase',
        apiKey: FIREBASE.FIREBASE_API_KEY,
        authDomain: 'clinic.firebaseapp.com',
        projectId: 'clinic',
      },
      payments: { publishableKey: STRIPE.STRIPE_PUBLISHABLE_KEY },
    })
    expect(response.json().payments).not.toHaveProperty('scriptUrl')
    expect(response.body).not.toMatch(/secret|gserviceaccount|PRIVATE/)
  })

  test('a provider that is neither configured nor embedded stops the start', async () => {
    const build = buildTestApp({ embedded: undefined })
    await expect(build).rejects.toThrow(/neither configured nor embedded/)
  })
})

describe('health', () => {
  test('GET /healthz responds without a working database', async () => {
    const api = await buildTestApp()
    api.db.$client.exec('PRAGMA foreign_keys = OFF; DROP TABLE treatments')
    const response = await api.app.inject('/healthz')
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('GET /readyz is 503 without a working database', async () => {
    const api = await buildTestApp()
    expect((await api.app.inject('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok' },
    })
    api.db.$client.exec('PRAGMA foreign_keys = OFF; DROP TABLE treatments')
    const response = await api.app.inject('/readyz')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual({ status: 'unavailable', checks: { database: 'failed' } })
  })

  const queues: [answer: () => Promise<boolean>, queue: string][] = [
    [async () => true, 'ok'],
    [async () => false, 'failed'],
    [() => Promise.reject(new Error('gone')), 'failed'],
  ]
  for (const [queueAnswers, queue] of queues) {
    test(`reports a queue that is ${queue} and stays ready`, async () => {
      const api = await buildTestApp({ queueAnswers })
      const response = await api.app.inject('/readyz')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ status: 'ready', checks: { database: 'ok', queue } })
    })
  }
})
