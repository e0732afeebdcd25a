import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeDays, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { book, TUESDAY } from '../testing/booking.ts'
import { createDayChanges } from './day-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listening() {
  const db = seededDatabase()
  const changes = createDayChanges(db, {
    onError: (error) => {
      throw error
    },
  })
  const heard: string[] = []
  const listen = (date: string) => changes.listen(date, () => heard.push(date))
  const stops = [listen(TUESDAY), listen('2027-03-03')]
  return { db, heard, stops }
}

it('notifies listeners of a day about its changes, and no others', () => {
  const { db, heard } = listening()
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual([])
  book(db)
  vi.advanceTimersByTime(500)
  expect(heard).toEqual([TUESDAY])
})

it('notifies all listeners when the schedule changes', () => {
  const { db, heard } = listening()
  closeDays(db, '2027-03-10')
  vi.advanceTimersByTime(500)
  expect(heard).toEqual([TUESDAY, '2027-03-03'])
})

it('does not notify listeners that were removed', () => {
  const { db, heard, stops } = listening()
  for (const stop of stops) stop()
  book(db)
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual([])
})
