import { millisecondsInHour } from 'date-fns/constants'
import { wallClockAt } from '#contract/clinic-time.ts'

/** The clinic's night in minutes of the day, when little else happens. */
const NIGHT = { from: 2 * 60, before: 6 * 60 }

/**
 * Whether work that is done once a night is due. If no process runs at night, it is due once the last run is
 * a day old, for example after a start.
 */
export function isDueTonight(now: Date, last: Date | undefined, timeZone: string): boolean {
  const { minute } = wallClockAt(now, timeZone)
  const isNight = minute >= NIGHT.from && minute < NIGHT.before
  return now.getTime() - (last?.getTime() ?? 0) >= (isNight ? 12 : 24) * millisecondsInHour
}
