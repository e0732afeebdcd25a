import { tzOffset } from '@date-fns/tz/tzOffset'
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { dateOfUtc, type IsoDate } from './dates.ts'

// Computed from offsets to UTC: `TZDate` made from a year, a month and a day reads the machine's own time
// zone, so around its clock changes the result depends on the machine.

/** How far the clocks of a time zone are ahead of UTC. */
export const minutesAhead = (instant: Date, timeZone: string) => tzOffset(timeZone, instant)

/** The same in milliseconds. */
const offsetAt = (instant: number, timeZone: string) =>
  Math.round(minutesAhead(new Date(instant), timeZone) * millisecondsInMinute)

/** The instants at which a clock shows a time, in order: none where it skips the time. */
function instantsShowing(local: number, timeZone: string): number[] {
  const [before, after] = offsetsAround(local, timeZone)
  const offsets = before === after ? [before] : [before, after].sort((a, b) => b - a)
  return offsets
    .map((offset) => local - offset)
    .filter((instant) => instant + offsetAt(instant, timeZone) === local)
}

/** No clock is a day ahead of UTC or behind it. */
const offsetsAround = (local: number, timeZone: string): [before: number, after: number] => [
  offsetAt(local - millisecondsInDay, timeZone),
  offsetAt(local + millisecondsInDay, timeZone),
]

/**
 * The instant at which a clock in `timeZone` shows so many minutes since midnight of a day. Of a time that
 * the clock shows twice, the first; a time that it skips moves forward by the skipped amount.
 * @param timeZone IANA name
 */
export function instantOf(
  { date, startMinute }: { date: IsoDate; startMinute: number },
  timeZone: string,
): Date {
  const local = Date.parse(date) + startMinute * millisecondsInMinute
  const [first = local - offsetsAround(local, timeZone)[0]] = instantsShowing(local, timeZone)
  return new Date(first)
}

/** The instant at which a day begins in `timeZone`. */
export function dayStart(date: IsoDate, timeZone: string): Date {
  return instantOf({ date, startMinute: 0 }, timeZone)
}

/** What the clinic's calendar and clock show. */
export interface WallClock {
  today: IsoDate
  /** Minutes since midnight. */
  minute: number
}

/** The clinic's calendar and clock at an instant. */
export function wallClockAt(instant: Date, timeZone: string): WallClock {
  const time = instant.getTime()
  const local = new Date(time + offsetAt(time, timeZone))
  return { today: dateOfUtc(local), minute: local.getUTCHours() * 60 + local.getUTCMinutes() }
}

/** Whether clocks are set back around an instant, so that they show its time twice. */
export function isShownTwice(instant: Date, timeZone: string): boolean {
  const time = instant.getTime()
  return instantsShowing(time + offsetAt(time, timeZone), timeZone).length > 1
}
