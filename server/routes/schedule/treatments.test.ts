import { describe, expect, test } from 'vitest'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { treatments } from '#drizzle/schema/index.ts'
import { closeDays, seededFile } from '#drizzle/testing/seeded-database.ts'
import {
  bookingOf,
  buildTestApp,
  FIRST_SLOT,
  signIn,
  type TestApp,
  TUESDAY,
} from '#server/testing/test-app.ts'

async function available({ app }: TestApp, date: string): Promise<Treatment[]> {
  const response = await app.inject({ url: '/available', query: { date } })
  expect(response.statusCode).toBe(200)
  return response.json()
}

async function freeSlots(api: TestApp, date: string, name = 'Allergy Testing') {
  return (await available(api, date)).find((treatment) => treatment.name === name)?.slots ?? []
}

describe('GET /services', () => {
  test('lists the offered treatments with all slots and the price in dollars', async () => {
    const api = await buildTestApp()
    const response = await api.app.inject('/services')
    expect(response.statusCode).toBe(200)
    const list: Treatment[] = response.json()
    expect(list).toHaveLength(6)
    expect(list[0]).toEqual({
      _id: expect.any(String),
      name: 'Parenatal/Newborn',
      slots: expect.arrayContaining([FIRST_SLOT, '04:30 PM - 05:00 PM']),
      price: 95,
    })
  })

  test('omits treatments that are no longer offered', async () => {
    const api = await buildTestApp()
    api.db.update(treatments).set({ active: false }).run()
    expect((await api.app.inject('/services')).json()).toEqual([])
    expect(await available(api, TUESDAY)).toEqual([])
  })
})

describe('GET /available', () => {
  test('is JSON that is not cached, for a date in either format', async () => {
    const api = await buildTestApp()
    const response = await api.app.inject({ url: '/available', query: { date: TUESDAY } })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual((await api.app.inject('/services')).json())
    expect(await available(api, '2027-03-02')).toEqual(response.json())
  })

  test('shows a booking immediately, also after the response was cached', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, 'anna@example.com')
    expect(await freeSlots(api, TUESDAY)).toContain(FIRST_SLOT)
    await anna.post('/appointments', bookingOf(anna))
    expect(await freeSlots(api, TUESDAY)).not.toContain(FIRST_SLOT)
    expect(await freeSlots(api, TUESDAY, 'Weight Loss')).toContain(FIRST_SLOT)
    expect(await freeSlots(api, 'Mar 3, 2027')).toContain(FIRST_SLOT)
  })

  test('shows what another process has written', async () => {
    const { db, other } = seededFile()
    const api = await buildTestApp({ db })
    expect(await freeSlots(api, TUESDAY)).toHaveLength(16)
    closeDays(other, '2027-03-02')
    // Another process is asked about after some milliseconds.
    await expect.poll(() => freeSlots(api, TUESDAY)).toEqual([])
  })

  const closed = {
    'a Saturday': 'Mar 6, 2027',
    'a Sunday': 'Mar 7, 2027',
    'a day that is over': 'Feb 26, 2027',
    'a day beyond the horizon': 'May 31, 2027',
    'a day far away': 'Jan 1, 9999',
  }
  for (const [what, date] of Object.entries(closed)) {
    test(`lists every treatment without a slot on ${what}`, async () => {
      const api = await buildTestApp()
      const list = await available(api, date)
      expect(list).toHaveLength(6)
      expect(list.flatMap(({ slots }) => slots)).toEqual([])
    })
  }
})

