import type { StripeConstructor } from '@stripe/stripe-js'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CLIENT_SECRET,
  DECLINED,
  TRANSACTION,
  unpaid,
} from '#machines/testing/payment/payment-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { saveSession } from '#web/lib/session.ts'
import { appointmentsOptions } from '#web/shared/appointments/appointments-api.ts'
import { siteQueries } from '#web/testing/site-queries.ts'
import { createFakeStripe } from './card/testing/fake-stripe.ts'
import PaymentPage from './payment-page.tsx'

const json = (body: unknown, status = 200) => Response.json(body, { status })
const config = {
  clinic: { today: '2026-06-05', nextDayIn: 36_000_000, lastDay: '', closures: [] },
  identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
  payments: { publishableKey: 'pk_test' },
}
const OPTIONS = `/appointments/${unpaid._id}/options`
const paid = { ...unpaid, paid: true, transactionId: TRANSACTION }

/** What the server answers, and what it was asked. */
const server = {
  appointment: () => json(unpaid),
  intent: () => json({ clientSecret: CLIENT_SECRET }),
  settle: () => json({ paid: true, transactionId: TRANSACTION }),
  asked: [] as string[],
}

// One for all tests: the provider's loader remembers what it has found.
const card = createFakeStripe()
const provider = {
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
  handleNextAction: vi.fn(),
}
const Stripe = Object.assign(
  vi.fn(() => Object.assign(card.stripe, provider)),
  { version: 'endive' },
)

beforeEach(() => {
  server.appointment = () => json(unpaid)
  server.intent = () => json({ clientSecret: CLIENT_SECRET })
  server.settle = () => json({ paid: true, transactionId: TRANSACTION })
  server.asked = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    server.asked.push(`${method} ${path}`)
    if (path === '/config') return json(config)
    if (path === OPTIONS) return json({ ...changeFixture.options, _id: unpaid._id })
    if (path === '/create-payment-intent') return server.intent()
    if (path === `/booking/${unpaid._id}`) return server.settle()
    return server.appointment()
  })
  window.Stripe = Stripe as unknown as StripeConstructor
  provider.createPaymentMethod.mockReset().mockResolvedValue({ paymentMethod: { id: 'pm_1' } })
  provider.confirmCardPayment
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: TRANSACTION, status: 'succeeded' } })
  provider.handleNextAction.mockReset()
  saveSession({
    accessToken: 'token',
    user: { email: unpaid.email, name: 'Paula Parent', photo: null, role: 'patient' },
  })
})

afterEach(() => vi.useRealTimers())

