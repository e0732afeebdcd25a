import type { ChangeRules } from '#contract/clinic/clinic-settings.ts'
import { count } from '#contract/count.ts'
import type { AttendanceChange, AttendanceRefusal } from '#contract/front-desk/agenda.ts'

/** Of a row that is not what it was on the screen. */
export const STALE_ROW = 'Someone else has changed this appointment. This is how it is now.'

const REFUSALS: Record<Exclude<AttendanceRefusal['code'], 'early' | 'too_early'>, string> = {
  stale: STALE_ROW,
  too_late: 'Only today’s steps can be undone.',
  not_possible: 'That is not possible for this appointment as it is now.',
  unknown_room: 'The clinic has no such room any more. Choose another one.',
}

/** Why an attendance stays as it is, in words. */
export function explainRefusal(
  code: AttendanceRefusal['code'],
  { attendance }: Pick<AttendanceChange, 'attendance'>,
  { checkInMinutes }: Pick<ChangeRules, 'checkInMinutes'>,
): string {
  if (code === 'early') {
    return `Check-in opens ${count(checkInMinutes, 'minute')} before the appointment. Confirm that the patient is here.`
  }
  if (code !== 'too_early') return REFUSALS[code]
  return attendance === 'no_show'
    ? 'It is too early for that: the appointment hasn’t begun.'
    : 'It is too early for that: the appointment is on another day.'
}
