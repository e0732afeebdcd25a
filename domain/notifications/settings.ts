import { millisecondsInMinute } from 'date-fns/constants'

/** When families are reminded. Minutes are after midnight in the clinic's time zone. */
export interface ReminderSettings {
  reminders: readonly { key: ReminderKey; daysBefore: number; minute: number }[]
  /** Reminders wait for their end; confirmations do not. None when both are the same. */
  quietHours: { from: number; to: number }
  /** No reminder of appointments that are younger than this when it is due, in milliseconds. */
  minimumAgeMs: number
}

/** Stored with each reminder; named after the defaults. */
export const REMINDER_KEYS = ['three_days', 'one_day'] as const
export type ReminderKey = (typeof REMINDER_KEYS)[number]

/** How emails are sent. Times in milliseconds. */
export interface SendingSettings {
  /** How long the mail server may take for one email. */
  timeoutMs: number
  /** Longer than the timeout: when another process may take over from one that died. */
  leaseMs: number
  /** Wait after the first failed attempt, doubled for each one after it. */
  firstRetryMs: number
  longestRetryMs: number
  /** About three days of them: then a person has to look. */
  attempts: number
}

export const sendingSettings: SendingSettings = {
  timeoutMs: 45_000,
  leaseMs: 60_000,
  firstRetryMs: 30_000,
  longestRetryMs: 15 * millisecondsInMinute,
  attempts: 300,
}

/** Wait after a failed attempt, in milliseconds. @param attempt the failed one, counted from 1 */
export function retryDelay(
  attempt: number,
  { firstRetryMs, longestRetryMs }: SendingSettings,
): number {
  return Math.min(firstRetryMs * 2 ** Math.min(attempt - 1, 20), longestRetryMs)
}
