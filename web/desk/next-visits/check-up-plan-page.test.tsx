import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALLERGY } from '#web/desk/doctors/testing/novak.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import CheckUpPlanPage from './check-up-plan-page.tsx'

const PLAN = {
  ...{ isOn: false, isAutomatic: false, hasNoPastVisits: false, hasPastVisits: false },
  ...{ version: 3, batches: 0, rows: [] },
}
const WEEK = Array.from({ length: 7 }, () => [])

function openPage() {
  const server = fakeServer()
  server.answers['GET /check-up-plan'] = () => Response.json(PLAN)
  server.answers['GET /treatments'] = () =>
    Response.json({ today: '2027-03-01', treatments: [ALLERGY], week: WEEK })
  return { server, ...openAdminPage('/dashboard/check-up-plan', CheckUpPlanPage) }
}

it('offers the usual ages, and says how many children become due before it saves them', async () => {
  const { server, user } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Begin with 26 usual ages' }))
  await user.click(screen.getByRole('checkbox', { name: 'Families are asked for check-ups' }))
  await user.click(screen.getByRole('checkbox', { name: /no visits from before/ }))
  server.answers['PUT /check-up-plan'] = () => Response.json({ ...PLAN, childrenDue: 124 })
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText(/124 children have a visit due by this plan/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save the plan' }))
  expect(await screen.findByText('The plan is saved')).toBeTruthy()
  const bodies = server.callsOf('PUT', '/check-up-plan').map(({ body }) => body)
  expect(bodies).toMatchObject([
    { dryRun: true },
    { isOn: true, hasNoPastVisits: true, version: 3 },
  ])
  expect(bodies[1]).not.toHaveProperty('dryRun')
  expect(bodies[1]).toHaveProperty('rows.length', 26)
})

it('says why a row is refused, and keeps what was typed', async () => {
  const { server, user } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Add a row' }))
  await user.type(screen.getByLabelText('Age in months'), '12')
  await user.type(screen.getByLabelText('From day'), '5')
  await user.type(screen.getByLabelText('To day'), '4')
  await user.selectOptions(screen.getByLabelText('Treatment'), ALLERGY.name)
  server.answers['PUT /check-up-plan'] = () => refusal(409, 'Row 1 ends before it begins.')
  await user.click(screen.getByRole('button', { name: 'Check and save' }))
  expect(await screen.findByText('Row 1 ends before it begins.')).toBeTruthy()
  expect(screen.getByLabelText('Age in months')).toHaveValue(12)
})
