import type { Attendance } from '#contract/booking/appointments.ts'
import {
  findAttendanceObstacle,
  type NoteChange,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import type { ChangeRules } from '#contract/schedule/clinic-settings.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type AgendaRow,
  findAgendaRow,
  updateAttendance,
} from '#drizzle/queries/front-desk/agenda.ts'
import { insertNote } from '#drizzle/queries/front-desk/notes.ts'
import type { ClinicClock } from '../clinic-clock.ts'

type AttendanceOutcome =
  | { outcome: 'changed' | 'stale' | 'too_early' | 'too_late' | 'not_possible'; row: AgendaRow }
  | { outcome: 'not_found' }

interface Step {
  id: string
  /** Of the appointment that was on the screen. */
  version: number
  to: Attendance
  /** Uid of the member of staff. */
  actor: string
}

const EVENTS = {
  arrived: 'appointment.arrived',
  completed: 'appointment.completed',
  no_show: 'appointment.no_show',
} as const

/**
 * Takes or undoes a step of an attendance, and writes its event. Of two desks with the same version
 * one succeeds; the other is told what the appointment is now.
 */
export function changeAttendance(
  db: Transaction,
  { id, version, to, actor }: Step,
  clock: Pick<ClinicClock, 'now' | 'moment' | 'dayOf'>,
  { checkInMinutes }: Pick<ChangeRules, 'checkInMinutes'>,
): AttendanceOutcome {
  const row = findAgendaRow(db, id)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  if (appointment.version !== version) return { outcome: 'stale', row }
  const { attendance: from, attendanceAt } = appointment
  const step = attendanceAt && { day: clock.dayOf(attendanceAt) }
  const obstacle = findAttendanceObstacle({ ...appointment, step }, to, {
    ...clock.moment(),
    checkInMinutes,
  })
  if (obstacle) return { outcome: obstacle, row }

  const now = clock.now()
  const taken = to === 'expected' ? { by: null, at: null } : { by: actor, at: now }
  if (!updateAttendance(db, { id, version }, { attendance: to, ...taken })) {
    throw new Error('An appointment changed within its transaction.')
  }
  if (to === undoneAttendance(from)) {
    const data = { from, to }
    appendEvent(db, { kind: 'appointment.reopened', actor, subject: id, data }, now)
  } else if (to !== 'expected') {
    appendEvent(db, { kind: EVENTS[to], actor, subject: id }, now)
  }
  return { outcome: 'changed', row: findAgendaRow(db, id) ?? row }
}

type NoteOutcome = { outcome: 'changed' | 'stale'; row: AgendaRow } | { outcome: 'not_found' }

/**
 * Changes the staff's note of a booked appointment; the earlier ones are kept. Of two desks with
 * the same version one succeeds.
 * @param change `version`: of the note that was on the screen
 */
export function changeNote(
  db: Transaction,
  { id, note, version, actor }: NoteChange & { id: string; actor: string },
  now: Date,
): NoteOutcome {
  const row = findAgendaRow(db, id)
  if (!row) return { outcome: 'not_found' }
  const { staffNote, noteVersion } = row.appointment
  if (staffNote === note) return { outcome: 'changed', row }
  if (noteVersion !== version) return { outcome: 'stale', row }
  const written = { version: noteVersion + 1, note, writtenBy: actor, writtenAt: now }
  insertNote(db, { appointmentId: id, ...written })
  appendEvent(db, { kind: 'appointment.noted', actor, subject: id }, now)
  return { outcome: 'changed', row: findAgendaRow(db, id) ?? row }
}
