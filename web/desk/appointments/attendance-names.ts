import type { DeskAttendance } from '#contract/booking/appointments.ts'

export const ATTENDANCE_NAMES = {
  expected: 'Expected',
  arrived: 'Arrived',
  in_room: 'In room',
  completed: 'Completed',
  no_show: 'No-show',
} as const satisfies Record<DeskAttendance, string>
