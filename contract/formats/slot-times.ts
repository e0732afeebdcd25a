// A file of its own: public pages load nothing else about slots.

const MINUTES_PER_DAY = 24 * 60

const CLOCK_TIME = /^(\d{2}):(\d{2}) ([AP])M$/

/** The minute of the day of '09:00 AM'; NaN for anything else. */
export function parseMinute(text: string): number {
  const [, hour, minute, half] = CLOCK_TIME.exec(text) ?? []
  return ((Number(hour) % 12) + (half === 'P' ? 12 : 0)) * 60 + Number(minute)
}

const TIME_LENGTH = '09:00 AM'.length

/** The minute of the day at which '09:00 AM - 09:30 AM' starts. */
export const parseSlotStart = (slot: string) => parseMinute(slot.slice(0, TIME_LENGTH))

/**
 * The minute at which '09:00 AM - 09:30 AM' ends, counted from the midnight before its start. Higher than
 * 1440 if it ends after midnight, and 1440 for '11:30 PM - 12:00 AM'.
 */
export function parseSlotEnd(slot: string): number {
  const end = parseMinute(slot.slice(-TIME_LENGTH))
  return end > parseSlotStart(slot) ? end : end + MINUTES_PER_DAY
}
