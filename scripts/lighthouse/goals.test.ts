import { expect, it } from 'vitest'
import { type Figures, median, missed } from './goals.ts'

const goal = { path: '/', performance: 98, isListed: true, isSignedIn: false }
const reached: Figures = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  lcp: 2000,
  tbt: 100,
  cls: 0.02,
}

it.each([
  [{}, []],
  [{ performance: 97 }, ['performance']],
  [
    { accessibility: 99, 'best-practices': 99, seo: 99 },
    ['accessibility', 'best-practices', 'seo'],
  ],
])('%o misses %o', (figures, names) => {
  expect(missed({ ...reached, ...figures }, goal)).toEqual(names)
})

it('takes the median of each figure', () => {
  const runs = [
    { ...reached, performance: 90, lcp: 900 },
    { ...reached, performance: 99, lcp: 1500 },
    { ...reached, performance: 95, lcp: 1000 },
  ]
  expect(median(runs)).toEqual({ ...reached, performance: 95, lcp: 1000 })
})
