import { describe, expect, it } from 'vitest'
import { bookingPaths } from '../../machines/booking/booking-paths.ts'
import { describePath } from '../../machines/testing/paths.ts'
import { absentFrom, figuresOf, isComplete, type RanTest, tableOf } from './figures.ts'

const walks = (file: string, describe: string, before = ''): RanTest[] =>
  bookingPaths().map((path) => ({
    file,
    titles: [describe, `${before}${describePath(path)}`],
    passed: true,
    seconds: 0.5,
  }))

const inBrowser = walks('/project/tests/browser/booking-paths.spec.ts', 'the booking machine')

describe('the figures of the flows', () => {
  it('find the walks of every layer by where they are written', () => {
    const figures = figuresOf([
      ...walks('/project/machines/alone.test.ts', 'the booking machine alone'),
      ...walks('/project/web/booking/booking.paths.test.tsx', 'the screens', 'go with it: '),
      ...inBrowser,
      { file: '/project/web/booking/calendar.test.tsx', titles: ['x'], passed: true, seconds: 1 },
    ])
    expect(figures.map(({ layer, machine }) => `${machine}, ${layer}`)).toEqual([
      'booking, machine',
      'booking, screens',
      'booking, browser',
    ])
    expect(figures.every(isComplete)).toBe(true)
    expect(figures[0]).toMatchObject({ seconds: inBrowser.length / 2, missed: [] })
  })

  it('count no path that failed, and name what nobody has reached', () => {
    const failed = inBrowser.map((walk) =>
      walk.titles[1]?.includes('booking.another') ? { ...walk, passed: false } : walk,
    )
    const [figures] = figuresOf(failed)
    expect(figures && isComplete(figures)).toBe(false)
    expect(figures?.missed).toContain('booked — booking.another → browsing')
    expect(tableOf(figures ? [figures] : [])).toContain('not walked: booking, browser: booked')
  })

  it('notice a path that was not run, and a layer that is gone', () => {
    const [figures] = figuresOf(inBrowser.slice(1))
    expect(figures && isComplete(figures)).toBe(false)
    expect(absentFrom(figures ? [figures] : [])).toContain('auth, screens')
    expect(absentFrom(figures ? [figures] : [])).not.toContain('booking, browser')
  })
})
