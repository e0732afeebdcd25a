import { addMinutes } from 'date-fns/addMinutes'
import { format } from 'date-fns/format'

/** A bookable time of a day. */
export interface Slot {
  /** Minutes after local midnight in the clinic's time zone. */
  startMinute: number
  lengthMinutes: number
}

/** Whether two times of a day share a minute; adjacent ones do not. */
export function overlaps(a: Slot, b: Slot): boolean {
  return (
    a.startMinute < b.startMinute + b.lengthMinutes &&
    b.startMinute < a.startMinute + a.lengthMinutes
  )
}

// Slots are wall-clock times: formatted on a day without a clock change.
const MIDNIGHT = new Date(2000, 0, 1)

const MINUTES_PER_DAY = 24 * 60

// A clinic has few slots, and their lists are formatted thousands of times a second.
const formatted = new Map<number, string>()

/** A minute of the day: '09:00 AM'. */
export const formatMinute = (minute: number) => format(addMinutes(MIDNIGHT, minute), 'hh:mm a')

const CLOCK_TIME = /^(\d{2}):(\d{2}) ([AP])M$/

/** The minute of the day of '09:00 AM'; NaN for anything else. */
export function parseMinute(text: string): number {
  const [, hour, minute, half] = CLOCK_TIME.exec(text) ?? []
  return ((Number(hour) % 12) + (half === 'P' ? 12 : 0)) * 60 + Number(minute)
}

const TIME_LENGTH = '09:00 AM'.length

/** The minute of the day at which '09:00 AM - 09:30 AM' starts. */
export const parseSlotStart = (slot: string) => parseMinute(slot.slice(0, TIME_LENGTH))

/** The minute of the day at which '09:00 AM - 09:30 AM' ends. */
export const parseSlotEnd = (slot: string) => parseMinute(slot.slice(-TIME_LENGTH))

/** A slot for screens and the API: '09:00 AM - 09:30 AM'. */
export function formatSlot({ startMinute, lengthMinutes }: Slot): string {
  const key = startMinute * MINUTES_PER_DAY + lengthMinutes
  const known = formatted.get(key)
  if (known) return known
  const text = `${formatMinute(startMinute)} - ${formatMinute(startMinute + lengthMinutes)}`
  formatted.set(key, text)
  return text
}

/** How many spaces a treatment has left: docs/requirements.md#treatment-cards. */
export function describeSpaces(count: number): string {
  if (count === 0) return 'Try another date'
  return `${count} ${count === 1 ? 'space' : 'spaces'} Available`
}
