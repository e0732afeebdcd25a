import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { DoctorDay, DoctorEntry } from '#contract/front-desk/doctor-day.ts'
import { expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { setPrivacy } from '#web/desk/appointments/privacy.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import DoctorDayPage from './doctor-day-page.tsx'

const DATE = '2027-03-02'
const ALERT = {
  ...{ _id: 'nuts', version: 1, kind: 'allergy' as const, text: 'Peanuts' },
  ...{ by: 'Rita', at: '2027-03-01T15:00:00.000Z' },
}
const MIA: DoctorEntry = {
  ...{ ...visit, _id: 'mia', date: DATE, patientName: 'Mia Abara', childId: 'mia' },
  ...{ startMinute: 540, alerts: [ALERT], firstVisit: true, note: 'Brings a wheelchair' },
}
const LEO: DoctorEntry = {
  ...{ ...visit, _id: 'leo', date: DATE, patientName: 'Leo Roe', startMinute: 600 },
  ...{ attendance: 'arrived', arrivedMinute: 530 },
  step: { by: 'Rita', at: '2027-03-02T16:50:00.000Z', day: DATE },
}
const DAY: DoctorDay = {
  ...{ doctor: 'Dr. Ada Okoye', date: DATE, today: DATE, minute: 535, lateMinutes: 5 },
  hours: [
    { from: 540, to: 720 },
    { from: 780, to: 1020 },
  ],
  closures: [{ from: 960, to: 1020, reason: 'Staff meeting' }],
  absences: [{ from: 840, to: 900, reason: 'Training' }],
  entries: [MIA, LEO],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  setPrivacy(false)
  server = fakeServer()
  server.answers['GET /my-day'] = () => Response.json(DAY)
})

it('shows first visits, alerts and arrivals, in the list and in the calendar', async () => {
  onScreen('wide')
  const { user } = openAdminPage('/dashboard/day', DoctorDayPage)
  expect(
    await screen.findByText('2 appointments, 1 first visit, 1 with alerts, 1 arrived'),
  ).toBeVisible()
  const [mia, leo] = within(screen.getByRole('list', { name: 'Appointments' }))
    .getAllByRole('listitem')
    .filter((each) => each.dataset.row)
  expect(mia).toHaveTextContent(
    /9:00 AM.*Mia Abara.*First visit.*Peanuts.*Brings a wheelchair.*Next/,
  )
  expect(leo).toHaveTextContent(/10:00 AM.*Leo Roe.*Arrived ?5 minutes/)
  const calendar = within(screen.getByRole('region', { name: 'Calendar' }))
  const bands = ['Break', 'Away: Training', 'Closed: Staff meeting']
  for (const band of bands) expect(calendar.getByText(band)).toBeVisible()
  const card = calendar.getByRole('button', { name: /^9:00 Mia Abara .*Peanuts, first visit/ })
  await user.click(card)
  expect(mia).toHaveFocus()
  // Doctors see no money.
  expect(screen.queryByText(/paid/)).not.toBeInTheDocument()
})

it('reaches one card with Tab, and the others with the arrow keys', async () => {
  onScreen('wide')
  const { user } = openAdminPage('/dashboard/day', DoctorDayPage)
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }))
  const [mia, leo] = calendar.getAllByRole('button')
  expect([mia?.tabIndex, leo?.tabIndex]).toEqual([0, -1])
  mia?.focus()
  await user.keyboard('{ArrowDown}')
  expect(leo).toHaveFocus()
  expect([mia?.tabIndex, leo?.tabIndex]).toEqual([-1, 0])
})

it('shows only the list on a phone', async () => {
  openAdminPage('/dashboard/day', DoctorDayPage)
  await screen.findByText('Mia Abara')
  expect(screen.queryByRole('region', { name: 'Calendar' })).not.toBeInTheDocument()
})

it('hides names, alerts and notes if others can see the screen', async () => {
  setPrivacy(true)
  onScreen('wide')
  openAdminPage('/dashboard/day', DoctorDayPage)
  await screen.findAllByText('M. A.')
  expect(document.body).not.toHaveTextContent(/Mia|Peanuts|wheelchair/)
  expect(screen.queryByRole('button', { name: /Mia|Peanuts/ })).not.toBeInTheDocument()
})
