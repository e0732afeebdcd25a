import { expect, it } from 'vitest'
import { formatSlot } from '../booking/slots.ts'
import { parseSlotEnd, parseSlotStart } from './slot-times.ts'

it('reads start and end of every slot of a day, including slots that end at midnight or later', () => {
  for (let startMinute = 0; startMinute < 1440; startMinute += 5) {
    for (const lengthMinutes of [5, 30, 480]) {
      const slot = formatSlot({ startMinute, lengthMinutes })
      expect(parseSlotStart(slot)).toBe(startMinute)
      expect(parseSlotEnd(slot), slot).toBe(startMinute + lengthMinutes)
    }
  }
})
