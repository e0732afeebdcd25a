import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CashRefunds, ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import CashRefundsPage from './cash-refunds-page.tsx'

const refund: ListedCashRefund = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  family: 'anna',
  patientName: 'Mia Parent',
  child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  phone: '+1 212 555 0100',
  dialablePhone: '+12125550100',
  treatment: 'Allergy Testing',
  date: 'Jun 5, 2026',
  slot: '09:00 AM - 09:30 AM',
  method: 'cash',
  amount: 95.5,
  reason: 'cancelled',
  note: '',
  since: '2026-06-05T12:00:00.000Z',
  handedBack: null,
}
const handedBack = { ...refund, handedBack: { by: 'Rita', at: '2026-06-05T13:00:00.000Z' } }
const open: CashRefunds = { refunds: [refund], handedBackToday: [], total: 95.5 }
const done: CashRefunds = { refunds: [], handedBackToday: [handedBack], total: 0 }
const HAND_BACK = `POST /desk-refunds/${refund._id}/hand-back`
const UNDO = `POST /desk-refunds/${refund._id}/undo`

function openPage(first: CashRefunds) {
  const server = fakeServer()
  let current = first
  const become = (next: CashRefunds) => {
    current = next
    return Response.json(next)
  }
  server.answers['GET /desk-refunds'] = () => Response.json(current)
  server.answers[HAND_BACK] = () => become(done)
  server.answers[UNDO] = () => become(open)
  return { server, ...openAdminPage('/dashboard/refunds', CashRefundsPage) }
}

it('hands money back with one button, which a toast and another button undo', async () => {
  const { user } = openPage(open)
  const section = await screen.findByRole('region', { name: 'To hand back' })
  expect(within(section).getByRole('heading')).toHaveTextContent('To hand back: $95.50')
  expect(section).toHaveTextContent('born Jun 5, 2021, 5 years, booked by Paula Parent')
  await user.click(
    screen.getByRole('button', { name: 'Handed back: $95.50, Mia Parent, born Jun 5, 2021' }),
  )
  expect(await screen.findByText(/^\$95\.50 handed back for /)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Nothing to hand back' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^\$95\.50 for .* is to be handed back again$/)).toBeVisible()

  await user.click(screen.getByRole('button', { name: /^Handed back: / }))
  expect(await screen.findByText(/Handed back by Rita/)).toBeVisible()
  await user.click(
    screen.getByRole('button', { name: 'Undo: $95.50, Mia Parent, born Jun 5, 2021' }),
  )
  expect(await screen.findByRole('heading', { name: 'To hand back: $95.50' })).toBeVisible()
})

it('says that another desk was faster, and shows the remaining ones', async () => {
  const { server, user } = openPage(open)
  server.answers[HAND_BACK] = () => {
    server.answers['GET /desk-refunds'] = () => Response.json(done)
    return refusal(409, 'This money was handed back already.')
  }
  await user.click(await screen.findByRole('button', { name: /^Handed back: / }))
  expect(await screen.findByText('This money was handed back already.')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Nothing to hand back' })).toBeVisible()
})
