import { describe, expect, it } from 'vitest'
import { firstBookableDay, nextBookableDay, readBookableDay } from './bookable-days.ts'

// 2026-06-05 is a Friday.
const calendar = { today: '2026-06-05', lastDay: '2026-09-03', closures: ['2026-06-08'] }

describe('the first day that can be booked', () => {
  it('is today when the clinic is open', () => {
    expect(firstBookableDay(calendar)).toBe('2026-06-05')
  })

  it('skips weekends and closures', () => {
    expect(firstBookableDay({ ...calendar, today: '2026-06-06' })).toBe('2026-06-09')
  })

  it('is undefined when the clinic is closed until the horizon', () => {
    const weekend = { today: '2026-06-06', lastDay: '2026-06-07', closures: [] }
    expect(firstBookableDay(weekend)).toBeUndefined()
  })
})

describe('the next day that can be booked', () => {
  it('skips weekends and closures', () => {
    expect(nextBookableDay(calendar, '2026-06-05')).toBe('2026-06-09')
  })

  it('skips full days', () => {
    expect(nextBookableDay({ ...calendar, fullDays: ['2026-06-09'] }, '2026-06-05')).toBe(
      '2026-06-10',
    )
  })

  it('is undefined at the end of the horizon', () => {
    expect(nextBookableDay(calendar, '2026-09-03')).toBeUndefined()
  })

  it('is right across a daylight-saving change', () => {
    const spring = { today: '2026-03-06', lastDay: '2026-12-31', closures: [] }
    expect(nextBookableDay(spring, '2026-03-06')).toBe('2026-03-09')
    expect(nextBookableDay(spring, '2026-10-30')).toBe('2026-11-02')
  })
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
