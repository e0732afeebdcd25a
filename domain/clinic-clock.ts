import { millisecondsInMinute } from 'date-fns/constants'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayStart, minutesAhead, type WallClock, wallClockAt } from '#contract/clinic-time.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { MINUTES_PER_DAY, type Span } from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'

export { instantOf, wallClockAt } from '#contract/clinic-time.ts'

/** In minutes. */
const QUARTER = 15

/** How many quarters of an hour are cached for each time zone. */
const MOST_QUARTERS = 20_000

const quartersOfZones = new Map<string, Map<number, WallClock>>()

export interface ClinicClock {
  /** The present instant. */
  now(): Date
  /**
   * The same on the clinic's calendar and wall clock. Returns the same object within a minute, unless the
   * horizon changes.
   */
  moment(): ClinicMoment
  /** The day of an instant on the clinic's calendar. */
  dayOf(instant: Date): IsoDate
  /** Minutes after midnight of an instant on the clinic's wall clock. */
  minuteOf(instant: Date): number
  /** Milliseconds until the clinic's next day begins, allowing for clock changes. */
  untilNextDay(): number
}

/**
 * The clinic's clock: which day is today, what is past, and how far ahead patients can book. Does not use the
 * machine's time zone.
 * @param clinic its horizon is read every time, because admins may change it
 */
export function createClinicClock(
  clinic: { readonly timeZone: string; readonly horizonDays: number },
  clock: () => Date,
): ClinicClock {
  const { timeZone } = clinic
  let minute: number | undefined
  let horizon: number | undefined
  let moment: ClinicMoment | undefined
  const shownAt = wallClockReader(timeZone)

  return {
    now: clock,
    moment() {
      const now = clock()
      const current = Math.floor(now.getTime() / millisecondsInMinute)
      const { horizonDays } = clinic
      if (moment && minute === current && horizon === horizonDays) return moment
      minute = current
      horizon = horizonDays
      moment = readMoment(now, { timeZone, horizonDays })
      return moment
    },
    dayOf: (instant) => shownAt(instant.getTime()).today,
    minuteOf: (instant) => shownAt(instant.getTime()).minute,
    untilNextDay() {
      const now = clock()
      const { today } = wallClockAt(now, timeZone)
      return dayStart(dayAfter(today), timeZone).getTime() - now.getTime()
    },
  }
}

/**
 * Reads a wall clock at many instants. Caches by quarters of an hour, because midnights and clock changes
 * fall on them everywhere.
 */
export function wallClockReader(timeZone: string): (instant: number) => WallClock {
  const quarters = quartersOfZones.get(timeZone) ?? new Map<number, WallClock>()
  quartersOfZones.set(timeZone, quarters)
  return (instant) => {
    const minutes = Math.floor(instant / millisecondsInMinute)
    const quarter = Math.floor(minutes / QUARTER) * QUARTER
    let shown = quarters.get(quarter)
    if (!shown) {
      if (quarters.size >= MOST_QUARTERS) quarters.clear()
      shown = wallClockAt(new Date(quarter * millisecondsInMinute), timeZone)
      quarters.set(quarter, shown)
    }
    return { today: shown.today, minute: shown.minute + minutes - quarter }
  }
}

/** The same in the time zone stored in the database, for code without a clinic's clock. */
export function clinicMomentAt(db: Database, now: Date): Pick<ClinicMoment, 'today' | 'minute'> {
  return wallClockAt(now, readTimeZone(db))
}

function readMoment(
  now: Date,
  { timeZone, horizonDays }: { timeZone: string; horizonDays: number },
): ClinicMoment {
  const { today } = wallClockAt(now, timeZone)
  return {
    today,
    minute: minuteReached(now, timeZone),
    timeZone,
    // Counted from the day, not from the hour: tonight's hour may not exist on the last day.
    lastDay: dayAfter(today, horizonDays),
  }
}

/** The longest time by which a clock is set back, in minutes. */
const LONGEST_CHANGE = 3 * 60

/**
 * The minute of the day that the wall clock has reached. In the repeated hour of autumn, the last minute of
 * that hour: what began in it the first time has begun.
 */
function minuteReached(now: Date, timeZone: string): number {
  const earlier = (minutes: number) => new Date(now.getTime() - minutes * millisecondsInMinute)
  const { today, minute } = wallClockAt(now, timeZone)
  const before = earlier(LONGEST_CHANGE)
  if (minutesAhead(before, timeZone) <= minutesAhead(now, timeZone)) return minute
  const shown = Array.from({ length: LONGEST_CHANGE }, (_, minutes) =>
    wallClockAt(earlier(minutes), timeZone),
  )
  return Math.max(...shown.filter((clock) => clock.today === today).map((clock) => clock.minute))
}

const skipped = new Map<string, Span[]>()
const MOST_DAYS = 1_000

/**
 * The part of a day that the wall clock skips when it is set forward, in minutes of that day.
 * @param timeZone IANA name
 */
export function skippedMinutes(date: IsoDate, timeZone: string): Span[] {
  const key = `${date} ${timeZone}`
  const known = skipped.get(key)
  if (known) return known
  if (skipped.size >= MOST_DAYS) skipped.clear()
  const spans = findSkipped(Date.parse(date), timeZone)
  skipped.set(key, spans)
  return spans
}

function findSkipped(midnightUtc: number, timeZone: string): Span[] {
  const offsetAt = (minute: number) =>
    minutesAhead(new Date(midnightUtc + minute * millisecondsInMinute), timeZone)
  // Minutes after midnight UTC between which the local day lies, in every time zone.
  let before = -14 * 60
  let after = MINUTES_PER_DAY + 12 * 60
  const [from, to] = [offsetAt(before), offsetAt(after)]
  if (to <= from) return []
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === from) before = middle
    else after = middle
  }
  const span = { from: Math.max(after + from, 0), to: Math.min(after + to, MINUTES_PER_DAY) }
  return span.from < span.to ? [span] : []
}
