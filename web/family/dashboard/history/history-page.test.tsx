import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PastAppointment } from '#contract/booking/history.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { admin, fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import HistoryPage from './history-page.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

const past: PastAppointment = {
  _id: '1',
  treatment: 'Allergy Testing',
  treatmentId: 'allergy',
  date: 'Jun 5, 2026',
  slot: '09:00 AM - 09:30 AM',
  price: 110,
  patientName: 'Paula Parent',
  outcome: 'completed',
  paid: 110,
  refunded: 0,
  kept: 110,
  toHandBack: 0,
  onItsWay: 0,
  owed: false,
  receipts: [{ number: '2026-000001', kind: 'receipt' }],
}

function open(...pages: { appointments: PastAppointment[]; next: string | null }[]) {
  const server = fakeServer()
  server.answers['GET /appointments/history'] = () => Response.json(pages.shift())
  provider.becomes(admin.email)
  return { server, ...openAdminPage('/dashboard/history', HistoryPage) }
}

it('shows outcome, money, receipts, and a link that books the treatment again', async () => {
  const refunded = {
    ...past,
    _id: '2',
    child: { _id: 'theo', name: 'Theo' },
    outcome: 'canceled',
    refunded: 60.5,
    kept: 49.5,
    receipts: [{ number: '2026-000002', kind: 'credit_note' }],
  } satisfies PastAppointment
  open({ appointments: [past, refunded], next: null })
  const [first, second] = within(
    await screen.findByRole('list', { name: 'Past appointments' }),
  ).getAllByRole('listitem')
  if (!first || !second) throw new Error('Two appointments are missing')
  expect(first).toHaveTextContent('Completed')
  expect(first).toHaveTextContent('Paid$110')
  expect(first).toHaveTextContent('Paula Parent')
  expect(second).toHaveTextContent('for Theo')
  expect(first).not.toHaveTextContent('Refunded')
  expect(second).toHaveTextContent('Paid$110Refunded$60.50Kept$49.50')
  expect(within(first).getByRole('link', { name: 'Receipt 2026-000001' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/2026-000001',
  )
  expect(within(second).getByRole('link', { name: 'Credit note 2026-000002' })).toBeVisible()
  const again = within(first).getByRole('link', { name: 'Book again: Allergy Testing' })
  expect(again).toHaveAttribute('href', '/appointment?treatment=allergy')
  const forTheo = within(second).getByRole('link', { name: /^Book again: .* for Theo$/ })
  expect(forTheo).toHaveAttribute('href', '/appointment?treatment=allergy&child=theo')
})

it('does not say of a refund that has not arrived that it has', async () => {
  const canceled = { ...past, outcome: 'canceled', refunded: 110, kept: 0 } as const
  open({ appointments: [{ ...canceled, onItsWay: 110 }], next: null })
  expect(await screen.findByText('On its way back')).toBeVisible()
  expect(screen.queryByText('Refunded')).toBeNull()
})

it('says of one that another guardian paid that it is paid', async () => {
  open({ appointments: [{ ...past, paid: 0, receipts: [] }], next: null })
  expect(await screen.findByText('Paid by another guardian')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Pay / })).toBeNull()
})

it('names no price for an unpaid, canceled appointment', async () => {
  open({ appointments: [{ ...past, outcome: 'canceled', paid: 0, receipts: [] }], next: null })
  expect(await screen.findByText('Canceled')).toBeVisible()
  expect(screen.queryByText('Not paid')).not.toBeInTheDocument()
})

it('shows its placeholder without past appointments', async () => {
  open({ appointments: [], next: null })
  expect(
    await screen.findByText(
      'Past and canceled appointments will show up here, along with their receipts.',
    ),
  ).toBeVisible()
})

it('loads older appointments page by page', async () => {
  const { user, server } = open(
    { appointments: [past], next: '1' },
    { appointments: [{ ...past, _id: '2', paid: 0, owed: true, receipts: [] }], next: null },
  )
  await user.click(await screen.findByRole('button', { name: 'Show older appointments' }))
  expect(await screen.findByText('Not paid')).toBeVisible()
  expect(
    screen.getByRole('link', { name: 'Pay for Allergy Testing on Jun 5, 2026' }),
  ).toHaveAttribute('href', '/dashboard/appointment/2')
  const [, older] = server.callsOf('GET', '/appointments/history')
  expect(older?.url.searchParams.get('before')).toBe('1')
  expect(screen.queryByRole('button', { name: 'Show older appointments' })).toBeNull()
})
