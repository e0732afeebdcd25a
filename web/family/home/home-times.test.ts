import { expect, test } from 'vitest'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { homeTimesOf } from './home-times.ts'

const DAY = '2027-03-04'

function free(name: string, ...slots: string[]): NextTimes {
  return { _id: name, name, days: slots.length > 0 ? [{ date: DAY, price: 25, slots }] : [] }
}

test('the home page gets the first time of each treatment that is free, the earliest first', () => {
  const times = [
    free('Allergy Testing', '02:00 PM - 02:30 PM'),
    free('Ear check', '09:30 AM - 10:00 AM'),
    { ...free('Eye check', '09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM'), minAgeMonths: 36 },
    free('Nose check', '10:00 AM - 10:30 AM'),
    free('Throat check', '10:30 AM - 11:00 AM'),
    free('Nutrition Services'),
  ]

  const found = homeTimesOf(times)
  expect(found.map(({ name }) => name)).toEqual([
    'Eye check',
    'Ear check',
    'Nose check',
    'Throat check',
    'Allergy Testing',
  ])
  expect(found[0]).toEqual({
    treatment: 'Eye check',
    name: 'Eye check',
    date: DAY,
    slot: '09:00 AM - 09:30 AM',
    minAgeMonths: 36,
  })
})
