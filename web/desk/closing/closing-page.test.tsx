import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import ClosingPage from './closing-page.tsx'

const sums = { taken: 0, refunded: 0, net: 0 }
const closing: Closing = {
  date: '2026-06-05',
  today: '2026-06-05',
  methods: [
    { method: 'card', ...sums },
    { method: 'cash', taken: 1220.5, refunded: 110, net: 1110.5 },
    { method: 'terminal', ...sums },
  ],
  total: { taken: 1220.5, refunded: 110, net: 1110.5 },
  tills: [
    {
      till: 'Front desk',
      float: null,
      count: null,
      taken: 1220.5,
      refunded: 110,
      expected: null,
      difference: null,
      history: [],
    },
  ],
  entries: [
    {
      number: '2026-000001',
      kind: 'receipt',
      at: '2026-06-05T16:00:00.000Z',
      method: 'cash',
      patients: [{ patientName: 'Paula Parent' }],
      treatment: 'Allergy Testing',
      amount: 1220.5,
      by: 'Rita',
    },
    {
      number: '2026-000002',
      kind: 'credit_note',
      at: '2026-06-05T17:00:00.000Z',
      method: 'cash',
      patients: [{ patientName: 'Paula Parent' }],
      treatment: 'Allergy Testing',
      amount: -110,
      by: 'Rita',
    },
  ],
}

function open(answer: Closing) {
  fakeServer().answers['GET /closing/2026-06-05'] = () => Response.json(answer)
  const path = '/dashboard/closing/:date'
  return openAdminPage('/dashboard/closing/2026-06-05', ClosingPage, undefined, path)
}

it('leads to the days before and after', async () => {
  const { user, site } = open(closing)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(site.location.pathname).toBe('/dashboard/closing/2026-06-06')
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(site.location.pathname).toBe('/dashboard/closing/2026-06-05')
})

it('shows a day’s money by method, and every receipt', async () => {
  onScreen('wide')
  open(closing)
  const totals = await screen.findByRole('table', { name: 'Money by payment method' })
  const rowOf = (name: RegExp) => within(totals).getByRole('row', { name })
  expect(rowOf(/^Cash/)).toHaveTextContent('Cash$1,220.50$110.00$1,110.50')
  expect(rowOf(/^Total/)).toHaveTextContent('Total$1,220.50$110.00$1,110.50')
  expect(screen.getByRole('heading', { name: '2 receipts' })).toBeVisible()
  expect(screen.getByText('-$110.00')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Credit note 2026-000002' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download June 2026 (CSV)' })).toBeVisible()
})

it('lists the same sums on a small screen', async () => {
  onScreen('small')
  open(closing)
  const totals = within(await screen.findByRole('list', { name: 'Money by payment method' }))
  const [, cash] = totals.getAllByRole('listitem')
  expect(cash).toHaveTextContent('Cash $1,110.50$1,220.50 taken, $110.00 refunded')
})

it('says so when no money was taken', async () => {
  open({ ...closing, entries: [] })
  expect(await screen.findByText('No money was taken this day')).toBeVisible()
})

it('counts a till by its bills and coins', async () => {
  const server = fakeServer()
  const [till] = closing.tills
  server.answers['GET /closing/2026-06-05'] = () => Response.json(closing)
  server.answers['PUT /closing/2026-06-05/tills'] = () => Response.json(till)
  const path = '/dashboard/closing/:date'
  const { user } = openAdminPage('/dashboard/closing/2026-06-05', ClosingPage, undefined, path)
  await user.click(await screen.findByRole('button', { name: 'Enter counted cash: Front desk' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByText('Count bills and coins'))
  await user.type(dialog.getByLabelText('$20 bills'), '12')
  await user.type(dialog.getByLabelText('Dimes'), '3')
  expect(dialog.getByLabelText('Amount in dollars')).toHaveValue(240.3)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Counted cash saved')
  expect(server.callsOf('PUT', '/closing/2026-06-05/tills')).toMatchObject([
    { body: { till: 'Front desk', kind: 'count', amount: 240.3, version: 0 } },
  ])
})

it('shows each of several tills, and their sum once all are counted', async () => {
  const counted = (amount: number) => ({
    ...{ kind: 'count' as const, version: 1, amount, note: '', by: 'Rita' },
    at: '2026-06-05T16:00:00.000Z',
  })
  const tillOf = (till: string, taken: number, difference: number) => ({
    ...{ till, taken, refunded: 0, history: [], difference },
    float: counted(100),
    count: counted(100 + taken + difference),
    expected: 100 + taken,
  })
  open({ ...closing, tills: [tillOf('Desk 1', 80, 0), tillOf('Desk 2', 45, -5)] })
  const tills = within(await screen.findByRole('list', { name: 'Tills' }))
  const all = tills.getByRole('heading', { name: 'All tills' }).closest('li')
  expect(all).toHaveTextContent(
    'Opening floats$200.00Cash taken$125.00Cash handed back$0.00Expected in the tills$325.00' +
      'Counted cash$320.00Difference$5.00 missing',
  )
})
