import { describe, expect, it } from 'vitest'
import type { Attendance } from '../booking/appointments.ts'
import { attendanceToward } from './agenda.ts'

describe('the steps from one attendance to another', () => {
  it.each<readonly Attendance[]>([
    ['expected', 'arrived', 'completed'],
    ['completed', 'arrived', 'expected', 'no_show'],
    ['no_show', 'expected', 'arrived', 'completed'],
    ['arrived', 'expected', 'no_show'],
    ['arrived'],
  ])('are taken one by one: %s %s %s %s', (...way) => {
    const goal = way.at(-1) as Attendance
    for (const [index, from] of way.entries()) {
      expect(attendanceToward(goal, from)).toBe(way[index + 1] ?? goal)
    }
  })
})
