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
  openAdminPage('/dashboard/closing/2026-06-05', ClosingPage, undefined, path)
}

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
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute(
    'href',
    '/dashboard/closing/2026-06-06',
  )
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
