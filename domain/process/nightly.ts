import { TZDate } from '@date-fns/tz'
import { millisecondsInHour } from 'date-fns/constants'

/** Hours of the clinic's night, with little else to do. */
const NIGHT = { from: 2, before: 6 }

/**
 * Whether work that is done once a night is due. Where no process runs at night, at the first time at
 * which the last one is a day old, as after a start.
 */
export function isDueTonight(now: Date, last: Date | undefined, timeZone: string): boolean {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  const isNight = hour >= NIGHT.from && hour < NIGHT.before
  return now.getTime() - (last?.getTime() ?? 0) >= (isNight ? 12 : 24) * millisecondsInHour
}
