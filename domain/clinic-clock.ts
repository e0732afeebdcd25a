import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { startOfDay } from 'date-fns/startOfDay'
import type { ClinicMoment } from '../contract/clinic.ts'
import { fromIsoDate, type IsoDate, toIsoDate } from '../contract/dates.ts'

const MINUTE_MS = 60_000

export interface ClinicClock {
  /** The instant itself. */
  now(): Date
  /** The same on the clinic's calendar and wall clock. One object for each minute. */
  moment(): ClinicMoment
  /** The day of an instant on the clinic's calendar. */
  dayOf(instant: Date): IsoDate
  /** Milliseconds until the clinic's next day begins, changes of the clock included. */
  untilNextDay(): number
}

/**
 * Tells the clinic's time: which day is today, what is past and how far ahead patients can book. The
 * machine's own time zone is not used.
 */
export function createClinicClock(
  { timeZone, horizonDays }: { timeZone: string; horizonDays: number },
  clock: () => Date,
): ClinicClock {
  let minute: number | undefined
  let moment: ClinicMoment | undefined
  return {
    now: clock,
    moment() {
      const now = clock()
      const current = Math.floor(now.getTime() / MINUTE_MS)
      if (moment && minute === current) return moment
      minute = current
      moment = readMoment(now, { timeZone, horizonDays })
      return moment
    },
    dayOf: (instant) => toIsoDate(new TZDate(instant.getTime(), timeZone)),
    untilNextDay() {
      const now = clock().getTime()
      return startOfDay(addDays(new TZDate(now, timeZone), 1)).getTime() - now
    },
  }
}

/**
 * The instant at which a clock in `timeZone` shows so many minutes since midnight of a day. A time
 * that the clock skips is taken an hour later, and one that it shows twice the first time.
 */
export function instantOf(
  { date, startMinute }: { date: IsoDate; startMinute: number },
  timeZone: string,
): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, day, 0, startMinute, timeZone).getTime())
}

/** What the clinic's calendar and wall clock show at an instant. */
export function wallClockAt(
  instant: Date,
  timeZone: string,
): Pick<ClinicMoment, 'today' | 'minute'> {
  const local = new TZDate(instant.getTime(), timeZone)
  return { today: toIsoDate(local), minute: local.getHours() * 60 + local.getMinutes() }
}

function readMoment(
  now: Date,
  { timeZone, horizonDays }: { timeZone: string; horizonDays: number },
): ClinicMoment {
  const { today, minute } = wallClockAt(now, timeZone)
  // Counted from the day, not from the hour: tonight's hour may not exist that far ahead.
  return { today, minute, lastDay: toIsoDate(addDays(fromIsoDate(today), horizonDays)) }
}
