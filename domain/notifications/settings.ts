import { millisecondsInMinute } from 'date-fns/constants'

/** When families are reminded. Minutes are after midnight in the clinic's time zone. */
export interface ReminderSettings {
  reminders: readonly { key: ReminderKey; daysBefore: number; minute: number }[]
  /** Reminders wait until the quiet hours end; confirmations do not. Equal values mean none. */
  quietHours: { from: number; to: number }
  /** An appointment booked more recently than this before the reminder gets none, in milliseconds. */
  minimumAgeMs: number
}

/** Stored with each reminder; named after the default times. */
export const REMINDER_KEYS = ['three_days', 'one_day'] as const
export type ReminderKey = (typeof REMINDER_KEYS)[number]

/** How emails are sent. Times in milliseconds. */
export interface SendingSettings {
  /** The time limit of the mail server for one email. */
  timeoutMs: number
  /** When another process may take over from one that died; longer than the timeout. */
  leaseMs: number
  /** Delay after the first failed attempt; doubles with each further one. */
  firstRetryMs: number
  longestRetryMs: number
  /** The most attempts: about three days of them, then staff have to look. */
  attempts: number
}

export const sendingSettings: SendingSettings = {
  timeoutMs: 45_000,
  leaseMs: 60_000,
  firstRetryMs: 30_000,
  longestRetryMs: 15 * millisecondsInMinute,
  attempts: 300,
}

/**
 * Delay after a failed attempt, in milliseconds.
 * @param attempt the failed one, counted from 1
 */
export function retryDelay(
  attempt: number,
  { firstRetryMs, longestRetryMs }: SendingSettings,
): number {
  return Math.min(firstRetryMs * 2 ** Math.min(attempt - 1, 20), longestRetryMs)
}