function open(queries = siteQueries()) {
  const user = userEvent.setup({ delay: null })
  const page = render(
    <MemoryRouter initialEntries={[`/dashboard/appointment/${unpaid._id}`]}>
      <QueryClientProvider client={queries}>
        <Routes>
          <Route path="/dashboard/appointment/:id" element={<PaymentPage />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { user, queries, page }
}

const congrats = () => screen.findByText('Congrats! Your payment is completed.')
const payButton = () => screen.getByRole('button', { name: /^Pay \$/ })
const askedFor = (call: string) => server.asked.filter((one) => one === call).length

async function typeCard() {
  await waitFor(() => expect(card.isShown()).toBe(true))
  await card.change({ complete: true })
  await waitFor(() => expect(payButton()).toBeEnabled())
}

describe('the payment page', () => {
  it('charges the typed card', async () => {
    const { user, queries } = open()
    const mine = appointmentsOptions(unpaid.email).queryKey
    queries.setQueryData(mine, { own: [unpaid], shared: 0, proposed: 0, unpaidLimit: 0 })
    expect(screen.getByRole('heading', { name: 'Appointment', level: 1 })).toBeInTheDocument()
    await typeCard()
    await user.click(payButton())
    await congrats()
    expect(screen.getByText(TRANSACTION)).toBeInTheDocument()
    expect(provider.createPaymentMethod.mock.calls).toEqual([
      [
        {
          type: 'card',
          card: card.element,
          billing_details: { name: unpaid.patientName, email: unpaid.email },
        },
      ],
    ])
    expect(provider.confirmCardPayment.mock.calls[0]?.slice(0, 2)).toEqual([
      CLIENT_SECRET,
      { payment_method: 'pm_1' },
    ])
    expect(askedFor(`PATCH /booking/${unpaid._id}`)).toBe(1)
    expect(queries.getQueryState(mine)?.isInvalidated).toBe(true)
  })

  const over = {
    kind: 'completed',
    on: 'Nov 18, 2026',
    treatmentId: 'allergy',
    paid: 120,
    refunded: 0,
    kept: 120,
    toHandBack: 0,
    atDesk: false,
  }
  it.each([
    ['completed', paid, over, 'Completed Nov 18, 2026', 'Paid $120.'],
    ['missed', paid, { ...over, kind: 'missed' }, 'Missed Nov 18, 2026', 'Paid $120.'],
    [
      'canceled with a refund',
      { ...unpaid, status: 'cancelled' },
      { ...over, kind: 'canceled', on: 'Nov 23, 2026', refunded: 120, kept: 0 },
      'Canceled Nov 23, 2026',
      'Paid $120. $120 refunded to your card.',
    ],
    [
      'canceled without one',
      { ...unpaid, status: 'cancelled' },
      { ...over, kind: 'canceled', on: 'Nov 23, 2026', paid: 0, kept: 0 },
      'Canceled Nov 23, 2026',
      'There’s nothing to pay.',
    ],
  ])('of a %s appointment says so in one line', async (_, facts, outcome, title, money) => {
    server.appointment = () => json({ ...facts, outcome })
    open()
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(money)).toBeVisible()
    expect(screen.queryByText(/Congrats/)).toBeNull()
    expect(await screen.findByRole('link', { name: 'Book again' })).toHaveAttribute(
      'href',
      '/appointment?treatment=allergy',
    )
  })

  it('of another guardian’s appointment says who booked it, and that it is paid', async () => {
    const { transactionId: _, ...facts } = paid
    server.appointment = () => json({ ...facts, shared: true, mayPay: true })
    open()
    expect(await screen.findByRole('heading', { name: 'This appointment is paid' })).toBeVisible()
    expect(screen.getByText('Another guardian')).toBeVisible()
    expect(screen.queryByText(unpaid.patientName)).toBeNull()
    expect(screen.queryByText(/Transaction ID/)).toBeNull()
  })

  it('accepts another card after a decline, with the same intent', async () => {
    const { user } = open()
    provider.confirmCardPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: DECLINED },
    })
    await typeCard()
    await user.click(payButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(DECLINED)
    await card.change({ complete: true })
    await user.click(payButton())
    await congrats()
    expect(askedFor('POST /create-payment-intent')).toBe(1)
    expect(provider.confirmCardPayment.mock.calls.map(([secret]) => secret)).toEqual([
      CLIENT_SECRET,
      CLIENT_SECRET,
    ])
  })

  it('shows the bank’s challenge and continues after it', async () => {
    const { user } = open()
    provider.confirmCardPayment.mockResolvedValue({
      paymentIntent: { id: TRANSACTION, status: 'requires_action' },
    })
    const challenge = Promise.withResolvers<unknown>()
    provider.handleNextAction.mockReturnValue(challenge.promise)
    await typeCard()
    await user.click(payButton())
    await screen.findByText('Your bank needs you to confirm this payment.')
    challenge.resolve({ paymentIntent: { id: TRANSACTION, status: 'succeeded' } })
    await congrats()
  })

  it('settles a payment from another tab without charging again', async () => {
    const { user } = open()
    provider.confirmCardPayment.mockResolvedValue({
      error: {
        code: 'payment_intent_unexpected_state',
        message: 'You cannot confirm this PaymentIntent',
        payment_intent: { id: TRANSACTION, status: 'succeeded' },
      },
    })
    await typeCard()
    await user.click(payButton())
    await congrats()
    expect(screen.queryByText(/cannot confirm/)).not.toBeInTheDocument()
  })

  it('says that the payment was opened elsewhere, and takes it back', async () => {
    const { user } = open()
    provider.confirmCardPayment.mockResolvedValueOnce({
      error: {
        code: 'payment_intent_unexpected_state',
        message: 'You cannot confirm this PaymentIntent',
        payment_intent: { id: TRANSACTION, status: 'canceled' },
      },
    })
    await typeCard()
    await user.click(payButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This payment was opened elsewhere.')
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Enter the card again' }))
    await typeCard()
    await user.click(payButton())
    await congrats()
  })

  it('settles a charge that was made before the page was closed', async () => {
    server.intent = () =>
      json({ code: 'already_paid', message: 'Paid.', transactionId: TRANSACTION }, 409)
    open()
    await congrats()
    expect(provider.confirmCardPayment).not.toHaveBeenCalled()
  })

  it('shows an earlier payment without loading the provider’s script', async () => {
    server.appointment = () => json(paid)
    open()
    await congrats()
    expect(screen.getByText(TRANSACTION)).toBeInTheDocument()
    const aboutPayment = server.asked.filter(
      (call) => !/\/(options|receipts)$/.test(call) && call !== 'GET /config',
    )
    expect(aboutPayment).toEqual([`GET /appointment/${unpaid._id}`])
  })

  it('has nothing left to press for an appointment that was paid earlier', async () => {
    server.appointment = () => json(paid)
    open()
    await congrats()
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).not.toBeInTheDocument()
  })

  it('always refetches the appointment', async () => {
    const { page, queries } = open()
    await typeCard()
    page.unmount()
    server.appointment = () => json(paid)
    open(queries)
    await congrats()
  })

  it('polls until the server confirms the payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.settle = () => json({ code: 'unavailable', message: 'Busy.' }, 503)
    const { user } = open()
    await typeCard()
    await user.click(payButton())
    await screen.findByRole('button', { name: 'Check again' })
    server.settle = () => json({ paid: false, transactionId: TRANSACTION }, 202)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    server.settle = () => json({ paid: true, transactionId: TRANSACTION })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await congrats()
    expect(provider.confirmCardPayment).toHaveBeenCalledTimes(1)
  })

  it.each([404, 400])('says that the appointment was not found on %s', async (status) => {
    server.appointment = () => json({ code: 'not_found', message: 'No.' }, status)
    open()
    expect(await screen.findByText('We couldn’t find that appointment')).toBeInTheDocument()
  })

  it('can be retried after a server failure', async () => {
    server.appointment = () => json({ code: 'unavailable', message: 'Busy.' }, 503)
    const { user } = open()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    server.appointment = () => json(unpaid)
    await user.click(retry)
    await typeCard()
  })
})
