import { describe, expect, it } from 'vitest'
import { WEEKLY } from '#contract/booking/series-length.ts'
import type { SeriesDate } from '#contract/series/series.ts'
import { MORNING, NOON } from '../testing/booking/booking-fixture.ts'
import { canShift, chosenTimes, shift, startPlan, withDates } from './series.ts'

const DAYS = ['Jun 5, 2026', 'Jun 12, 2026', 'Jun 19, 2026'] as const
const time = (date: string, slot = MORNING) => ({ date, slot, doctors: [], price: 120 })
const free = (date: string): SeriesDate => ({ date, times: [time(date)] })
const taken: SeriesDate = {
  date: DAYS[1],
  obstacle: 'taken',
  times: [time(DAYS[1], NOON), time(DAYS[2])],
}
const dates = [free(DAYS[0]), taken, free(DAYS[2])]
const plan = withDates(startPlan(WEEKLY), dates)
const noon = { place: 1, time: time(DAYS[1], NOON) }

it('selects the wanted time if it is free, and otherwise none', () => {
  expect(plan.times).toEqual([time(DAYS[0]), null, time(DAYS[2])])
  expect(chosenTimes(plan)).toBeNull()
  expect(chosenTimes(shift(plan, noon))).toEqual([time(DAYS[0]), noon.time, time(DAYS[2])])
  expect(chosenTimes(startPlan(WEEKLY))).toBeNull()
})

describe('a date can be shifted', () => {
  it.each([
    ['to a time that is offered for it', noon, true],
    ['to no other time', { place: 1, time: time(DAYS[1]) }, false],
    ['to no day of another one', { place: 1, time: time(DAYS[2]) }, false],
    ['if its own time is not free', { place: 0, time: time(DAYS[0]) }, false],
    ['if it is one of them', { place: 3, time: time(DAYS[1], NOON) }, false],
  ])('%s', (_, to, expected) => {
    expect(canShift(plan, to)).toBe(expected)
  })
})

it('keeps choices when its dates are loaded again, as long as they are offered', () => {
  const again = startPlan(WEEKLY, shift(plan, noon))
  expect(again.dates).toEqual([])
  expect(withDates(again, dates).times[1]).toEqual(noon.time)
  const fewer = { ...taken, times: [time(DAYS[2])] }
  expect(withDates(again, [free(DAYS[0]), fewer, free(DAYS[2])]).times[1]).toBeNull()
  // The wanted time is free again.
  expect(withDates(again, DAYS.map(free)).times[1]).toEqual(time(DAYS[1]))
  const { times } = startPlan({ ...WEEKLY, every: 2 }, shift(plan, noon))
  expect(times).toEqual([])
})
