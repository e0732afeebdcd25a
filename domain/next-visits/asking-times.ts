import type { AskingRules } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { instantOf, wallClockAt } from '../clinic-clock.ts'

// When and how often emails ask families to book: docs/requirements.md#next-visits.

/** The minute of the day at which families are asked. */
const TEN_O_CLOCK = 10 * 60

/** How often emails ask for a visit. */
export const MOST_ASKS = 3

/** 10:00 of a day. */
export function tenOClockOn(date: IsoDate, timeZone: string): Date {
  return instantOf({ date, startMinute: TEN_O_CLOCK }, timeZone)
}

/** 10:00 of that day, or of the next one. */
export function nextTenOClock(now: Date, timeZone: string): Date {
  const { today, minute } = wallClockAt(now, timeZone)
  return tenOClockOn(minute <= TEN_O_CLOCK ? today : dayAfter(today), timeZone)
}

/** 10:00 of the day after an instant. */
export function tenOClockAfter(now: Date, timeZone: string): Date {
  return tenOClockOn(dayAfter(wallClockAt(now, timeZone).today), timeZone)
}

/** When to ask again after an email of that day, if so many have asked by then. */
export function nextAskAfter(
  day: IsoDate,
  asked: number,
  { timeZone, rules }: { timeZone: string; rules: AskingRules },
): Date {
  const days = asked < 2 ? rules.secondAskDays : rules.thirdAskDays
  return tenOClockOn(dayAfter(day, days), timeZone)
}
