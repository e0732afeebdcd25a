import type { DeskAttendance } from '#contract/booking/appointments.ts'
import { findAttendanceObstacle, undoneAttendance } from '#contract/front-desk/agenda.ts'
import type {
  AttendanceContext,
  attendanceMachine,
  ClinicTime,
} from '#machines/attendance/attendance-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import type { Driver, Moment, Server } from '../tours.ts'

const BUTTONS = ['Arrived', 'In room', 'No-show', 'Completed', 'Undo'] as const
type Button = (typeof BUTTONS)[number]

const NAMES: Record<DeskAttendance, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  in_room: 'In room',
  completed: 'Completed',
  no_show: 'No-show',
}

export interface AttendanceServer extends Server {
  /** Another desk brings the appointment there, and the agenda shows it. */
  refresh(attendance: DeskAttendance, time: ClinicTime, context: AttendanceContext): Promise<void>
}

/** Drives one row of the agenda. */
export function attendanceDriver(
  screen: Screen,
  server: AttendanceServer,
): Driver<typeof attendanceMachine> {
  const row = screen.within('group', /^Attendance: /)
  const question = screen.within('dialog', /^Is .* here already\?$/)
  const press =
    (button: Button, key: string) =>
    async (_: unknown, { context: { entry, wanted } }: Moment<AttendanceContext>) => {
      if (wanted === entry.attendance) return row.click('button', button)
      // During a save, only keys take further steps, while the row has the focus.
      await row.click('text', NAMES[entry.attendance])
      // Letters act on a row that was focused by keyboard, not by a click.
      await screen.press('Tab')
      await screen.press(key)
    }

  async function see(
    state: string,
    steps: Partial<Record<Button, DeskAttendance>>,
    context: AttendanceContext,
  ) {
    await row.see('text', state)
    for (const name of BUTTONS) {
      const to = steps[name]
      const obstacle = to && findAttendanceObstacle(context.entry, to, context.time)
      const isPossible = to && (!obstacle || obstacle === 'early')
      // A step that is only too early is shown, but not an undo that is too late.
      if (to && (isPossible || name !== 'Undo')) {
        await row.see('button', name, { busy: false, disabled: !isPossible })
      } else await row.gone('button', name)
    }
    await seeMessage(row)(context)
  }

  return {
    server,
    do: {
      arrive: press('Arrived', 'a'),
      enter: press('In room', 'r'),
      complete: press('Completed', 'c'),
      miss: press('No-show', 'n'),
      undo: press('Undo', 'u'),
      confirm: () => question.click('button', 'Check in now'),
      dismiss: () => question.click('button', 'Cancel'),
      refresh: ({ entry, time }, { context }) => server.refresh(entry.attendance, time, context),
    },
    see: {
      expected: (context) => see('Expected', { Arrived: 'arrived', 'No-show': 'no_show' }, context),
      askingEarly: () => question.see('button', 'Check in now'),
      arrived: (context) =>
        see('Arrived', { 'In room': 'in_room', Completed: 'completed', Undo: 'expected' }, context),
      inRoom: (context) => see('In room', { Completed: 'completed', Undo: 'arrived' }, context),
      completed: (context) => see('Completed', { Undo: undoneAttendance(context.entry) }, context),
      noShow: (context) => see('No-show', { Undo: 'expected' }, context),
      saving: async ({ entry, wanted }) => {
        const isUndo = wanted === undoneAttendance(entry)
        await row.see('text', NAMES[entry.attendance])
        await row.see('button', isUndo ? 'Undo' : NAMES[wanted], { busy: true })
      },
    },
  }
}
