import { expect } from 'vitest'
import type { Attendance } from '#contract/booking/appointments.ts'
import {
  type AgendaEntry,
  findAttendanceObstacle,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import { type MachineModel, walkMachine } from '../testing/machine-model.ts'
import type { Driver, Walk } from '../testing/tours.ts'
import { attendanceMachine } from './attendance-machine.ts'
import { STALE, TIME, expected as unattended } from './attendance-walks.ts'

const STEPS = {
  arrive: 'arrived',
  complete: 'completed',
  miss: 'no_show',
  undo: undefined,
} as const

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkAttendanceMachine = (walk: Walk, machine = attendanceMachine): Promise<void> =>
  walkMachine(machine, walk, { input: { entry: unattended, time: TIME } }, drive)

function drive({
  send,
  can,
  server,
  context,
  inputOf,
}: MachineModel<typeof attendanceMachine>): Driver<typeof attendanceMachine> {
  function offersStepsOf(entry: AgendaEntry) {
    const { time } = context()
    for (const [type, to] of Object.entries(STEPS)) {
      const undone = undoneAttendance(entry.attendance)
      const attendance = type === 'undo' ? undone : to === undone ? undefined : to
      const isPossible = attendance && !findAttendanceObstacle(entry, attendance, time)
      expect({ type, can: can({ type }) }).toEqual({ type, can: Boolean(isPossible) })
    }
  }
  /** As the appointment will be once all steps are saved. */
  function after(entry: AgendaEntry, attendance: Attendance): AgendaEntry {
    const step = { by: null, at: '2026-06-05T16:10:00.000Z', day: context().time.today }
    return { ...entry, attendance, step }
  }
  function knows(shown: ReturnType<typeof context>) {
    expect(context()).toEqual(shown)
    offersStepsOf(shown.entry)
    expect([null, STALE, 'The clinic is offline']).toContain(context().message)
  }
  return {
    server,
    do: { arrive: send, complete: send, miss: send, undo: send, refresh: send },
    see: {
      expected: knows,
      arrived: knows,
      completed: knows,
      noShow: knows,
      saving: ({ entry, wanted, goal }) => {
        expect(context()).toMatchObject({ entry, goal, message: null })
        offersStepsOf(after(entry, goal))
        const { _id: id, version } = entry
        expect(inputOf('saveAttendance')).toEqual({ id, version, attendance: wanted })
        expect(wanted).not.toBe(entry.attendance)
      },
    },
  }
}
