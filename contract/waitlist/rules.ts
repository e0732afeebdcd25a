import type { WaitlistRules } from '../clinic/clinic-settings.ts'

/** The default notice of an entry, in minutes. */
export const DEFAULT_NOTICE_MINUTES = 120

/** After this many unanswered offers in a row, an entry is paused. */
export const PAUSED_AFTER = 2

const HOUR = 60

/** For how many minutes a time is held for one family. */
export function offerMinutes(minutesLeft: number, rules: WaitlistRules): number {
  if (minutesLeft >= 72 * HOUR) return rules.offerMinutesDays
  if (minutesLeft >= 24 * HOUR) return rules.offerMinutesDay
  if (minutesLeft >= 6 * HOUR) return rules.offerMinutesHours
  return rules.offerMinutesLast
}
