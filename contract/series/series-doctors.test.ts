import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseSeriesDoctors } from './series-doctors.ts'

const DOCTORS = ['ada', 'benno', 'clara', 'dora']

/** The doctors who are free on each date, in any order. */
const someFree = fc.array(fc.shuffledSubarray(DOCTORS), { maxLength: 24 })

it('chooses the doctor who is free on most dates, then the same among the remaining dates', () => {
  fc.assert(
    fc.property(someFree, (free) => {
      const chosen = chooseSeriesDoctors(free)
      expect(chosen).toHaveLength(free.length)
      let left = free.map((_, index) => index)
      const freeOn = (doctor: string) => left.filter((index) => free[index]?.includes(doctor))
      while (left.length > 0) {
        const most = Math.max(...DOCTORS.map((doctor) => freeOn(doctor).length))
        if (most === 0) break
        // They are chosen on every date on which they are free.
        const next = DOCTORS.filter((doctor) => freeOn(doctor).length === most).find((doctor) =>
          freeOn(doctor).every((index) => chosen[index] === doctor),
        )
        expect(next, `none of those who are free on ${most} dates`).toBeDefined()
        left = left.filter((index) => chosen[index] !== next)
      }
      expect(left.every((index) => chosen[index] === undefined)).toBe(true)
    }),
  )
})

it('prefers the doctor who is named first', () => {
  expect(
    chooseSeriesDoctors([
      ['benno', 'ada'],
      ['ada', 'benno'],
    ]),
  ).toEqual(['benno', 'benno'])
  expect(chooseSeriesDoctors([[], ['clara'], ['ada', 'benno'], ['benno']])).toEqual([
    undefined,
    'clara',
    'benno',
    'benno',
  ])
})
