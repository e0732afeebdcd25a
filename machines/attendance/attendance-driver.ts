import type { Attendance } from '#contract/booking/appointments.ts'
import { findAttendanceObstacle, undoneAttendance } from '#contract/front-desk/agenda.ts'
import type { Screen } from '../testing/screen.ts'
import type { Driver, Moment, Server } from '../testing/tours.ts'
import type { AttendanceContext, attendanceMachine, ClinicTime } from './attendance-machine.ts'

const BUTTONS = ['Arrived', 'No-show', 'Completed', 'Undo'] as const
type Button = (typeof BUTTONS)[number]

const NAMES: Record<Attendance, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  completed: 'Completed',
  no_show: 'No-show',
}

export interface AttendanceServer extends Server {
  /** Another desk brings the appointment there, and the agenda shows it. */
  refresh(attendance: Attendance, time: ClinicTime, context: AttendanceContext): Promise<void>
}

/** Drives one row of the agenda. */
export function attendanceDriver(
  screen: Screen,
  server: AttendanceServer,
): Driver<typeof attendanceMachine> {
  const row = screen.within('group', /^Attendance: /)
  const press =
    (button: Button, key: string) =>
    async (_: unknown, { context: { entry, wanted } }: Moment<AttendanceContext>) => {
      if (wanted === entry.attendance) return row.click('button', button)
      // During a save only the keys take further steps, while the focus is on the row.
      await row.click('text', NAMES[entry.attendance])
      await screen.press(key)
    }

  async function see(
    state: string,
    steps: Partial<Record<Button, Attendance>>,
    context: AttendanceContext,
  ) {
    await row.see('text', state)
    for (const name of BUTTONS) {
      const to = steps[name]
      const isPossible = to && !findAttendanceObstacle(context.entry, to, context.time)
      // What is only too early is shown, but an undo that is too late is not.
      if (to && (isPossible || name !== 'Undo')) {
        await row.see('button', name, { busy: false, disabled: !isPossible })
      } else await row.gone('button', name)
    }
    if (context.message) await row.see('alert', undefined, { text: context.message })
    else await row.gone('alert')
  }

  return {
    server,
    do: {
      arrive: press('Arrived', 'a'),
      complete: press('Completed', 'c'),
      miss: press('No-show', 'n'),
      undo: press('Undo', 'u'),
      refresh: ({ entry, time }, { context }) => server.refresh(entry.attendance, time, context),
    },
    see: {
      expected: (context) => see('Expected', { Arrived: 'arrived', 'No-show': 'no_show' }, context),
      arrived: (context) => see('Arrived', { Completed: 'completed', Undo: 'expected' }, context),
      completed: (context) => see('Completed', { Undo: 'arrived' }, context),
      noShow: (context) => see('No-show', { Undo: 'expected' }, context),
      saving: async ({ entry, wanted }) => {
        const isUndo = wanted === undoneAttendance(entry.attendance)
        await row.see('text', NAMES[entry.attendance])
        await row.see('button', isUndo ? 'Undo' : NAMES[wanted], { busy: true })
      },
    },
  }
}
