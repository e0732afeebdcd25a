import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'

/** How an appointment stands now, for the eye of the front desk. */
export type Standing = 'next' | 'late' | 'waiting' | 'coming' | 'done'

/** @param next whether it is the first one that has not begun */
export function standingOf(entry: AgendaEntry, time: ClinicTime, next: boolean): Standing {
  if (entry.attendance === 'arrived') return 'waiting'
  if (entry.attendance !== 'expected') return 'done'
  const hasBegun =
    entry.date < time.today || (entry.date === time.today && entry.startMinute <= time.minute)
  if (hasBegun) return 'late'
  return next ? 'next' : 'coming'
}

/** The first expected appointment that has not begun; several may begin at the same time. */
export function findNextStart(
  entries: readonly AgendaEntry[],
  { today, minute }: ClinicTime,
): number | undefined {
  return entries.find(
    ({ date, startMinute, attendance }) =>
      date === today && startMinute > minute && attendance === 'expected',
  )?.startMinute
}

/** 'Paula Parent' as 'P. P.', for screens that others can see. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(' ')
}
