import { parseSlotEnd, parseSlotStart } from '../formats/slot-times.ts'

export { parseMinute, parseSlotEnd, parseSlotStart } from '../formats/slot-times.ts'

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

const MINUTES_PER_DAY = 24 * 60

// Cached: a clinic has few slots, and formats them thousands of times a second.
const formatted = new Map<number, string>()

/** A minute of the day as screens show it outside of slots: '9:00 AM'. */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '09:00 AM', as in slots. */
export const formatBound = (minute: number) => formatMinute(minute).padStart('09:00 AM'.length, '0')

/** The start of '09:00 AM - 09:30 AM' as screens show it outside of slots: '9:00 AM'. */
export const startOfSlot = (slot: string) => slot.slice(0, '09:00 AM'.length).replace(/^0/, '')

/** A slot for screens and the API: '09:00 AM - 09:30 AM'. */
export function formatSlot({ startMinute, lengthMinutes }: Slot): string {
  const key = startMinute * MINUTES_PER_DAY + lengthMinutes
  const known = formatted.get(key)
  if (known) return known
  const text = `${formatBound(startMinute)} - ${formatBound(startMinute + lengthMinutes)}`
  formatted.set(key, text)
  return text
}

/** The minutes of '09:00 AM - 09:30 AM'; NaN for anything else. */
export function parseSlot(slot: string): Slot {
  const startMinute = parseSlotStart(slot)
  return { startMinute, lengthMinutes: parseSlotEnd(slot) - startMinute }
}
