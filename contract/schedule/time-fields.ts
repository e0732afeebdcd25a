import { MINUTES_PER_DAY } from './schedule.ts'

/** The value of a time field, '09:00'; the end of a day is its midnight, '00:00'. */
export function toTimeField(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60]
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The minute of the day in a time field; NaN for an empty one. */
export function fromTimeField(value: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = value.split(':').map(Number)
  return value === '' ? Number.NaN : hours * 60 + minutes
}

/** The same for the end of a time: '00:00' is the end of the day. */
export function fromEndField(value: string): number {
  return fromTimeField(value) || (value === '' ? Number.NaN : MINUTES_PER_DAY)
}
