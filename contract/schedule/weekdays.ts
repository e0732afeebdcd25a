import { WEEKDAYS } from './schedule.ts'

// Weekdays in the database: one bit each, 1 for Sunday.

/** The weekdays of these bits, 0 for Sunday, in order. */
export function toWeekdays(bits: number): number[] {
  return WEEKDAYS.flatMap((_, weekday) => (bits & (1 << weekday) ? weekday : []))
}

export function toBits(weekdays: readonly number[]): number {
  return weekdays.reduce((bits, weekday) => bits | (1 << weekday), 0)
}
