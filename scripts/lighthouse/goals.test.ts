import { describe, expect, it } from 'vitest'
import { type Figures, GOALS, median, missed } from './goals.ts'

const perfect: Figures = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 2000,
  tbt: 100,
  cls: 0.02,
}
const goalOf = (path: string) => {
  const goal = GOALS.find((each) => each.path === path)
  if (!goal) throw new Error(path)
  return goal
}

describe('the goals', () => {
  it('are met up to their very limits', () => {
    expect(missed({ ...perfect, performance: 98 }, goalOf('/'))).toEqual([])
    expect(missed({ ...perfect, performance: 95 }, goalOf('/login'))).toEqual([])
  })

  it.each([
    ['performance', 97],
    ['accessibility', 99],
    ['bestPractices', 99],
    ['seo', 99],
    ['lcp', 2001],
    ['tbt', 101],
    ['cls', 0.021],
  ] as const)('are missed by a %s of %d', (name, value) => {
    expect(missed({ ...perfect, [name]: value }, goalOf('/'))).toEqual([name])
  })

  it('ask nothing of search engines where none are wanted', () => {
    expect(missed({ ...perfect, seo: null }, goalOf('/appointment'))).toEqual([])
  })
})

describe('the median', () => {
  it('is taken of each figure, the worse one of two', () => {
    const runs = [
      { ...perfect, performance: 90, lcp: 900 },
      { ...perfect, performance: 99, lcp: 1500 },
      { ...perfect, performance: 95, lcp: 1000 },
    ]
    expect(median(runs)).toEqual({ ...perfect, performance: 95, lcp: 1000 })
    expect(median(runs.slice(0, 2))).toEqual({ ...perfect, performance: 90, lcp: 1500 })
  })
})
