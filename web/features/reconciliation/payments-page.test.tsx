import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Family, ListedFamily } from '#contract/front-desk/families.ts'
import type {
  ListedPayment,
  PaymentProblem,
  ProblemCause,
} from '#contract/payments/reconciliation.ts'
import { FAMILY, NOAH, VISIT } from '#web/shared/families/testing/noah.ts'
import { openAdminPage } from '#web/testing/admin-site.tsx'
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
const ENDED = { body: { problems: [], comparedAt, hasEnded: true } }
const NOTHING_TO_HAND_BACK = { refunds: [], handedBackToday: [], total: 0 }

type Answer = { status?: number; body: unknown }

/**
 * Opens the page; `answers` are the server's by method and path, the last one for all later calls.
 * Without others there are no problems and no payments.
 */
function open(answers: Record<string, Answer[]>, address = '/dashboard/payments') {
  const sent: { call: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.startsWith('/admin/')) return Response.json({ admin: true })
    const call = `${method} ${path.split('?')[0]}`
    sent.push({ call, body: typeof body === 'string' ? JSON.parse(body) : path })
    if (call === 'GET /desk-refunds') return Response.json(NOTHING_TO_HAND_BACK)
    const queue = answers[call] ?? DEFAULTS[call] ?? []
    const { status = 200, body: answer } = (queue.length > 1 ? queue.shift() : queue[0]) ?? {}
    return Response.json(answer ?? {}, { status })
  })
  return { sent, ...openAdminPage(address, PaymentsPage) }
}

const problems = (...causes: ProblemCause[]): Answer => ({
  body: { problems: causes.map(problem), comparedAt },
})
const payments = (...list: ListedPayment[]): Answer => ({ body: { payments: list, next: null } })
const DEFAULTS: Record<string, Answer[]> = {
  'GET /payments/problems': [problems()],
  'GET /payments': [payments()],
}
const refused = { status: 409, body: { code: 'wrong_action', message: 'Stripe is away.' } }

