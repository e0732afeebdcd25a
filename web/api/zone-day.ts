import type { IsoDate } from '../../server/contract/dates.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

// Swedes write dates as ISO does, and hours from 0 to 23.
const LANGUAGE = 'sv-SE'

/** The calendar day at `now` in the time zone (IANA name), by the device's clock. */
export function dayIn(timeZone: string, now = new Date()): IsoDate {
  return now.toLocaleDateString(LANGUAGE, { timeZone })
}

/**
 * Milliseconds from `now` until just after midnight in the time zone, by the device's clock. On a
 * day whose clock changes later on, the change is not foreseen.
 */
export function untilNextDayIn(timeZone: string, now = new Date()): number {
  const [hours = 0, minutes = 0, seconds = 0] = now
    .toLocaleTimeString(LANGUAGE, { timeZone })
    .split(':')
    .map(Number)
  return DAY - ((hours * 60 + minutes) * 60 + seconds) * SECOND + SECOND
}
