import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { OpeningState } from '#contract/opening/opening.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import OpeningPage from './opening-page.tsx'

const READY: OpeningState = {
  state: 'preparing',
  from: null,
  reason: null,
  version: 0,
  samples: [],
  hasNotice: true,
  facts: [],
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /opening'] = () => Response.json(READY)
  server.answers['GET /clinic'] = () => Response.json(DEFAULT_CLINIC)
})

it('proposes the next open day after a day on which the clinic is closed', async () => {
  const { user } = openAdminPage('/dashboard/opening', OpeningPage)
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const choose = async (day: string) => {
    fireEvent.change(await screen.findByLabelText('First day'), { target: { value: day } })
    await press('Open on this day')
    await press('Open online booking')
  }
  server.answers['POST /opening'] = () =>
    refusal(409, 'The clinic is closed on that day. The next open day is Monday, Jan 4, 2027.', {
      code: 'closed_day',
      current: READY,
      next: '2027-01-04',
    })
  await choose('2027-01-02')
  expect(await screen.findByText(/^The clinic is closed on that day/)).toBeVisible()
  expect(screen.getByLabelText('First day')).toHaveValue('2027-01-04')

  const opens = { ...READY, state: 'opens', from: '2027-01-04', version: 1 }
  server.answers['POST /opening'] = () => Response.json(opens)
  await press('Open on this day')
  await press('Open online booking')
  expect(
    await screen.findByRole('heading', { name: 'Online booking opens on Mon, Jan 4' }),
  ).toBeVisible()
  expect(server.callsOf('POST', '/opening').map(({ body }) => body)).toEqual([
    { state: 'opens', from: '2027-01-02', version: 0 },
    { state: 'opens', from: '2027-01-04', version: 0 },
  ])
})
