import type { ClinicSettings } from '../clinic/clinic-settings.ts'

export const DEFAULT_WAITLIST_RULES = {
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
} satisfies Partial<ClinicSettings>

/** How freed times are offered: docs/requirements.md#waiting-list. */
export type WaitlistRules = Pick<ClinicSettings, keyof typeof DEFAULT_WAITLIST_RULES>

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
