import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Family, ListedFamily } from '#contract/families/families.ts'
import type {
  ListedPayment,
  PaymentProblem,
  ProblemCause,
} from '#contract/payments/reconciliation.ts'
import { FAMILY, NOAH, VISIT } from '#web/desk/patients/testing/noah.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import PaymentsPage from './payments-page.tsx'

const appointment = {
  _id: '1',
  treatment: 'Allergy Testing',
  date: 'Mar 3, 2027',
  slot: '09:00 AM - 09:30 AM',
  patientName: 'Paula Parent',
  birthDate: null,
  family: 'paula',
  guardian: 'Paula Parent',
  phone: '+1 212 555 0100',
  dialablePhone: '+12125550100',
  status: 'booked',
} as const

const problem = (cause: ProblemCause): PaymentProblem => ({
  cause,
  subject: 're-1',
  paymentId: 'pi_1',
  since: '2027-03-01T13:00:00.000Z',
  amountCents: 9550,
  stripeCents: 4500,
  recordedCents: 9550,
  appointment,
})

const payment: ListedPayment = {
  _id: 'pi_1',
  method: 'card',
  amountCents: 9550,
  disputed: false,
  disputeLost: false,
  payer: { _id: 'paula', name: 'Paula Parent' },
  succeededAt: '2027-03-01T13:00:00.000Z',
  items: [{ _id: 'item', amountCents: 9550, keptCents: 9550, appointment, refunds: [] }],
}

const PAULA: ListedFamily = {
  ...NOAH,
  _id: 'paula',
  name: 'Paula Parent',
  email: null,
  phone: '+1 212 555 0100',
}
const UNPAID = { ...VISIT, _id: 'unpaid', date: '2027-03-03', price: 95.5 }
const PAULAS: Family = {
  ...FAMILY,
  appointments: [
    UNPAID,
    { ...UNPAID, _id: 'paid', paid: true },
    { ...UNPAID, _id: 'cheaper', price: 80 },
    { ...UNPAID, _id: 'canceled', status: 'cancelled' },
  ],
}

const comparedAt = '2026-06-05T09:00:00.000Z'
const PROBLEMS = 'GET /payments/problems'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers[PROBLEMS] = problems()
  server.answers['GET /payments'] = payments()
  server.answers['GET /desk-refunds'] = () =>
    Response.json({ refunds: [], handedBackToday: [], total: 0 })
})

const problems =
  (...causes: ProblemCause[]) =>
  () =>
    Response.json({ problems: causes.map(problem), comparedAt })
const payments =
  (...list: ListedPayment[]) =>
  () =>
    Response.json({ payments: list, next: null })

/** Resolves the problem, so that there is none. */
function end() {
  server.answers[PROBLEMS] = problems()
  return Response.json({ problems: [], comparedAt, hasEnded: true })
}

const open = () => openAdminPage('/dashboard/payments', PaymentsPage).user
const everythingAgrees = () => screen.findByRole('heading', { name: 'Everything agrees' })

