import type { StripeConstructor } from '@stripe/stripe-js'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Appointment, AppointmentOutcome } from '#contract/booking/appointments.ts'
import type { PastAppointment } from '#contract/booking/history.ts'
import { SHARED_COUNT, type SharedAppointment } from '#contract/guardians/guardians.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { describeEmail } from '#domain/notifications/kinds/describe-email.ts'
import { SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { TRANSACTION, unpaid } from '#machines/testing/payment/payment-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import MyAppointmentsPage from '#web/family/dashboard/appointments/my-appointments-page.tsx'
import HistoryPage from '#web/family/dashboard/history/history-page.tsx'
import { createFakeStripe } from '#web/family/payment/card/testing/fake-stripe.ts'
import PaymentPage from '#web/family/payment/payment-page.tsx'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

// What each surface says about an appointment in each state: its page, My Appointments, My History and its
// emails.

const CARD = { brand: 'visa', last4: '4242' }

const paid: Appointment = { ...unpaid, paid: true, transactionId: TRANSACTION }
const canceled: Appointment = { ...unpaid, status: 'cancelled' }
const outcome: AppointmentOutcome = {
  kind: 'completed',
  on: 'Nov 18, 2026',
  treatmentId: 'allergy',
  paid: 120,
  refunded: 0,
  kept: 120,
  toHandBack: 0,
  onItsWay: 0,
  atDesk: false,
  card: CARD,
}
const nothing = { paid: 0, kept: 0 }
const { _id, treatment, date, slot, price } = unpaid
const shared: SharedAppointment = {
  ...{ _id, treatment, date, slot, price, status: 'booked', paid: false, past: false },
  ...{ mayBook: true, mayCancel: true, child: { _id: 'mia', name: 'Mia' } },
}

interface State {
  appointment: Appointment
  /** The provider has the card, and has neither charged nor declined it yet. */
  isProcessing?: true
  /** What another guardian sees. */
  shared?: SharedAppointment
  page: readonly string[]
  list: readonly string[]
  history?: readonly string[]
  /** Names of `SUBJECTS` with the heading that each expects. */
  emails: Readonly<Record<string, string>>
}

const STATES: Record<string, State> = {
  unpaid: {
    appointment: unpaid,
    page: ['To pay', 'Pay $120.00'],
    list: ['$120', 'Pay'],
    emails: { 'payment-due': 'Your appointment is not paid yet' },
  },
  paid: {
    appointment: paid,
    page: ['Paid', 'Transaction ID'],
    list: ['$120', 'Paid'],
    emails: { paid: 'We received your payment' },
  },
  'being paid, while the provider is still processing it': {
    appointment: unpaid,
    isProcessing: true,
    page: ['Processing', 'We’re confirming your payment', 'Waiting for confirmation'],
    list: ['$120', 'Pay'],
    emails: {},
  },
  // The email is sent once the bank has decided.
  'paid and disputed, while the bank decides': {
    appointment: paid,
    page: ['Paid', 'Transaction ID'],
    list: ['$120', 'Paid'],
    emails: {},
  },
  'whose bank returned the money after a dispute': {
    appointment: unpaid,
    page: ['To pay', 'Pay $120.00'],
    list: ['$120', 'Pay'],
    emails: { unpaid: 'Your payment was reversed' },
  },
  moved: {
    appointment: { ...paid, moves: 1 },
    page: ['Paid'],
    list: ['Paid'],
    emails: { moved: 'Your appointment has a new time' },
  },
  'canceled with a refund': {
    appointment: { ...canceled, outcome: { ...outcome, kind: 'canceled', refunded: 120, kept: 0 } },
    page: [
      'Canceled',
      'Canceled Nov 18, 2026',
      'Paid $120. $120 refunded to Visa •••• 4242.',
      'Book again',
    ],
    list: ['Past and canceled (1)'],
    history: ['Canceled', 'Refunded', 'Book again'],
    emails: {
      'cancelled-by-family-with-refund': 'Your appointment has been canceled',
      refunded: 'Your refund is on its way',
    },
  },
  'canceled with a refund that has not arrived yet, to a card that is not known': {
    appointment: {
      ...canceled,
      outcome: {
        ...outcome,
        kind: 'canceled',
        refunded: 120,
        onItsWay: 120,
        kept: 0,
        card: undefined,
      },
    },
    page: [
      'Canceled',
      'Paid $120. $120 is on its way back to your card. Banks usually take 5 to 10 business days.',
    ],
    list: ['Past and canceled (1)'],
    emails: {},
  },
  'canceled without a refund': {
    appointment: { ...canceled, outcome: { ...outcome, ...nothing, kind: 'canceled' } },
    page: ['Canceled', 'Canceled Nov 18, 2026', 'There’s nothing to pay.', 'Book again'],
    list: ['Past and canceled (1)'],
    history: ['Canceled', 'Book again'],
    emails: { 'cancelled-by-family': 'Your appointment has been canceled' },
  },
  missed: {
    appointment: { ...paid, outcome: { ...outcome, kind: 'missed' } },
    page: ['Missed', 'Missed Nov 18, 2026', 'Paid $120.', 'Book again'],
    list: ['Paid'],
    history: ['Missed', 'Book again'],
    emails: {},
  },
  completed: {
    appointment: { ...paid, outcome },
    page: ['Completed', 'Completed Nov 18, 2026', 'Paid $120.', 'Book again'],
    list: ['Paid'],
    history: ['Completed', 'Book again'],
    emails: {},
  },
  'missed and not paid': {
    appointment: { ...unpaid, outcome: { ...outcome, ...nothing, kind: 'missed' } },
    page: ['Missed', 'Missed Nov 18, 2026, not paid yet', 'Pay $120.00', 'Book again'],
    list: ['Pay'],
    history: ['Missed', 'Book again'],
    emails: {},
  },
  'past and not paid by another guardian': {
    appointment: {
      ...{ ...unpaid, shared: true, mayPay: false },
      outcome: { ...outcome, ...nothing, kind: 'past' },
    },
    shared: { ...shared, mayBook: false, mayCancel: false, price: undefined, past: true },
    page: ['Not paid', 'Was on Nov 18, 2026, not paid yet', 'Book again'],
    list: ['Booked by another guardian'],
    emails: {},
  },
  'another guardian’s': {
    appointment: { ...unpaid, shared: true, mayPay: true },
    shared,
    page: ['To pay', 'another guardian', 'Pay $120.00'],
    list: ['Booked by another guardian', 'Pay $120'],
    emails: { 'booked-by-another-guardian': 'Your appointment is confirmed' },
  },
  'another guardian’s to one who may not pay': {
    appointment: { ...unpaid, shared: true, mayPay: false },
    shared: { ...shared, mayBook: false, mayCancel: false, price: undefined },
    page: ['Not paid', 'another guardian'],
    list: ['Booked by another guardian', 'Not paid'],
    emails: {},
  },
}

const rows = Object.entries(STATES)

/** Chips that describe the appointment; the test expects no others than the table names. */
const CHIPS = /^(To pay|Processing|Not paid|Paid|Canceled|Missed|Completed)$/

beforeAll(() => {
  provider.becomes(unpaid.email)
  const stripe = createFakeStripe().stripe
  window.Stripe = Object.assign(() => stripe, { version: 'endive' }) as unknown as StripeConstructor
})

function answering(state: State) {
  const server = fakeServer()
  const { appointment } = state
  const { outcome: _, ...listed } = appointment
  server.answers['GET /config'] = () =>
    Response.json({
      clinic: { today: '2026-06-01', nextDayIn: 36_000_000, lastDay: '', closures: [] },
      identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
      payments: { publishableKey: 'pk_test' },
    })
  server.answers[`GET /appointment/${_id}`] = () => Response.json(appointment)
  server.answers[`GET /appointments/${_id}/options`] = () =>
    Response.json({ ...changeFixture.options, _id })
  server.answers[`GET /appointments/${_id}/receipts`] = () => Response.json([])
  const processing = { code: 'payment_processing', transactionId: TRANSACTION }
  server.answers['POST /create-payment-intent'] = () =>
    state.isProcessing
      ? refusal(409, 'Your payment is still being processed', processing)
      : Response.json({ clientSecret: 'secret', cards: [] })
  server.answers[`PATCH /booking/${_id}`] = () =>
    Response.json({ paid: false, transactionId: TRANSACTION })
  server.answers['GET /appointments'] = () =>
    state.shared ? Response.json([], { headers: { [SHARED_COUNT]: '1' } }) : Response.json([listed])
  server.answers['GET /children/appointments'] = () => Response.json([state.shared])
  return server
}

it.each(rows)('the page of an appointment that is %s says so', async (_, state) => {
  answering(state)
  openAdminPage(
    `/dashboard/appointment/${_id}`,
    PaymentPage,
    undefined,
    '/dashboard/appointment/:id',
  )
  for (const text of state.page) expect((await screen.findAllByText(text))[0]).toBeVisible()
  const [chip] = state.page
  const title = screen.getByRole('heading', { level: 1 })
  const hero = within((title.closest('dl') ?? title.parentElement) as HTMLElement)
  expect(hero.getAllByText(CHIPS).map(({ textContent }) => textContent)).toEqual([chip])
  const isOver = state.appointment.outcome !== undefined
  // The page begins with the appointment, also where nothing is left to do.
  if (isOver || state.appointment.paid) expect(document.body).toHaveFocus()
  if (isOver) {
    const again = screen.getByRole('link', { name: 'Book again' })
    expect(again).toHaveAttribute('href', '/appointment?treatment=allergy')
  }
  const isPayable = state.page.includes('Pay $120.00')
  if ((isOver && !isPayable) || state.isProcessing) {
    expect(screen.queryByText(/^(Pay \$|Congrats)/)).toBeNull()
  }
})

it.each(rows)('My Appointments says the same about an appointment that is %s', async (_, state) => {
  answering(state)
  openAdminPage('/dashboard', MyAppointmentsPage)
  for (const text of state.list) expect((await screen.findAllByText(text))[0]).toBeVisible()
})

it.each(rows.filter(([, { history }]) => history))(
  'My History says the same about an appointment that is %s',
  async (_, { appointment, history = [], ...state }) => {
    const server = answering({ appointment, ...state })
    const { on: _on, card: _card, atDesk: _atDesk, kind, ...money } = appointment.outcome ?? outcome
    const { patientName } = appointment
    const past: PastAppointment = {
      ...{ _id, treatment, date, slot, price, patientName, receipts: [] },
      ...money,
      outcome: kind,
      owed: !appointment.paid && appointment.status === 'booked',
    }
    server.answers['GET /appointments/history'] = () =>
      Response.json({ appointments: [past], next: null })
    openAdminPage('/dashboard/history', HistoryPage)
    for (const text of history) expect((await screen.findAllByText(text))[0]).toBeVisible()
    // Other labels follow further down, beside the money.
    expect(screen.getAllByText(CHIPS)[0]).toHaveTextContent(history[0] ?? '')
  },
)

it.each(rows)('emails say that an appointment is %s', (_, { emails }) => {
  for (const [name, heading] of Object.entries(emails)) {
    const subject = SUBJECTS.find((one) => one.name === name)?.subject
    if (!subject) throw new Error(`There is no email ${name}`)
    expect(describeEmail(subject, SENDER).heading).toBe(heading)
  }
})
