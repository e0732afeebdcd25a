import { tzOffset } from '@date-fns/tz/tzOffset'
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { dateOfUtc, type IsoDate } from './dates.ts'

// All of it from offsets to UTC: `TZDate` made from a year, a month and a day reads the machine's own
// time zone, and around its clock changes answers differently on each machine.

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
 * The instant at which a clock in `timeZone` shows so many minutes since midnight of a day. A time
 * that the clock shows twice is the first one; one that it skips is as much later as it skips.
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

/** Whether the wall clock shows the time of an instant twice, because it is put back around it. */
export function isShownTwice(instant: Date, timeZone: string): boolean {
  const time = instant.getTime()
  return instantsShowing(time + offsetAt(time, timeZone), timeZone).length > 1
}
