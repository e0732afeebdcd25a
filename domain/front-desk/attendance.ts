import type { DeskAttendance } from '#contract/booking/appointments.ts'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { roomsOf } from '#contract/clinic/rooms.ts'
import {
  type AttendanceChange,
  type AttendanceRefusal,
  findAttendanceObstacle,
  type NoteChange,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type AgendaRow,
  findAgendaRow,
  updateAttendance,
} from '#drizzle/queries/front-desk/agenda.ts'
import { insertNote } from '#drizzle/queries/front-desk/notes.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import { followNoShow, followUndoneNoShow } from '../next-visits/missed-visits.ts'

type AttendanceOutcome =
  | { outcome: 'changed' | AttendanceRefusal['code']; row: AgendaRow }
  | { outcome: 'not_found' }

interface Step extends Omit<AttendanceChange, 'attendance'> {
  id: string
  to: DeskAttendance
  /** Uid of the member of staff. */
  actor: string
}

const EVENTS = {
  in_room: 'appointment.in_room',
  completed: 'appointment.completed',
  no_show: 'appointment.no_show',
} as const

/**
 * Takes or undoes a step of an attendance, and writes its event. Of two desks with the same version, the
 * first succeeds, and the other gets the appointment's present state.
 */
export function changeAttendance(
  db: Transaction,
  { id, version, to, room, early, actor }: Step,
  clock: Pick<ClinicClock, 'now' | 'moment' | 'dayOf'>,
  { checkInMinutes, rooms }: Pick<ClinicSettings, 'checkInMinutes' | 'rooms'>,
): AttendanceOutcome {
  const row = findAgendaRow(db, id)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  if (appointment.version !== version) return { outcome: 'stale', row }
  const { attendanceAt, arrivedAt, roomAt } = appointment
  const known = {
    date: appointment.date,
    startMinute: appointment.startMinute,
    attendance: attendanceOf(appointment),
    room: roomAt,
    step: attendanceAt && { day: clock.dayOf(attendanceAt) },
  }
  const obstacle = findAttendanceObstacle(known, to, { ...clock.moment(), checkInMinutes })
  if (obstacle && !(obstacle === 'early' && early)) return { outcome: obstacle, row }
  const from = known.attendance
  const isUndo = to === undoneAttendance(known)
  const enters = to === 'in_room' && !isUndo
  if (enters && room !== undefined && !roomsOf(rooms).includes(room)) {
    return { outcome: 'unknown_room', row }
  }

  const now = clock.now()
  const step = to === 'expected' ? { by: null, at: null } : { by: actor, at: now }
  const arrives = from === 'expected' && to === 'arrived'
  const change = {
    attendance: to === 'in_room' ? ('arrived' as const) : to,
    ...step,
    arrivedAt: to === 'expected' ? null : arrives ? now : arrivedAt,
    ...(enters && { roomAt: now, room: room ?? null }),
    ...(from === 'in_room' && isUndo && { roomAt: null, room: null }),
  }
  if (!updateAttendance(db, { id, version }, change)) {
    throw new Error('An appointment changed within its transaction.')
  }
  const about = { actor, subject: id }
  if (isUndo) {
    appendEvent(db, { kind: 'appointment.reopened', ...about, data: { from, to } }, now)
    if (from === 'no_show') followUndoneNoShow(db, id, { actor, now })
  } else if (to === 'arrived') {
    const data = obstacle === 'early' ? { early: true as const } : {}
    appendEvent(db, { kind: 'appointment.arrived', ...about, data }, now)
  } else if (to !== 'expected') {
    appendEvent(db, { kind: EVENTS[to], ...about }, now)
    if (to === 'no_show') followNoShow(db, id, { actor, now, moment: clock.moment() })
  }
  return { outcome: 'changed', row: findAgendaRow(db, id) ?? row }
}

/**
 * Records that a patient who has arrived is no longer here: they come another time, or do not.
 * @returns the appointment as it is then
 */
export function undoArrival(
  db: Transaction,
  appointment: AppointmentRow,
  { actor, now }: { actor: string | null; now: Date },
): AppointmentRow {
  if (appointment.attendance !== 'arrived') return appointment
  const from = attendanceOf(appointment)
  const back =
    from === 'in_room'
      ? ({ attendance: 'arrived', by: actor, at: now, roomAt: null, room: null } as const)
      : ({ attendance: 'expected', by: null, at: null, arrivedAt: null } as const)
  if (!updateAttendance(db, appointment, back)) {
    throw new Error('An appointment changed within its transaction.')
  }
  const { attendance } = back
  const data = { from, to: attendance }
  appendEvent(db, { kind: 'appointment.reopened', actor, subject: appointment.id, data }, now)
  const version = appointment.version + 1
  return undoArrival(db, { ...appointment, attendance, roomAt: null, version }, { actor, now })
}

type NoteOutcome = { outcome: 'changed' | 'stale'; row: AgendaRow } | { outcome: 'not_found' }

/**
 * Changes the staff's note of a booked appointment; earlier notes are kept. Of two desks with the same
 * version, the first succeeds.
 * @param change `version`: of the note on the screen
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

/** The attendance as the front desk sees it. */
export function attendanceOf({
  attendance,
  roomAt,
}: Pick<AppointmentRow, 'attendance' | 'roomAt'>): DeskAttendance {
  return attendance === 'arrived' && roomAt ? 'in_room' : attendance
}
