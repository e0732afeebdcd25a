import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'

/** An appointment's present state for the front desk. */
export type DeskState = 'next' | 'late' | 'waiting' | 'in_room' | 'coming' | 'done'

type Timed = Pick<AgendaEntry, 'date' | 'startMinute' | 'attendance'>

/** @param next whether it is the first expected appointment that is not late */
export function deskStateOf(entry: Timed, time: LateTime, next: boolean): DeskState {
  if (entry.attendance === 'arrived') return 'waiting'
  if (entry.attendance === 'in_room') return 'in_room'
  if (entry.attendance !== 'expected') return 'done'
  if (isLate(entry, time)) return 'late'
  return next ? 'next' : 'coming'
}

type LateTime = Pick<ClinicTime, 'today' | 'minute' | 'lateMinutes'>

/** Whether it began long enough ago that an expected patient is late. */
const isLate = (
  { date, startMinute }: Pick<AgendaEntry, 'date' | 'startMinute'>,
  { today, minute, lateMinutes }: LateTime,
) => date < today || (date === today && startMinute + lateMinutes <= minute)

/** @param next when the next patients of today are due: `findNextStart` */
export const isNext = (
  { date, startMinute }: Pick<AgendaEntry, 'date' | 'startMinute'>,
  { today }: Pick<ClinicTime, 'today'>,
  next: number | undefined,
) => date === today && startMinute === next

/** When the first expected patient who is not late is due; several may begin at the same time. */
export function findNextStart(entries: readonly Timed[], time: LateTime): number | undefined {
  return entries.find(
    (entry) => entry.date === time.today && entry.attendance === 'expected' && !isLate(entry, time),
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

/**
 * Query key prefix of the held times. Not below the agenda's, because changes of appointments do
 * not change them.
 */
export const shownName = (name: string, isPrivate: boolean) => (isPrivate ? initialsOf(name) : name)
