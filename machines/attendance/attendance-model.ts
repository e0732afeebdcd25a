import { expect } from 'vitest'
import { findAttendanceObstacle, undoneAttendance } from '../../contract/front-desk/agenda.ts'
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
  function knows(shown: ReturnType<typeof context>) {
    expect(context()).toEqual(shown)
    const { entry, time } = shown
    for (const [type, to] of Object.entries(STEPS)) {
      const undone = undoneAttendance(entry.attendance)
      const attendance = type === 'undo' ? undone : to === undone ? undefined : to
      const isPossible = attendance && !findAttendanceObstacle(entry, attendance, time)
      expect({ type, can: can({ type }) }).toEqual({ type, can: Boolean(isPossible) })
    }
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
      saving: ({ entry, wanted }) => {
        expect(context()).toMatchObject({ entry, message: null })
        const { _id: id, version } = entry
        expect(inputOf('saveAttendance')).toEqual({ id, version, attendance: wanted })
        expect(wanted).not.toBe(entry.attendance)
      },
    },
  }
}
