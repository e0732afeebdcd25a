import { millisecondsInHour } from 'date-fns/constants'
import { wallClockAt } from '#contract/clinic-time.ts'

/** Minutes of the clinic's night, with little else to do. */
const NIGHT = { from: 2 * 60, before: 6 * 60 }

/**
 * Whether work that is done once a night is due. Where no process runs at night, at the first time at
 * which the last one is a day old, as after a start.
 */
export function isDueTonight(now: Date, last: Date | undefined, timeZone: string): boolean {
  const { minute } = wallClockAt(now, timeZone)
  const isNight = minute >= NIGHT.from && minute < NIGHT.before
  return now.getTime() - (last?.getTime() ?? 0) >= (isNight ? 12 : 24) * millisecondsInHour
}
