import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { CashPayment } from './cash-payment.tsx'

const TODAY = '2026-06-05'
const paid: AgendaEntry = {
  ...expected,
  version: 3,
  paid: true,
  payment: { method: 'cash', day: TODAY, receipt: '2026-000001' },
}
const PAY = `POST /agenda/${expected._id}/payment`
const REFUND = `POST /agenda/${expected._id}/refund`

function open(entry: AgendaEntry) {
  const server = fakeServer()
  server.answers[PAY] = () => Response.json(paid)
  server.answers[REFUND] = () => Response.json({ ...expected, version: 3 })
  render(
    <InSite>
      <CashPayment entry={entry} today={TODAY} />
      <Toasts />
    </InSite>,
  )
  const sentTo = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return server.callsOf(method, path).map(({ body }) => body)
  }
  return { server, sentTo }
}

it.each([
  ['cash', /^Cash: take \$120 for/, /^\$120 for .+ taken in cash$/],
  ['terminal', /^Terminal: take \$120 for/, /^\$120 for .+ taken with the card terminal$/],
])(
  'asks for the price, then takes it with Enter: %s, and can undo it',
  async (method, name, message) => {
    const { sentTo } = open(expected)
    await user.click(screen.getByRole('button', { name }))
    expect(sentTo(PAY)).toEqual([])
    expect(screen.getByRole('dialog')).toHaveTextContent(expected.patientName)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(sentTo(PAY)).toEqual([{ version: 0, method }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^\$120 handed back for /)).toBeVisible()
    expect(sentTo(REFUND)).toEqual([{ version: 3, reason: 'Undone at the front desk' }])
  },
)

it('says why a payment was refused, until it is requested again', async () => {
  const { server } = open(expected)
  server.answers[PAY] = () => refusal(409, 'This appointment is paid already.')
  await user.click(screen.getByRole('button', { name: /^Cash/ }))
  await user.click(screen.getByRole('button', { name: 'Take $120' }))
  expect(await screen.findByText('This appointment is paid already.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /^Cash/ }))
  expect(screen.queryByText('This appointment is paid already.')).not.toBeInTheDocument()
})

it('undoes a payment of today in one click', async () => {
  const { sentTo } = open(paid)
  expect(screen.getByRole('link', { name: 'Receipt 2026-000001' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Undo the payment/ }))
  expect(await screen.findByText(/^\$120 handed back for /)).toBeVisible()
  expect(sentTo(REFUND)).toHaveLength(1)
})

it('asks for a reason to refund an earlier payment, and keeps it after a failure', async () => {
  const payment = { method: 'terminal', day: '2026-06-04', receipt: '2026-000001' } as const
  const { server, sentTo } = open({ ...paid, payment })
  await user.click(screen.getByRole('button', { name: /^Refund the payment/ }))
  await user.type(await screen.findByLabelText('Reason'), 'Came twice')
  const answer = server.answers[REFUND]
  server.answers[REFUND] = () => refusal(400, 'The clinic is offline.')
  const button = screen.getByRole('button', { name: 'Hand back $120' })
  await user.click(button)
  expect(await screen.findByText('The clinic is offline.')).toBeVisible()
  if (answer) server.answers[REFUND] = answer
  await user.click(button)
  expect(await screen.findByText(/^\$120 handed back for /)).toBeVisible()
  expect(sentTo(REFUND).at(-1)).toEqual({ version: 3, reason: 'Came twice' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers nothing for online payments', () => {
  open({ ...paid, payment: { method: 'card', day: TODAY, receipt: '2026-000001' } })
  expect(screen.getByText('Paid')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
