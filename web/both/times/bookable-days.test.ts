import { describe, expect, it } from 'vitest'
import { firstBookableDay, nextBookableDay, readBookableDay } from './bookable-days.ts'

// 2026-06-05 is a Friday.
const calendar = { today: '2026-06-05', lastDay: '2026-09-03', closures: ['2026-06-08'] }

it.each([
  ['today when the clinic is open', {}, '2026-06-05'],
  ['no day of a weekend and no closure', { today: '2026-06-06' }, '2026-06-09'],
  ['none until the horizon', { today: '2026-06-06', lastDay: '2026-06-07' }, undefined],
])('the first day that can be booked is %s', (_, changes, day) => {
  expect(firstBookableDay({ ...calendar, ...changes })).toBe(day)
})

const year = { today: '2026-03-06', lastDay: '2026-12-31', closures: [] }

it.each([
  ['skips weekends and closures', calendar, '2026-06-05', '2026-06-09'],
  ['skips full days', { ...calendar, fullDays: ['2026-06-09'] }, '2026-06-05', '2026-06-10'],
  ['is undefined at the end of the horizon', calendar, '2026-09-03', undefined],
  ['is right across the change to summer time', year, '2026-03-06', '2026-03-09'],
  ['is right across the change to winter time', year, '2026-10-30', '2026-11-02'],
])('the next day that can be booked %s', (_, days, from, next) => {
  expect(nextBookableDay(days, from)).toBe(next)
})

describe('a day in the URL', () => {
  it.each([
    ['2026-06-09', '2026-06-09'],
    ['Jun 9, 2026', '2026-06-09'],
    ['2026-09-03', '2026-09-03'],
  ])('%s can be booked', (text, day) => {
    expect(readBookableDay(text, calendar)).toBe(day)
  })

  it.each([
    ['in the past', '2026-06-04'],
    ['at a weekend', '2026-06-06'],
    ['a closure', '2026-06-08'],
    ['beyond the horizon', '2026-09-04'],
    ['no day at all', '2026-02-30'],
    ['no date', 'tomorrow'],
    ['empty', ''],
  ])('is refused when it is %s', (_, text) => {
    expect(readBookableDay(text, calendar)).toBeUndefined()
  })
})