describe('the problems', () => {
  it('are none in a healthy clinic, and the page says so', async () => {
    open({})
    expect(await screen.findByRole('heading', { name: 'Everything agrees' })).toBeVisible()
    expect(await screen.findByText('No payments yet')).toBeVisible()
  })

  it('are not said to be none before anything was compared', async () => {
    const never = { body: { problems: [], comparedAt: null } }
    open({ 'GET /payments/problems': [never] })
    expect(await screen.findByRole('heading', { name: 'Not compared yet' })).toBeVisible()
    expect(screen.getByText(/haven’t been compared with Stripe’s yet/)).toBeVisible()
    expect(screen.queryByText(/agree/)).not.toBeInTheDocument()
  })

  it('end with one click, and a second click while it works does nothing', async () => {
    const { sent, user } = open({
      'GET /payments/problems': [problems('paid_there'), problems()],
      'POST /payments/problems/settle': [ENDED],
    })
    await user.dblClick(await screen.findByRole('button', { name: /^Settle again/ }))
    const heading = await screen.findByRole('heading', { name: 'Everything agrees' })
    expect(heading).toHaveFocus()
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
      {
        call: 'POST /payments/problems/settle',
        body: { cause: 'paid_there', subject: 're-1' },
      },
    ])
  })

  it('ask before money goes back, and stay with the reason when that fails', async () => {
    const { sent, user } = open({
      'GET /payments/problems': [problems('refund_failed')],
      'POST /payments/problems/refund': [refused],
    })
    await user.click(await screen.findByRole('button', { name: /^Refund again/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Refund $95.50?' }))
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Refund $95.50' }))
    expect(await dialog.findByText('Stripe is away.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Go back' }))
    expect(screen.getByRole('heading', { name: 'To check (1)' })).toBeVisible()
  })

  it('record money that was handed back at the clinic once that is confirmed', async () => {
    const { sent, user } = open({
      'GET /payments/problems': [problems('refund_failed'), problems()],
      'POST /payments/problems/hand-back': [ENDED],
    })
    await user.click(await screen.findByRole('button', { name: /^Mark as handed back/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Did you hand $95.50 back?' }))
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Record $95.50 as handed back' }))
    expect(await screen.findByRole('heading', { name: 'Everything agrees' })).toHaveFocus()
  })

  it('link an unknown payment to an unpaid appointment of the same price', async () => {
    const { sent, user } = open({
      'GET /payments/problems': [problems('unknown_intent'), problems()],
      'GET /families': [{ body: { families: [PAULA], isCut: false } }],
      'GET /families/paula': [{ body: PAULAS }],
      'POST /payments/problems/link': [
        { status: 409, body: { code: 'not_kept', message: 'Stripe doesn’t keep this money.' } },
        ENDED,
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^Link: / }))
    const dialog = within(screen.getByRole('dialog', { name: 'Link to an appointment' }))
    await user.type(dialog.getByLabelText(/^Whose appointment/), 'paula')
    await user.click(await dialog.findByRole('button', { name: 'Paula Parent, +1 212 555 0100' }))
    const choices = await dialog.findAllByRole('radio')
    expect(choices).toHaveLength(1)
    const link = dialog.getByRole('button', { name: 'Link $95.50' })
    expect(link).toBeDisabled()
    await user.click(dialog.getByLabelText('Allergy Testing, Mar 3, 2027, 09:00 AM - 09:30 AM'))
    await user.click(link)
    expect(await dialog.findByText('Stripe doesn’t keep this money.')).toBeVisible()
    await user.click(link)
    expect(await screen.findByRole('heading', { name: 'Everything agrees' })).toHaveFocus()
    expect(sent.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toEqual({
      subject: 're-1',
      appointment: 'unpaid',
    })
  })

  it('can be loaded again', async () => {
    const { user } = open({
      'GET /payments/problems': [
        { status: 400, body: { code: 'no', message: 'No.' } },
        problems('amount_differs'),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(
      await screen.findByText(/^Stripe keeps \$45; our records say \$95\.50\. .* refund the rest/),
    ).toBeVisible()
  })
})

describe('a refund', () => {
  const opened = async (answer: Answer) => {
    const page = open({
      'GET /payments': [payments(payment)],
      'POST /payments/pi_1/refund': [answer],
    })
    await page.user.click(await screen.findByRole('button', { name: /^Refund Paula Parent/ }))
    return { ...page, dialog: within(screen.getByRole('dialog', { name: 'Refund' })) }
  }

  it.each([
    ['100', 'Late', 'Enter up to $95.50'],
    ['0', 'Late', 'Enter an amount'],
    ['ten', 'Late', 'Enter an amount'],
    ['10', ' ', 'Enter a reason'],
  ])('of %s because "%s" is not sent: %s', async (amount, reason, message) => {
    const { sent, user, dialog } = await opened({ body: {} })
    await user.clear(dialog.getByLabelText('Amount in dollars'))
    await user.type(dialog.getByLabelText('Amount in dollars'), amount)
    await user.type(dialog.getByLabelText('Reason'), reason)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(dialog.getByText(message)).toBeVisible()
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  it('is sent once it is confirmed, with what the page showed as kept', async () => {
    const { sent, user, dialog } = await opened({ body: { payment } })
    await user.clear(dialog.getByLabelText('Amount in dollars'))
    await user.type(dialog.getByLabelText('Amount in dollars'), '20.1')
    await user.type(dialog.getByLabelText('Reason'), 'Waited for an hour')
    await user.keyboard('{Tab}{Tab}{Enter}')
    await user.dblClick(dialog.getByRole('button', { name: 'Refund $20.10' }))
    expect(await screen.findByText('$20.10 will be refunded to Paula Parent')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([
      {
        call: 'POST /payments/pi_1/refund',
        body: {
          itemId: 'item',
          amountCents: 2010,
          reason: 'Waited for an hour',
          keptCents: 9550,
        },
      },
    ])
  })

  it.each([{ disputed: true }, { disputed: true, disputeLost: true }])(
    'is not offered for a payment that is %o',
    async (dispute) => {
      open({
        'GET /payments': [payments({ ...payment, ...dispute })],
      })
      expect(await screen.findByText(/, dispute/)).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Refund Paula/ })).toBeNull()
    },
  )

  it('that is refused can be corrected', async () => {
    const { user, dialog } = await opened({
      status: 409,
      body: { code: 'changed', message: 'This payment has changed.', payment },
    })
    await user.type(dialog.getByLabelText('Reason'), 'Late')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await user.click(dialog.getByRole('button', { name: 'Refund $95.50' }))
    expect(await dialog.findByText('This payment has changed.')).toBeVisible()
    expect(dialog.getByLabelText('Reason')).toHaveValue('Late')
  })
})
