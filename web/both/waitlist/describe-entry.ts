import { dayAfter } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { DEFAULT_NOTICE_MINUTES } from '#contract/waitlist/rules.ts'
import type { PartOfDay, WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import * as units from '#words/en/units.ts'
import * as words from '#words/en/visits/waitlist.ts'

export const PARTS: readonly { value: PartOfDay; label: string }[] = [
  { value: 'any', label: words.anyTime },
  { value: 'morning', label: words.mornings },
  { value: 'afternoon', label: words.afternoons },
]

/** The weekdays from Monday on. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

const SOME_SUNDAY = '2000-01-02'

/** 'Sunday' for 0. */
export const nameWeekday = (weekday: number) => formats.weekdayName(dayAfter(SOME_SUNDAY, weekday))

/** 'Sun' for 0. */
export const abbreviateWeekday = (weekday: number) =>
  formats.shortWeekday(dayAfter(SOME_SUNDAY, weekday))

/** How long before its start a family must learn of a time. */
export const NOTICES: readonly { minutes: number; label: string }[] = [
  { minutes: DEFAULT_NOTICE_MINUTES, label: units.hours(2) },
  { minutes: 6 * 60, label: units.hours(6) },
  { minutes: 24 * 60, label: units.days(1) },
  { minutes: 48 * 60, label: units.days(2) },
]

/** 'Tue, Mar 2, 2027 – Tue, Mar 9, 2027 · Mornings · Mon, Wed · 1 day of notice'. */
export function describePreferences(entry: Omit<WaitlistEntry, 'child' | 'children'>): string {
  const { from, to, part, doctor, weekdays, noticeMinutes } = entry
  const time = PARTS.find(({ value }) => value === part)?.label
  const names = WEEK.filter((weekday) => weekdays.includes(weekday)).map(abbreviateWeekday)
  const notice = NOTICES.find(({ minutes }) => minutes === noticeMinutes)?.label
  return [
    formats.days(from, to),
    time,
    ...(names.length < WEEK.length ? [names.join(', ')] : []),
    ...(doctor === null ? [] : [doctor]),
    ...(notice === undefined || noticeMinutes === DEFAULT_NOTICE_MINUTES
      ? []
      : [words.ofNotice(notice)]),
  ].join(' · ')
}

/** How soon the family's turn comes: no numbers and no names. */
export function describeTurn({ state, turn, closed }: WaitlistEntry): string {
  if (closed) return describeClosed(closed)
  if (state === 'paused') return words.paused
  return turn === 'first' ? words.youAreFirst : words.youAreNext
}

/** Why the entry ended, and the first day that would fit. */
function describeClosed({ next }: NonNullable<WaitlistEntry['closed']>): string {
  return next === null ? words.hasEnded : words.hasEndedNextDay(formats.fullDay(next))
}
