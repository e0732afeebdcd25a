import { expect, it } from 'vitest'
import { slotChoices } from './time-format.ts'

const NINE = '09:00 AM - 09:30 AM'
const LONG = '09:00 AM - 09:45 AM'
const NOON = '12:00 PM - 12:30 PM'

it('names slots by their start, and by their end only where two begin together', () => {
  const named = (...slots: string[]) => slotChoices(slots).map(({ label }) => label)
  expect(named(NINE, NOON)).toEqual(['9:00 AM', '12:00 PM'])
  expect(named(NINE, LONG, NOON)).toEqual(['9:00 AM to 9:30 AM', '9:00 AM to 9:45 AM', '12:00 PM'])
})