describe('the problems', () => {
  it('are none in a healthy clinic, and the page says so', async () => {
    open()
    expect(await everythingAgrees()).toBeVisible()
    expect(await screen.findByText('No payments yet')).toBeVisible()
  })

  it('are not reported as none before a comparison', async () => {
    server.answers[PROBLEMS] = () => Response.json({ problems: [], comparedAt: null })
    open()
    expect(await screen.findByRole('heading', { name: 'Not compared yet' })).toBeVisible()
    expect(screen.getByText(/haven’t been compared with Stripe’s yet/)).toBeVisible()
    expect(screen.queryByText(/agree/)).not.toBeInTheDocument()
  })

  it('are resolved with one click, and a second click meanwhile does nothing', async () => {
    server.answers[PROBLEMS] = problems('paid_there')
    server.answers['POST /payments/problems/settle'] = end
    const user = open()
    await user.dblClick(await screen.findByRole('button', { name: /^Settle again/ }))
    expect(await everythingAgrees()).toHaveFocus()
    expect(server.callsOf('POST', '/payments/problems/settle').map(({ body }) => body)).toEqual([
      { cause: 'paid_there', subject: 're-1' },
    ])
  })

  it('ask before a refund, and remain with the reason if it fails', async () => {
    server.answers[PROBLEMS] = problems('refund_failed')
    server.answers['POST /payments/problems/refund'] = () => refusal(409, 'Stripe is away.')
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Refund again/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Refund $95.50?' }))
    expect(server.callsOf('POST', '/payments/problems/refund')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Refund $95.50' }))
    expect(await dialog.findByText('Stripe is away.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Go back' }))
    expect(screen.getByRole('heading', { name: 'To check (1)' })).toBeVisible()
  })

  it('record money that was handed back at the clinic once that is confirmed', async () => {
    server.answers[PROBLEMS] = problems('refund_failed')
    server.answers['POST /payments/problems/hand-back'] = end
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Mark as handed back/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Did you hand $95.50 back?' }))
    expect(server.callsOf('POST', '/payments/problems/hand-back')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Record $95.50 as handed back' }))
    expect(await everythingAgrees()).toHaveFocus()
  })

  it('link an unknown payment to an unpaid appointment of the same price', async () => {
    server.answers[PROBLEMS] = problems('unknown_intent')
    server.answers['GET /families'] = () => Response.json({ families: [PAULA], isCut: false })
    server.answers['GET /families/paula'] = () => Response.json(PAULAS)
    const LINK = 'POST /payments/problems/link'
    server.answers[LINK] = () => refusal(409, 'Stripe doesn’t keep this money.')
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Link: / }))
    const dialog = within(screen.getByRole('dialog', { name: 'Link to an appointment' }))
    await user.type(dialog.getByLabelText(/^Whose appointment/), 'paula')
    await user.click(await dialog.findByRole('button', { name: 'Paula Parent, +1 212 555 0100' }))
    const choices = await dialog.findAllByRole('radio')
    expect(choices).toHaveLength(1)
    const link = dialog.getByRole('button', { name: 'Link $95.50' })
    expect(link).toBeDisabled()
    await user.click(dialog.getByLabelText(/^Allergy Testing, Wed, Mar 3(, 2027)?, 9:00 AM$/))
    await user.click(link)
    expect(await dialog.findByText('Stripe doesn’t keep this money.')).toBeVisible()
    server.answers[LINK] = end
    await user.click(link)
    expect(await everythingAgrees()).toHaveFocus()
    expect(server.callsOf('POST', '/payments/problems/link').at(-1)?.body).toEqual({
      subject: 're-1',
      appointment: 'unpaid',
    })
  })

  it('show both amounts if they differ', async () => {
    server.answers[PROBLEMS] = problems('amount_differs')
    open()
    expect(
      await screen.findByText(/^Stripe keeps \$45; our records say \$95\.50\. .* refund the rest/),
    ).toBeVisible()
  })
})

describe('a refund', () => {
  const opened = async (answer = () => Response.json({ payment })) => {
    server.answers['GET /payments'] = payments(payment)
    server.answers['POST /payments/pi_1/refund'] = answer
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Refund Paula Parent/ }))
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Refund' })) }
  }
  const sent = () => server.callsOf('POST', '/payments/pi_1/refund').map(({ body }) => body)

  it.each([
    ['100', 'Late', 'Enter up to $95.50'],
    ['0', 'Late', 'Enter an amount'],
    ['ten', 'Late', 'Enter an amount'],
    ['10', ' ', 'Enter a reason'],
  ])('of %s because "%s" is not sent: %s', async (amount, reason, message) => {
    const { user, dialog } = await opened()
    await user.clear(dialog.getByLabelText('Amount in dollars'))
    await user.type(dialog.getByLabelText('Amount in dollars'), amount)
    await user.type(dialog.getByLabelText('Reason'), reason)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(dialog.getByText(message)).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('is sent after a confirmation, with the kept amount on the page', async () => {
    const { user, dialog } = await opened()
    await user.clear(dialog.getByLabelText('Amount in dollars'))
    await user.type(dialog.getByLabelText('Amount in dollars'), '20.1')
    await user.type(dialog.getByLabelText('Reason'), 'Waited for an hour')
    await user.keyboard('{Tab}{Tab}{Enter}')
    await user.dblClick(dialog.getByRole('button', { name: 'Refund $20.10' }))
    expect(await screen.findByText('$20.10 will be refunded to Paula Parent')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent()).toEqual([
      { itemId: 'item', amountCents: 2010, reason: 'Waited for an hour', keptCents: 9550 },
    ])
  })

  it.each([{ disputed: true }, { disputed: true, disputeLost: true }])(
    'is not offered for a payment that is %o',
    async (dispute) => {
      server.answers['GET /payments'] = payments({ ...payment, ...dispute })
      open()
      expect(await screen.findByText(/, dispute/)).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Refund Paula/ })).toBeNull()
    },
  )

  it('that is refused can be corrected', async () => {
    const { user, dialog } = await opened(() => refusal(409, 'This payment has changed.'))
    await user.type(dialog.getByLabelText('Reason'), 'Late')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await user.click(dialog.getByRole('button', { name: 'Refund $95.50' }))
    expect(await dialog.findByText('This payment has changed.')).toBeVisible()
    expect(dialog.getByLabelText('Reason')).toHaveValue('Late')
  })
})
