/** How freed times are offered: docs/requirements.md#waiting-list. Times as in a time field. */
export interface WaitlistRules {
  /** Open entries of one family. */
  waitlistEntries: number
  /** A time that begins sooner is public at once. */
  offerLeadMinutes: number
  /** How long an offer lasts, by the time that is left: 72 h or more, 24 to 72 h, 6 to 24 h, less. */
  offerMinutesDays: number
  offerMinutesDay: number
  offerMinutesHours: number
  offerMinutesLast: number
  /** Offers of one time; then it is public. */
  mostOffers: number
  /** Offers to one family on one day. */
  offersPerDay: number
  offersFrom: string
  offersUntil: string
}

export const DEFAULT_WAITLIST_RULES: WaitlistRules = {
  waitlistEntries: 5,
  offerLeadMinutes: 90,
  offerMinutesDays: 240,
  offerMinutesDay: 60,
  offerMinutesHours: 20,
  offerMinutesLast: 10,
  mostOffers: 8,
  offersPerDay: 2,
  offersFrom: '08:00',
  offersUntil: '20:00',
}

/** The shortest notice unless the family says another. */
export const DEFAULT_NOTICE_MINUTES = 120

/** Offers in a row without an answer, after which an entry is paused. */
export const PAUSED_AFTER = 2

const HOUR = 60

/** For how many minutes a time is held for one family. */
export function offerMinutes(minutesLeft: number, rules: WaitlistRules): number {
  if (minutesLeft >= 72 * HOUR) return rules.offerMinutesDays
  if (minutesLeft >= 24 * HOUR) return rules.offerMinutesDay
  if (minutesLeft >= 6 * HOUR) return rules.offerMinutesHours
  return rules.offerMinutesLast
}
