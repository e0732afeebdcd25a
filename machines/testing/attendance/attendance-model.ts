import { expect } from 'vitest'
import type { DeskAttendance } from '#contract/booking/appointments.ts'
import {
  type AgendaEntry,
  findAttendanceObstacle,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import { attendanceMachine } from '#machines/attendance/attendance-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { OFFLINE } from '../offline.ts'
import { STALE, TIME, expected as unattended } from './attendance-walks.ts'

const STEPS = {
  arrive: 'arrived',
  enter: 'in_room',
  complete: 'completed',
  miss: 'no_show',
  undo: undefined,
} as const

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkAttendanceMachine = modelOf(attendanceMachine, drive, {
  entry: unattended,
  time: TIME,
})

function drive({
  can,
  context,
  inputOf,
}: MachineModel<typeof attendanceMachine>): Expectations<typeof attendanceMachine> {
  /** Another one each time; the screens of the walks have none to choose from. */
  let rooms = 0
  const room = () => (rooms === 0 ? null : `Room ${rooms}`)

  /** @param asks whether an early step is possible, which leads to the question */
  function offersStepsOf(entry: AgendaEntry, asks: boolean) {
    const { time } = context()
    for (const [type, to] of Object.entries(STEPS)) {
      const undone = undoneAttendance(entry)
      const attendance = type === 'undo' ? undone : to === undone ? undefined : to
      const obstacle = attendance ? findAttendanceObstacle(entry, attendance, time) : 'not_possible'
      const isPossible = obstacle === undefined || (asks && obstacle === 'early')
      expect({ type, can: can(type === 'enter' ? { type, room: null } : { type }) }).toEqual({
        type,
        can: isPossible,
      })
    }
  }
  /** As the appointment will be once all steps are saved. */
  function after(entry: AgendaEntry, attendance: DeskAttendance): AgendaEntry {
    const step = { by: null, at: '2026-06-05T16:10:00.000Z', day: context().time.today }
    const keepsRoom = attendance === 'in_room' || attendance === 'completed'
    return { ...entry, attendance, room: keepsRoom ? entry.room : null, step }
  }
  const isAt = (shown: ReturnType<typeof context>) =>
    expect(context()).toEqual({ ...shown, room: room() })
  function knows(shown: ReturnType<typeof context>) {
    isAt(shown)
    offersStepsOf(shown.entry, true)
    expect([null, STALE, OFFLINE.message]).toContain(context().message)
  }
  return {
    replace: (event) => {
      if (event.type !== 'enter') return event
      rooms += 1
      return { ...event, room: room() }
    },
    see: {
      expected: knows,
      askingEarly: (shown) => {
        isAt(shown)
        for (const type of ['arrive', 'complete', 'miss', 'undo'] as const) {
          expect(can({ type })).toBe(false)
        }
        expect([can({ type: 'confirm' }), can({ type: 'dismiss' })]).toEqual([true, true])
      },
      arrived: knows,
      inRoom: knows,
      completed: knows,
      noShow: knows,
      saving: ({ entry, wanted, goal, early }) => {
        expect(context()).toMatchObject({ entry, goal, early, room: room(), message: null })
        offersStepsOf(after(entry, goal), false)
        const { _id: id, version } = entry
        expect(inputOf('saveAttendance')).toEqual({
          id,
          version,
          attendance: wanted,
          ...(wanted === 'in_room' && entry.attendance === 'arrived' && { room: room() }),
          ...(early && { early }),
        })
        expect(wanted).not.toBe(entry.attendance)
      },
    },
  }
}
