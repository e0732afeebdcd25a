import { TZDateMini } from '@date-fns/tz'
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { type IsoDate, toIsoDate } from './dates.ts'

/**
 * The instant at which a clock in `timeZone` shows so many minutes since midnight of a day. A time
 * that the clock skips is taken an hour later, and one that it shows twice the first time.
 */
export function instantOf(
  { date, startMinute }: { date: IsoDate; startMinute: number },
  timeZone: string,
): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(new TZDateMini(year, month - 1, day, 0, startMinute, timeZone).getTime())
}

/** The instant at which a day begins in `timeZone`. */
export function dayStart(date: IsoDate, timeZone: string): Date {
  return instantOf({ date, startMinute: 0 }, timeZone)
}

/** The clinic's calendar and wall clock at an instant: the day, and minutes since midnight. */
export function wallClockAt(instant: Date, timeZone: string): { today: IsoDate; minute: number } {
  const local = new TZDateMini(instant.getTime(), timeZone)
  return { today: toIsoDate(local), minute: local.getHours() * 60 + local.getMinutes() }
}

/** Whether the wall clock shows the time of an instant twice, because it is put back around it. */
export function isShownTwice(instant: Date, timeZone: string): boolean {
  const offsetAt = (time: number) =>
    new TZDateMini(time, timeZone).getTimezoneOffset() * millisecondsInMinute
  const time = instant.getTime()
  const offset = offsetAt(time)
  return [time - 3 * millisecondsInHour, time + 3 * millisecondsInHour]
    .map(offsetAt)
    .some((other) => other !== offset && offsetAt(time - offset + other) === other)
}
