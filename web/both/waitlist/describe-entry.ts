import { formatDays, formatFullDay } from '#contract/dates.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import { DEFAULT_NOTICE_MINUTES } from '#contract/waitlist/rules.ts'
import type { PartOfDay, WaitlistEntry } from '#contract/waitlist/waitlist.ts'

export const PARTS: readonly { value: PartOfDay; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'morning', label: 'Mornings' },
  { value: 'afternoon', label: 'Afternoons' },
]

/** The weekdays from Monday on. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

/** How long before its start a family must learn of a time. */
export const NOTICES: readonly { minutes: number; label: string }[] = [
  { minutes: DEFAULT_NOTICE_MINUTES, label: '2 hours' },
  { minutes: 6 * 60, label: '6 hours' },
  { minutes: 24 * 60, label: '1 day' },
  { minutes: 48 * 60, label: '2 days' },
]

/** 'Tue, Mar 2, 2027 – Tue, Mar 9, 2027 · Mornings · Mon, Wed · 1 day of notice'. */
export function describePreferences(entry: Omit<WaitlistEntry, 'child' | 'children'>): string {
  const { from, to, part, doctor, weekdays, noticeMinutes } = entry
  const time = PARTS.find(({ value }) => value === part)?.label
  const names = WEEK.filter((weekday) => weekdays.includes(weekday)).map((weekday) =>
    WEEKDAYS[weekday]?.slice(0, 3),
  )
  const notice = NOTICES.find(({ minutes }) => minutes === noticeMinutes)?.label
  return [
    formatDays(from, to),
    time,
    ...(names.length < WEEK.length ? [names.join(', ')] : []),
    ...(doctor === null ? [] : [doctor]),
    ...(notice === undefined || noticeMinutes === DEFAULT_NOTICE_MINUTES
      ? []
      : [`${notice} of notice`]),
  ].join(' · ')
}

/** How soon the family's turn comes: no numbers and no names. */
export function describeTurn({ state, turn, closed }: WaitlistEntry): string {
  if (closed) return describeClosed(closed)
  if (state === 'paused') return 'Paused: two offers had no answer'
  return turn === 'first' ? 'You are first' : 'You are among the next'
}

/** Why the entry ended, and the first day that would fit. */
function describeClosed({ next }: NonNullable<WaitlistEntry['closed']>): string {
  const ended = 'We have no times on these days any more, so this wait has ended.'
  return next === null ? ended : `${ended} The next day with times is ${formatFullDay(next)}.`
}
