import type { StripeConstructor } from '@stripe/stripe-js'
import { render, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { CLIENT_SECRET, TRANSACTION, unpaid } from '#machines/testing/payment/payment-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { config, json } from '#web/both/booking/testing/fake-clinic.ts'
import { REOFFERED } from '#web/both/waitlist/testing/entry.ts'
import { saveSession } from '#web/lib/session.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { user } from '#web/testing/user.ts'
import { createFakeStripe } from './card/testing/fake-stripe.ts'
import PaymentPage from './payment-page.tsx'

const OPTIONS = `/appointments/${unpaid._id}/options`
const paid = { ...unpaid, paid: true, transactionId: TRANSACTION }

/** What the server answers, and what it was asked. */
const server = {
  appointment: () => json(unpaid),
  asked: [] as string[],
  /** Differences from the usual answer about changes. */
  options: {},
}

/** The appointment in the waiting list, once its time is closed. */
const visit = { _id: unpaid._id, date: '2026-06-05', slot: unpaid.slot }

// One for all tests, because the provider's loader caches it.
const card = createFakeStripe()
const provider = {
  createPaymentMethod: vi.fn(),
  confirmCardPayment: vi.fn(),
}
const Stripe = Object.assign(
  vi.fn(() => Object.assign(card.stripe, provider)),
  { version: 'endive' },
)

beforeEach(() => {
  server.appointment = () => json(unpaid)
  server.asked = []
  server.options = {}
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    server.asked.push(`${method} ${path}`)
    if (path === '/config') return json(config)
    if (path === OPTIONS)
      return json({ ...changeFixture.options, _id: unpaid._id, ...server.options })
    if (path.startsWith('/waitlist')) return json([{ ...REOFFERED, appointment: visit }])
    if (path.startsWith('/available')) return json([])
    if (path === '/create-payment-intent') return json({ clientSecret: CLIENT_SECRET, cards: [] })
    if (path === `/booking/${unpaid._id}`) return json({ paid: true, transactionId: TRANSACTION })
    return server.appointment()
  })
  window.Stripe = Stripe as unknown as StripeConstructor
  provider.createPaymentMethod.mockReset().mockResolvedValue({ paymentMethod: { id: 'pm_1' } })
  provider.confirmCardPayment
    .mockReset()
    .mockResolvedValue({ paymentIntent: { id: TRANSACTION, status: 'succeeded' } })
  saveSession({ accessToken: 'token', user: parent })
})

function open(queries = siteQueries(), search = '') {
  const page = render(
    <InSite at={`/dashboard/appointment/${unpaid._id}${search}`} queries={queries}>
      <Routes>
        <Route path="/dashboard/appointment/:id" element={<PaymentPage />} />
      </Routes>
    </InSite>,
  )
  return { queries, page }
}

const congrats = () => screen.findByText('Congrats! Your payment is completed.')
const payButton = () => screen.getByRole('button', { name: /^Pay \$/ })
const askedFor = (call: string) => server.asked.filter((one) => one === call).length

async function typeCard() {
  await waitFor(() => expect(card.isShown()).toBe(true))
  await card.change({ complete: true })
  await waitFor(() => expect(payButton()).toBeEnabled())
}

// What the page shows in each state is checked by payment.walks.test.tsx.
describe('the payment page', () => {
  it('charges the typed card', async () => {
    const { queries } = open()
    const mine = appointmentsOptions(unpaid.email).queryKey
    queries.setQueryData(mine, {
      own: [unpaid],
      shared: 0,
      proposed: 0,
      unpaidLimit: 0,
      toAnswer: 0,
      nextVisits: 0,
    })
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

  it('of another guardian’s appointment says who booked it, and that it is paid', async () => {
    const { transactionId: _, ...facts } = paid
    server.appointment = () => json({ ...facts, shared: true, mayPay: true })
    open()
    expect(await screen.findByText('There’s nothing left to pay.')).toBeVisible()
    expect(screen.getByText('another guardian')).toBeVisible()
    expect(screen.queryByText(unpaid.patientName)).toBeNull()
    expect(screen.queryByText(/Transaction ID/)).toBeNull()
  })

  it('says in one line that it was paid before, with the transaction id on request', async () => {
    server.appointment = () => json(paid)
    open()
    const title = await screen.findByText('Transaction ID')
    expect(screen.getByText('Paid')).toBeVisible()
    expect(screen.queryByText(/^Congrats/)).toBeNull()
    expect(screen.getByText(TRANSACTION)).not.toBeVisible()
    await user.click(title)
    expect(screen.getByText(TRANSACTION)).toBeVisible()
    // The provider's script is not loaded.
    const aboutPayment = server.asked.filter(
      (call) => !/\/(options|receipts)$/.test(call) && call !== 'GET /config',
    )
    expect(aboutPayment).toEqual([`GET /appointment/${unpaid._id}`])
  })

  it('shows what can be changed on request, until it is paid', async () => {
    server.options = { date: '2026-06-09' }
    open()
    const move = () => screen.getByRole('button', { name: 'Move' })
    const title = await screen.findByText('Move or cancel')
    expect(await screen.findByRole('list', { name: 'Changes and refunds' })).toBeVisible()
    expect(move()).not.toBeVisible()
    await user.click(title)
    expect(move()).toBeVisible()
    await user.click(title)
    await typeCard()
    await user.click(payButton())
    await congrats()
    expect(move()).toBeVisible()
    expect(screen.queryByText('Move or cancel')).toBeNull()
  })

  it('always refetches the appointment', async () => {
    const { page, queries } = open()
    await typeCard()
    page.unmount()
    server.appointment = () => json(paid)
    open(queries)
    expect(await screen.findByText('Transaction ID')).toBeVisible()
  })

  it.each([404, 400])('says that the appointment was not found on %s', async (status) => {
    server.appointment = () => json({ code: 'not_found', message: 'No.' }, status)
    open()
    expect(await screen.findByText('We couldn’t find that appointment')).toBeInTheDocument()
  })
})

describe('the page of an appointment whose time is closed', () => {
  beforeEach(() => {
    server.appointment = () => json({ ...unpaid, reoffer: { offer: 'offer' } })
    server.options = { reoffered: true }
  })

  it('asks for an answer, and neither for a card nor for changes in time', async () => {
    open()
    expect(await screen.findByRole('region', { name: 'Needs your answer' })).toBeVisible()
    expect(screen.getByText('There’s nothing to pay yet')).toBeVisible()
    expect(await screen.findByText(/^The clinic can’t keep this time\./)).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Changes and refunds' })).not.toBeInTheDocument()
    expect(askedFor('POST /create-payment-intent')).toBe(0)
  })

  it('begins with other times where the address asks for them', async () => {
    open(undefined, '?move')
    const title = await screen.findByRole('heading', { name: 'Choose a new time' })
    await waitFor(() => expect(title).toHaveFocus())
    expect(screen.getByText(/^Your appointment can’t take place on/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Change of plans?' })).toBeVisible()
  })
})
