import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { SiteConfig } from '#contract/config/config.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { user } from '#web/testing/user.ts'
import { NextVisitButton } from './next-visit-button.tsx'

const APPOINTMENT = '01890a5d-ac96-774b-bcce-b302099a8057'
const CHILD = nextVisitFixture.child._id
const TICKET: NextVisit = { ...nextVisitFixture, doctor: null, around: '2026-07-17' }

let server: ReturnType<typeof fakeServer>
let tickets: NextVisit[]

beforeEach(() => {
  server = fakeServer()
  tickets = []
  server.answers['GET /next-visits'] = () => Response.json(tickets)
  server.answers['GET /services'] = () =>
    Response.json([{ _id: 'weight', name: 'Weight Loss', slots: [], price: 80 }])
  server.answers['POST /tickets'] = () => Response.json(TICKET, { status: 201 })
})

async function open({ listsOpen = true, queries = siteQueries() } = {}) {
  render(
    <InSite queries={queries}>
      <NextVisitButton
        {...{ appointment: APPOINTMENT, childId: CHILD, name: 'Mia Lund', listsOpen }}
        today="2026-06-05"
      />
      <Toasts />
    </InSite>,
  )
  await user.click(screen.getByRole('button', { name: 'Next visit of Mia Lund' }))
  return within(await screen.findByRole('dialog', { name: 'Next visit of Mia Lund' }))
}

const asked = () => server.callsOf('POST', '/tickets').map(({ body }) => body)

it('asks the family with the second press', async () => {
  const dialog = await open()
  expect(dialog.getByRole('button', { name: '2 weeks' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: '6 weeks' }))
  expect(
    await screen.findByText(
      'The family of Mia Lund is asked to book Allergy Testing around Fri, Jul 17, 2026',
    ),
  ).toBeVisible()
  expect(asked()).toEqual([{ appointment: APPOINTMENT, around: '2026-07-17' }])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('has the buttons that an admin has set', async () => {
  const queries = siteQueries()
  const settings = { ...config, followUps: '10 days, 4 months' }
  queries.setQueryData(configOptions().queryKey, settings as SiteConfig)
  const dialog = await open({ queries })
  const choices = within(dialog.getByRole('group', { name: 'Ask the family to book it in' }))
  expect(choices.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '10 days',
    '4 months',
  ])
  await user.click(dialog.getByRole('button', { name: '4 months' }))
  await screen.findByText(/is asked to book/)
  expect(asked()).toMatchObject([{ around: '2026-10-05' }])
})

it('says why the family cannot be asked, and stays open', async () => {
  const message = 'The child already has an appointment for this treatment on Fri, Jul 17, 2026.'
  server.answers['POST /tickets'] = () => refusal(409, message, { code: 'booked_already' })
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: '1 year' }))
  expect(await dialog.findByText(message)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '3 months' }))
  expect(asked()).toMatchObject([{ around: '2027-06-05' }, { around: '2026-09-05' }])
})

it('asks for another day and treatment, with a note', async () => {
  const dialog = await open()
  await user.click(dialog.getByText('Another day, treatment, or a note'))
  await user.click(dialog.getByRole('button', { name: 'Ask the family' }))
  expect(await dialog.findByText('Fill in “Around”.')).toBeVisible()
  await user.type(dialog.getByLabelText('Around'), '2026-10-01')
  await user.selectOptions(await dialog.findByLabelText('Treatment'), 'Weight Loss')
  await user.type(dialog.getByLabelText(/^Note for the family/), 'Please bring the diary.')
  await user.click(dialog.getByRole('button', { name: 'Ask the family' }))
  await screen.findByText(/is asked to book/)
  expect(asked()).toEqual([
    {
      appointment: APPOINTMENT,
      around: '2026-10-01',
      treatment: 'weight',
      note: 'Please bring the diary.',
    },
  ])
})

it('lists what the family is asked for, and withdraws it', async () => {
  tickets = [TICKET]
  server.answers[`DELETE /tickets/${TICKET._id}`] = () => {
    tickets = []
    return Response.json({ ...TICKET, state: 'withdrawn' })
  }
  const dialog = await open()
  const list = await dialog.findByRole('list', { name: 'Open requests' })
  expect(list).toHaveTextContent('Allergy Testing, around Fri, Jul 17, 2026')
  await user.click(dialog.getByRole('button', { name: /^Withdraw/ }))
  expect(await screen.findByText('Allergy Testing is no longer asked for')).toBeVisible()
  expect(dialog.queryByRole('list', { name: 'Open requests' })).not.toBeInTheDocument()
})

it('shows doctors nothing of what the family is asked for', async () => {
  await open({ listsOpen: false })
  expect(server.callsOf('GET', '/next-visits')).toEqual([])
})
