import { describe, expect, it } from 'vitest'
import type { DeskAttendance } from '../booking/appointments.ts'
import { attendanceToward } from './agenda.ts'

describe('the steps from one attendance to another', () => {
  it.each<readonly DeskAttendance[]>([
    ['expected', 'arrived', 'completed'],
    ['completed', 'arrived', 'expected', 'no_show'],
    ['no_show', 'expected', 'arrived', 'completed'],
    ['arrived', 'expected', 'no_show'],
    ['expected', 'arrived', 'in_room'],
    ['in_room', 'arrived', 'expected', 'no_show'],
    ['completed', 'arrived', 'in_room'],
    ['arrived'],
  ])('are taken one by one: %s %s %s %s', (...way) => {
    const goal = way.at(-1) as DeskAttendance
    for (const [index, from] of way.entries()) {
      const room = from === 'in_room' ? {} : null
      expect(attendanceToward(goal, { attendance: from, room })).toBe(way[index + 1] ?? goal)
    }
  })

  it('lead from a completed appointment back to the room in which it was completed', () => {
    const completed = { attendance: 'completed', room: {} } as const
    expect(attendanceToward('expected', completed)).toBe('in_room')
  })
})
