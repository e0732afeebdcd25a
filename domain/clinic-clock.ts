import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { startOfDay } from 'date-fns/startOfDay'
import type { ClinicMoment } from '../contract/clinic.ts'
import { fromIsoDate, toIsoDate } from '../contract/dates.ts'

const MINUTE_MS = 60_000

export interface ClinicClock {
  /** The instant itself. */
  now(): Date
  /** The same on the clinic's calendar and wall clock. One object for each minute. */
  moment(): ClinicMoment
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
    untilNextDay() {
      const now = clock().getTime()
      return startOfDay(addDays(new TZDate(now, timeZone), 1)).getTime() - now
    },
  }
}

function readMoment(
  now: Date,
  { timeZone, horizonDays }: { timeZone: string; horizonDays: number },
): ClinicMoment {
  const local = new TZDate(now.getTime(), timeZone)
  const today = toIsoDate(local)
  return {
    today,
    minute: local.getHours() * 60 + local.getMinutes(),
    // Counted from the day, not from the hour: tonight's hour may not exist that far ahead.
    lastDay: toIsoDate(addDays(fromIsoDate(today), horizonDays)),
  }
}
