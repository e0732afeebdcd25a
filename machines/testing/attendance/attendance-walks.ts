import { type DeskAttendance, deskAttendance } from '#contract/booking/appointments.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import {
  type AttendanceContext,
  type AttendanceEvent,
  attendanceMachine,
  type ClinicTime,
} from '#machines/attendance/attendance-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** An appointment that has just begun. */
export const expected: AgendaEntry = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 0,
  date: '2026-06-05',
  startMinute: 9 * 60,
  lengthMinutes: 30,
  treatment: 'Allergy Testing',
  doctor: null,
  family: null,
  patientName: 'Paula Parent',
  email: 'parent@example.com',
  childId: null,
  alerts: [],
  phone: '+1 555 0100',
  dialablePhone: null,
  price: 120,
  paid: false,
  payment: null,
  attendance: 'expected',
  arrivedMinute: null,
  room: null,
  step: null,
  note: '',
  noteVersion: 0,
  overrideReason: null,
  squeezed: false,
  missed: 0,
}

export const TIME: ClinicTime = {
  today: '2026-06-05',
  minute: 9 * 60 + 10,
  checkInMinutes: 60,
  lateMinutes: 5,
  rooms: [],
}
/** The day before: nothing is possible yet, and nothing can be undone. */
const TOO_EARLY: ClinicTime = { ...TIME, today: '2026-06-04', minute: 12 * 60 }
/** The same day, before check-in opens. */
const EARLY: ClinicTime = { ...TIME, minute: 7 * 60 }
export const STALE = 'Someone else has changed this appointment. This is how it is now.'

/** The appointment after a step that Rita took on its day. Its version decides nothing here. */
export function after(entry: AgendaEntry, attendance: DeskAttendance): AgendaEntry {
  const step =
    attendance === 'expected'
      ? null
      : { by: 'Rita Receptionist', at: '2026-06-05T16:10:00.000Z', day: entry.date }
  const isThere = attendance !== 'expected' && attendance !== 'no_show'
  const entered = attendance === 'in_room' ? { name: null, minute: TIME.minute - 2 } : null
  // What was completed out of a room says so.
  const room = entered ?? (attendance === 'completed' ? entry.room : null)
  const arrivedMinute = isThere ? TIME.minute - 5 : null
  return { ...entry, attendance, arrivedMinute, room, step }
}

/** Everything that can happen to a row of the agenda, read at any of the times. */
const cases =
  (times: readonly ClinicTime[]): Cases<typeof attendanceMachine> =>
  ({ entry, wanted }) => {
    const refresh = (attendance: DeskAttendance): AttendanceEvent[] =>
      times.map((time) => ({ type: 'refresh', entry: after(entry, attendance), time }))
    // Another desk was faster, with the other possible step.
    const other = after(entry, entry.attendance === 'expected' ? 'no_show' : 'expected')
    return [
      { type: 'arrive' },
      { type: 'enter', room: null },
      ...plain('complete', 'miss', 'undo', 'confirm', 'dismiss'),
      ...deskAttendance.options.flatMap(refresh),
      ...done(
        'saveAttendance',
        { kind: 'changed', entry: after(entry, wanted) },
        { kind: 'refused', message: STALE, current: other },
      ),
      ...failed('saveAttendance', OFFLINE),
    ]
  }

/** Walks that take every transition of the attendance machine. */
export const attendanceWalks = (
  times: readonly ClinicTime[] = [TIME, EARLY, TOO_EARLY],
  options?: TourOptions<AttendanceContext>,
) =>
  walksThrough(attendanceMachine, cases(times), {
    input: { entry: expected, time: TIME },
    relevant: ({ entry, time, wanted, goal, early, message }) => [
      entry.attendance,
      entry.room !== null,
      early,
      time,
      wanted,
      goal,
      message,
    ],
    ...options,
  })
