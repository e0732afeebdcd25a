import type { Attendance } from '../../contract/appointments.ts'
import type { Screen } from '../testing/screen.ts'
import type { Driver, Server } from '../testing/tours.ts'
import type { AttendanceContext, attendanceMachine } from './attendance-machine.ts'

const BUTTONS = ['Arrived', 'No-show', 'Completed', 'Undo'] as const
type Button = (typeof BUTTONS)[number]

export interface AttendanceServer extends Server {
  /** Another desk brings the appointment there, and the agenda shows it. */
  refresh(attendance: Attendance, context: AttendanceContext): Promise<void>
}

/** Drives one row of the agenda. */
export function attendanceDriver(
  screen: Screen,
  server: AttendanceServer,
): Driver<typeof attendanceMachine> {
  const row = screen.within('group', /^Attendance: /)
  let pressed: Button = 'Arrived'
  const press = (button: Button) => async () => {
    pressed = button
    await row.click('button', button)
  }

  async function see(state: string, buttons: readonly Button[], context: AttendanceContext) {
    await row.see('text', state)
    for (const name of BUTTONS) {
      if (buttons.includes(name)) await row.see('button', name, { busy: false })
      else await row.gone('button', name)
    }
    if (context.message) await row.see('alert', undefined, { text: context.message })
    else await row.gone('alert')
  }

  return {
    server,
    do: {
      arrive: press('Arrived'),
      complete: press('Completed'),
      miss: press('No-show'),
      undo: press('Undo'),
      refresh: ({ entry }, { context }) => server.refresh(entry.attendance, context),
    },
    see: {
      expected: (context) => see('Expected', ['Arrived', 'No-show'], context),
      arrived: (context) => see('Arrived', ['Completed', 'Undo'], context),
      completed: (context) => see('Completed', ['Undo'], context),
      noShow: (context) => see('No-show', ['Undo'], context),
      saving: () => row.see('button', pressed, { busy: true }),
    },
  }
}
