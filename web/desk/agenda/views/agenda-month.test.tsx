import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AgendaMonth as Month } from '#contract/front-desk/agenda.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import AgendaMonth from './agenda-month.tsx'

const none = { appointments: 0, unpaid: 0, bookedMinutes: 0, openMinutes: 480, closures: [] }
const MONTH: Month = {
  today: '2027-03-02',
  days: [
    { ...none, date: '2027-03-01' },
    { ...none, date: '2027-03-02', appointments: 12, unpaid: 3, bookedMinutes: 300 },
    { ...none, date: '2027-03-03', openMinutes: 0, closures: ['Training'] },
    { ...none, date: '2027-03-06', openMinutes: 0 },
  ],
}

const March = () => <AgendaMonth date="2027-03-02" linkTo={(date) => `?date=${date}`} />

it('shows for each day how full it is, what is unpaid, and why the clinic is closed', async () => {
  fakeServer().answers['GET /agenda/month'] = () => Response.json(MONTH)
  openAdminPage('/dashboard/agenda', March)
  const names = [
    'Monday, March 1: no appointments',
    'Tuesday, March 2: 12 appointments, 3 not paid, 63% full',
    'Wednesday, March 3: no appointments, closed: Training',
    'Saturday, March 6: no appointments, closed',
  ]
  await screen.findByRole('table')
  for (const name of names) expect(screen.getByRole('link', { name })).toBeVisible()
})
