import { describe, expect, it } from 'vitest'
import { describeHours, offeredDays } from './hours.ts'

type Spans = [from: number, to: number][]

/** A week with these hours by weekday, from Sunday on. */
const weekOf = (...days: Spans[]) =>
  days.map((spans) => spans.map(([from, to]) => ({ from: from * 60, to: to * 60 })))
const FULL: Spans = [[9, 17]]
const BREAK: Spans = [
  [9, 12],
  [13, 17],
]

describe('hours in words', () => {
  it.each([
    [
      'days with the same hours together',
      weekOf([], FULL, FULL, FULL, FULL, FULL, []),
      'Monday to Friday 09:00am to 05:00pm',
    ],
    [
      'two days',
      weekOf([[10, 12]], [], [], [], [], [], [[10, 12]]),
      'Saturday and Sunday 10:00am to 12:00pm',
    ],
    [
      'a shorter Friday',
      weekOf([], FULL, FULL, FULL, FULL, [[9, 12.5]], []),
      'Monday to Thursday 09:00am to 05:00pm, Friday 09:00am to 12:30pm',
    ],
    ['a break', weekOf([], BREAK), 'Monday 09:00am to 12:00pm and 01:00pm to 05:00pm'],
    [
      'days with a closed one between',
      weekOf([], FULL, [], FULL),
      'Monday 09:00am to 05:00pm, Wednesday 09:00am to 05:00pm',
    ],
    ['no hours', weekOf(), 'Closed'],
  ])('name %s', (_, week, text) => {
    expect(describeHours(week)).toBe(text)
  })
})

describe('a time', () => {
  const week = weekOf([], BREAK, BREAK, [], [], [[9, 11]])
  const ALL = ['Monday', 'Tuesday', 'Friday']
  it.each([
    ['within the hours', 9 * 60, 30, ALL, undefined],
    ['until closing', 10.5 * 60, 30, ALL, undefined],
    ['past a closing', 10.5 * 60, 60, ['Monday', 'Tuesday'], 'outside opening hours'],
    ['into a break', 11.5 * 60, 60, [], 'in a break'],
    ['across a break', 11 * 60, 180, [], 'in a break'],
    ['before opening', 8.5 * 60, 60, [], 'outside opening hours'],
  ])(
    'that lies %s is offered on days whose hours contain it',
    (_, start, length, days, obstacle) => {
      expect(offeredDays(week, { startMinute: start, lengthMinutes: length })).toEqual({
        days,
        ...(obstacle && { obstacle }),
      })
    },
  )

  it('is not offered when the clinic is always closed', () => {
    const time = { startMinute: 540, lengthMinutes: 30 }
    expect(offeredDays(weekOf(), time)).toEqual({ days: [], obstacle: 'outside opening hours' })
  })
})
