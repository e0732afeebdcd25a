import { expect, it, onTestFinished, vi } from 'vitest'
import type { Treatment } from '../../contract/treatments.ts'
import { raiseScheduleVersion } from '../../drizzle/queries/schedule.ts'
import { appointments, treatments } from '../../drizzle/schema/index.ts'
import { seededFile } from '../../drizzle/testing/seeded-database.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { book, TUESDAY } from '../testing/booking.ts'
import { MONDAY_MORNING } from '../testing/settings.ts'
import { createAvailability } from './availability.ts'

const CLINIC = { timeZone: 'America/New_York', horizonDays: 90 }

function setUp() {
  const { db, other } = seededFile()
  const clock = createClinicClock(CLINIC, () => MONDAY_MORNING)
  return { db, other, available: createAvailability(db, clock).treatmentsOn }
}

it('keeps an answer until the treatments change', async () => {
  const { db, available } = setUp()
  const first = available(TUESDAY)
  expect(JSON.parse(first)).toHaveLength(6)
  expect(available(TUESDAY)).toBe(first)
  await writeTransaction(db, () => {
    db.update(treatments).set({ active: false }).run()
    raiseScheduleVersion(db)
  })
  expect(available(TUESDAY)).toBe('[]')
})

it('drops a slot from its day as soon as any process has booked it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, other, available } = setUp()
  const free = (): string[] => {
    vi.advanceTimersByTime(10)
    return JSON.parse(available(TUESDAY)).find(({ name }: Treatment) => name === 'Allergy Testing')
      .slots
  }
  const [first = '', second = '', third = ''] = free()
  const wednesday = available('2027-03-03')
  await writeTransaction(db, () => book(db, { slot: first }))
  expect(free()[0]).toBe(second)
  book(other, { uid: 'bea', slot: second })
  expect(free()[0]).toBe(third)
  other.update(appointments).set({ status: 'cancelled' }).run()
  expect(free()[0]).toBe(first)
  expect(available('2027-03-03')).toBe(wednesday)
})

it('stays correct when a client asks for thousands of dates', () => {
  const { available } = setUp()
  const tuesday = available(TUESDAY)
  for (let day = 0; day < 2_500; day += 1) {
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    for (const { slots } of JSON.parse(available(date))) expect(slots).toEqual([])
  }
  expect(available(TUESDAY)).toBe(tuesday)
})
