import { describe, expect, test } from 'vitest'
import type { Treatment } from '#contract/treatments/treatments.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  FIRST_SLOT,
  signIn,
  type TestApp,
  TUESDAY,
} from '#server/testing/test-app.ts'

async function freeSlots(api: TestApp, date: string, name = 'Allergy Testing') {
  return (await availableOn(api, date)).find((treatment) => treatment.name === name)?.slots ?? []
}

test('GET /services lists the offered treatments with all slots and the price in dollars', async () => {
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

describe('GET /available', () => {
  test('is JSON that is not cached, for a date in either format', async () => {
    const api = await buildTestApp()
    const response = await api.app.inject({ url: '/available', query: { date: TUESDAY } })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual((await api.app.inject('/services')).json())
    expect(await availableOn(api, '2027-03-02')).toEqual(response.json())
  })

  test('shows a booking immediately, although the response was cached', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, 'anna@example.com')
    expect(await freeSlots(api, TUESDAY)).toContain(FIRST_SLOT)
    await anna.post('/appointments', bookingOf(anna))
    expect(await freeSlots(api, TUESDAY)).not.toContain(FIRST_SLOT)
    expect(await freeSlots(api, TUESDAY, 'Weight Loss')).toContain(FIRST_SLOT)
    expect(await freeSlots(api, 'Mar 3, 2027')).toContain(FIRST_SLOT)
  })
})

// domain/clinic-clock.test.ts tests the days and minutes of all zones.
describe('the clinic’s time zone determines which times are past', () => {
  // One instant: Monday 10:30 in New York, Tuesday 05:30 on Kiritimati, Monday 04:30 in Pago Pago.
  const now = new Date('2027-03-01T15:30:00Z')

  test.each([
    ['America/New_York', '2027-03-01', '11:00 AM - 11:30 AM'],
    ['Pacific/Kiritimati', '2027-03-01', undefined],
    ['Pacific/Kiritimati', '2027-03-02', '09:00 AM - 09:30 AM'],
    ['Pacific/Pago_Pago', '2027-03-01', '09:00 AM - 09:30 AM'],
  ])('in %s on %s the first free slot is %s', async (zone, date, first) => {
    const api = await buildTestApp({ env: { CLINIC_TIMEZONE: zone } })
    api.setTime(now)
    const slots = await freeSlots(api, date)
    expect(slots[0]).toBe(first)

    // Bookings agree with the list, at its first slot and at the slot before.
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
