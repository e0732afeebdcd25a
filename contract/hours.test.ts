import { describe, expect, it } from 'vitest'
import { describeHours, openDays } from './hours.ts'

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

describe('the days of a time', () => {
  const week = weekOf([], BREAK, BREAK, [], [], [[9, 11]])
  it.each([
    ['within the hours', 9 * 60, 30, ['Monday', 'Tuesday', 'Friday']],
    ['until closing', 10.5 * 60, 30, ['Monday', 'Tuesday', 'Friday']],
    ['past a closing', 10.5 * 60, 60, ['Monday', 'Tuesday']],
    ['into a break', 11.5 * 60, 60, []],
    ['across a break', 11 * 60, 180, []],
    ['before opening', 8.5 * 60, 60, []],
  ])('are those on which it lies %s', (_, startMinute, lengthMinutes, days) => {
    expect(openDays(week, { startMinute, lengthMinutes })).toEqual(days)
  })
})
