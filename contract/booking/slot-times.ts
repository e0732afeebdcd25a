// Apart from `slots.ts`, so that public pages load no date-fns.

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
