import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { attendanceMachine, type ClinicTime } from '#machines/attendance/attendance-machine.ts'
import {
  type AttendanceServer,
  attendanceDriver,
} from '#machines/testing/attendance/attendance-driver.ts'
import {
  after,
  attendanceWalks,
  expected,
  TIME,
} from '#machines/testing/attendance/attendance-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { user } from '#web/testing/user.ts'
import AppointmentPanel from './appointment-panel.tsx'

function open() {
  const actors = holdActors(attendanceMachine)
  const agenda = (entry: AgendaEntry, time: ClinicTime) => (
    <AppointmentPanel
      entry={entry}
      time={time}
      next={undefined}
      isPrivate={false}
      logic={actors.machine}
      onCanceled={() => undefined}
    />
  )
  const { rerender } = render(agenda(expected, TIME), { wrapper: InSite })
  const server: AttendanceServer = {
    ...screensServer(actors),
    refresh: async (attendance, time, { entry }) =>
      rerender(agenda(after(entry, attendance), time)),
  }
  return server
}

describe('the panel of an appointment', () => {
  it.each(attendanceWalks())('follows the machine: $name', async (walk) => {
    const driver = attendanceDriver(jsdomScreen(user), open())
    await take(walk, driver)
  })

  it('keeps the focus when the button of a step disappears', async () => {
    open()
    const button = screen.getByRole('button', { name: 'Arrived' })
    const panel = button.closest('[data-panel]')
    await user.click(button)
    expect(panel).toHaveFocus()
  })
})
