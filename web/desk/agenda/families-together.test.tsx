import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { FamiliesTogether } from './families-together.tsx'

const TIME = {
  ...{ today: visit.date, minute: visit.startMinute, lateMinutes: 5, rooms: [] },
  ...DEFAULT_CHANGE_RULES,
}

/** Noah's two children, both in that state. */
function openWith(attendance: AgendaEntry['attendance']) {
  const entries = ['Mia', 'Ben'].map((patientName): AgendaEntry => {
    const child = {
      _id: patientName,
      birthDate: '2021-06-05',
      age: '5 years',
      bookedBy: 'Noah Engel',
    }
    return { ...visit, _id: patientName, family: 'noah', patientName, attendance, child }
  })
  const server = fakeServer()
  for (const entry of entries) {
    server.answers[`PUT /agenda/${entry._id}/attendance`] = () =>
      Response.json({ ...entry, attendance: 'arrived' })
  }
  server.answers['POST /agenda/payments'] = () =>
    Response.json(entries.map((entry) => ({ ...entry, paid: true })))
  const { user } = openAdminPage('/dashboard/agenda', () => (
    <FamiliesTogether entries={entries} time={TIME} />
  ))
  return { server, user }
}

it('checks in all members of a family in one step', async () => {
  const { server, user } = openWith('expected')
  const name = 'Check in all 2 of the family of Noah Engel'
  await user.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText(/^Mia.* and Ben.* have arrived$/)).toBeVisible()
  const arrived = [{ version: 0, attendance: 'arrived' }]
  for (const id of ['Mia', 'Ben']) {
    expect(server.callsOf('PUT', `/agenda/${id}/attendance`).map(({ body }) => body)).toEqual(
      arrived,
    )
  }
})

it('takes a family’s prices in one payment, at the till that it asks for once a day', async () => {
  const { server, user } = openWith('arrived')
  server.answers['GET /tills'] = () =>
    Response.json({ today: '2027-03-01', tills: ['Desk 1', 'Desk 2'] })
  const name = 'Take $240 in cash from the family of Noah Engel'
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(screen.getByRole('dialog', { name: `${name}?` }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Take $240' }))
  const question = within(await screen.findByRole('dialog', { name: 'Which till is this?' }))
  await user.click(question.getByRole('button', { name: 'Desk 2' }))
  expect(await screen.findByText('$240 from the family of Noah Engel taken in cash')).toBeVisible()
  expect(server.callsOf('POST', '/agenda/payments').map(({ body }) => body)).toEqual([
    {
      appointments: [
        { id: 'Mia', version: 0 },
        { id: 'Ben', version: 0 },
      ],
      method: 'cash',
      till: 'Desk 2',
    },
  ])
})
