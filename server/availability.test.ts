import { expect, test } from 'vitest'
import { services } from '../drizzle/schema.ts'
import { seededDatabase } from '../drizzle/testing/seeded-database.ts'
import { createAvailability } from './availability.ts'
import { createClinicClock } from './clinic-clock.ts'
import { MONDAY_MORNING } from './testing/settings.ts'

const CLINIC = { timeZone: 'America/New_York', horizonDays: 90 }

function setUp() {
  const db = seededDatabase()
  const clock = createClinicClock(CLINIC, () => MONDAY_MORNING)
  return { db, available: createAvailability(db, clock) }
}

test('an answer is kept as it is, and made anew after any write', () => {
  const { db, available } = setUp()
  const first = available('2027-03-02')
  expect(JSON.parse(first)).toHaveLength(6)
  expect(available('2027-03-02')).toBe(first)
  db.update(services).set({ active: false }).run()
  expect(available('2027-03-02')).toBe('[]')
})

test('somebody who tries all dates spoils no answer', () => {
  const { available } = setUp()
  const tuesday = available('2027-03-02')
  for (let day = 0; day < 2_500; day += 1) {
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    for (const { slots } of JSON.parse(available(date))) expect(slots).toEqual([])
  }
  expect(available('2027-03-02')).toBe(tuesday)
})