// [zone, now, date, the first free slot of that day there]
const ZONES: [zone: string, now: string, date: string, first: string | undefined][] = [
  // One instant: Monday 10:30 in New York, Tuesday 05:30 on Kiritimati, Monday 04:30 in Pago Pago.
  ['America/New_York', '2027-03-01T15:30:00Z', '2027-03-01', '11:00 AM - 11:30 AM'],
  ['Pacific/Kiritimati', '2027-03-01T15:30:00Z', '2027-03-01', undefined],
  ['Pacific/Kiritimati', '2027-03-01T15:30:00Z', '2027-03-02', '09:00 AM - 09:30 AM'],
  ['Pacific/Pago_Pago', '2027-03-01T15:30:00Z', '2027-03-01', '09:00 AM - 09:30 AM'],
  ['Australia/Sydney', '2027-03-01T22:15:00Z', '2027-03-02', '09:30 AM - 10:00 AM'],
  // The Mondays after the changes: the same nine o'clock, an hour earlier and later for the rest of the world.
  ['America/New_York', '2027-03-15T13:00:00Z', '2027-03-15', '09:30 AM - 10:00 AM'],
  ['America/New_York', '2027-03-15T12:59:59Z', '2027-03-15', '09:00 AM - 09:30 AM'],
  ['America/New_York', '2027-11-08T14:00:00Z', '2027-11-08', '09:30 AM - 10:00 AM'],
  ['America/New_York', '2027-11-08T13:59:59Z', '2027-11-08', '09:00 AM - 09:30 AM'],
  ['Europe/Berlin', '2027-03-29T07:00:00Z', '2027-03-29', '09:30 AM - 10:00 AM'],
  ['Europe/Berlin', '2027-11-01T08:00:00Z', '2027-11-01', '09:30 AM - 10:00 AM'],
  ['Australia/Sydney', '2027-04-04T23:00:00Z', '2027-04-05', '09:30 AM - 10:00 AM'],
  ['Australia/Sydney', '2027-10-03T22:00:00Z', '2027-10-04', '09:30 AM - 10:00 AM'],
  // Cairo changes its clocks on working days: Friday at midnight, and at the end of a Thursday.
  ['Africa/Cairo', '2027-04-30T05:59:59Z', '2027-04-30', '09:00 AM - 09:30 AM'],
  ['Africa/Cairo', '2027-04-30T06:00:00Z', '2027-04-30', '09:30 AM - 10:00 AM'],
  ['Africa/Cairo', '2027-10-29T06:59:59Z', '2027-10-29', '09:00 AM - 09:30 AM'],
  ['Africa/Cairo', '2027-10-29T07:00:00Z', '2027-10-29', '09:30 AM - 10:00 AM'],
]

describe('the clinic’s time zone determines what is past', () => {
  for (const [zone, now, date, first] of ZONES) {
    test(`${zone} at ${now}: ${date} from ${first}`, async () => {
      const api = await buildTestApp({ env: { CLINIC_TIMEZONE: zone } })
      api.setTime(new Date(now))
      const slots = await freeSlots(api, date)
      expect(slots[0]).toBe(first)

      // Booking agrees with the list, at its first slot and at the one before.
      const anna = await signIn(api, 'anna@example.com')
      const book = async (slot: string) => {
        return (await anna.post('/appointments', bookingOf(anna, { date, slot }))).statusCode
      }
      const all: Treatment[] = (await api.app.inject('/services')).json()
      const day = all[0]?.slots ?? []
      const gone = day[day.length - slots.length - 1]
      if (gone) expect(await book(gone)).toBe(400)
      if (first) expect(await book(first)).toBe(201)
    })
  }

  test('and how far ahead bookings are possible', async () => {
    // Still the 1st in Pago Pago, already the 3rd on Kiritimati.
    for (const [zone, lastDay] of [
      ['Pacific/Pago_Pago', '2027-06-08'],
      ['Pacific/Kiritimati', '2027-06-10'],
    ] as const) {
      const api = await buildTestApp({
        env: { CLINIC_TIMEZONE: zone, BOOKING_HORIZON_DAYS: '99' },
      })
      api.setTime(new Date('2027-03-02T10:30:00Z'))
      const { clinic } = (await api.app.inject('/config')).json()
      expect(clinic.lastDay).toBe(lastDay)
      expect(await freeSlots(api, lastDay)).toHaveLength(16)
      const next = new Date(Date.parse(lastDay) + 86_400_000).toISOString().slice(0, 10)
      expect(await freeSlots(api, next)).toEqual([])
    }
  })
})
