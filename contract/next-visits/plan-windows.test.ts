import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter } from '../dates.ts'
import { windowOf } from './due-rows.ts'
import { findPlanProblem, OFFERED_ROWS } from './plan-windows.ts'

const row = (ageMonths: number, fromDays: number, toDays: number) => ({
  ageMonths,
  fromDays,
  toDays,
})

describe('the check-up plan', () => {
  it('offers windows that do not overlap, from the third day to the eighteenth birthday', () => {
    expect(OFFERED_ROWS).toHaveLength(26)
    expect(findPlanProblem(OFFERED_ROWS)).toBeUndefined()
  })

  it.each([
    ['a window that ends before it begins', [row(12, 5, 4)], 'reversed'],
    ['one before the birth', [row(1, -29, 0)], 'early'],
    ['one after the eighteenth birthday', [row(216, -30, 0)], 'late'],
    ['two that share a day for some children', [row(1, 0, 28), row(2, 0, 5)], 'overlap'],
  ])('refuses %s', (_, rows, problem) => {
    expect(findPlanProblem(rows)?.problem).toBe(problem)
  })

  it('names the row as it was sent', () => {
    expect(findPlanProblem([row(24, 0, 5), row(12, 0, 400)])).toEqual({
      problem: 'overlap',
      index: 0,
    })
    expect(findPlanProblem([row(2, 0, 5), row(1, 0, 27)])).toBeUndefined()
  })

  it('accepts only plans in which no child has two rows on a day', () => {
    const days = fc.integer({ min: -60, max: 60 })
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), days, days), { maxLength: 4 })
    const births = fc.integer({ min: 0, max: 3000 }).map((after) => dayAfter('2026-01-01', after))
    fc.assert(
      fc.property(rows, births, (wanted, birth) => {
        const plan = wanted.map(([age, from, to]) => row(age, from, to))
        fc.pre(findPlanProblem(plan) === undefined)
        const windows = plan
          .map((one) => windowOf(one, birth))
          .sort((one, other) => (one.from < other.from ? -1 : 1))
        for (const [index, { from, to }] of windows.entries()) {
          const before = windows[index - 1]
          expect(from <= to && (!before || before.to < from) && from >= birth).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
