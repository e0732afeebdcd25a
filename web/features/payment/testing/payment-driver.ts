import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { SimulatedClock } from 'xstate'
import {
  type PaymentDriver,
  TRANSACTION,
  unpaid,
} from '../../../../machines/payment/payment-paths.ts'
import { expectArrivedAt } from '../../../testing/screen.ts'
import type { CardPort } from '../card/card-port.ts'
import type { FakeStripe } from '../card/testing/fake-stripe.ts'
import type { HeldCalls } from './held-calls.ts'

const button = (name: string) => screen.getByRole('button', { name })
const payButton = () => screen.queryByRole('button', { name: 'Pay' })
/** The card provider's field with its label and message. */
export const cardField = () => screen.getByRole('group', { name: 'Card' })

function expectSummary() {
  for (const [term, fact] of [
    ['Date', unpaid.date],
    ['Slot', unpaid.slot],
    ['Booked by', unpaid.patientName],
    ['Price', '$120'],
  ] as const) {
    const entry = screen.getByText(term, { selector: 'dt' }).parentElement
    expect(within(entry ?? document.body).getByText(fact)).toBeInTheDocument()
  }
  expect(screen.getByRole('heading', { name: unpaid.treatment })).toBeInTheDocument()
}

function expectLink(name: string, href: string) {
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
}

interface Walk {
  user: UserEvent
  calls: HeldCalls
  card: FakeStripe
  /** Through which the screens know the card provider. */
  port: CardPort
  clock: SimulatedClock
}

/** Walks a path of the payment machine on the screens, and looks at each of its states. */
export function driveScreens({ user, calls, card, port, clock }: Walk): PaymentDriver {
  const { succeed, fail } = calls
  const passTime = () => act(async () => clock.increment(30_000))

  function expectForm() {
    expectSummary()
    expect(card.isShown()).toBe(true)
    expect(cardField()).toBeInTheDocument()
    expect(screen.queryByText(/Congrats/)).not.toBeInTheDocument()
    expect(
      screen.getByText(
        'Your card details go straight to our payment provider. We never see the number.',
      ),
    ).toBeInTheDocument()
    expect(port.element).toBe(card.element)
  }
  function expectPaying(progress: string) {
    expectForm()
    expect(screen.getByText(progress)).toHaveRole('status')
    expect(card.isDisabled()).toBe(true)
    expect(payButton()).toHaveAttribute('aria-busy', 'true')
    expect(payButton()).toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    // What was said of an earlier try is taken back.
    expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
  }
  function expectPaid() {
    expectSummary()
    expect(card.isShown()).toBe(false)
    const title = screen.getByRole('heading', { name: 'Congrats! Your payment is completed.' })
    expectArrivedAt(title)
    expect(screen.getByText(/^Transaction ID:/)).toHaveTextContent(TRANSACTION)
    expectLink('See my appointments', '/dashboard')
    // Nothing of the card is kept.
    expect(port.element).toBeNull()
  }
  function expectNothingToPay() {
    expectSummary()
    expectArrivedAt(screen.getByRole('heading', { name: 'This appointment was canceled' }))
    expect(card.isShown()).toBe(false)
    expect(payButton()).not.toBeInTheDocument()
    expectLink('Make another appointment', '/appointment')
  }

  return {
    do: {
      'card.change': async (event) => {
        const message = 'Your card number is invalid.'
        await card.change({ error: { type: 'validation_error', code: 'invalid_number', message } })
        expect(cardField()).toHaveAccessibleDescription(message)
        await card.change({ complete: event.complete === true })
        expect(cardField()).not.toHaveAccessibleDescription(message)
      },
      'pay.submit': async () => {
        expect(payButton()).toBeEnabled()
        // The browser would otherwise leave the page.
        let isStopped = false
        const onSubmit = (submitted: Event) => {
          isStopped = submitted.defaultPrevented
        }
        window.addEventListener('submit', onSubmit, { once: true })
        await user.click(button('Pay'))
        expect(isStopped).toBe(true)
      },
      retry: () => user.click(screen.getByRole('button', { name: /^(Try|Check) again$/ })),
      'xstate.done.actor.loadAppointment': succeed('loadAppointment'),
      'xstate.error.actor.loadAppointment': fail('loadAppointment'),
      'xstate.done.actor.loadCardForm': succeed('loadCardForm'),
      'xstate.error.actor.loadCardForm': fail('loadCardForm'),
      'xstate.done.actor.prepareIntent': succeed('prepareIntent'),
      'xstate.error.actor.prepareIntent': fail('prepareIntent'),
      'xstate.done.actor.createPaymentMethod': succeed('createPaymentMethod'),
      'xstate.error.actor.createPaymentMethod': fail('createPaymentMethod'),
      'xstate.done.actor.confirmPayment': succeed('confirmPayment'),
      'xstate.error.actor.confirmPayment': fail('confirmPayment'),
      'xstate.done.actor.authenticate': succeed('authenticate'),
      'xstate.error.actor.authenticate': fail('authenticate'),
      'xstate.done.actor.settlePayment': succeed('settlePayment'),
      'xstate.error.actor.settlePayment': fail('settlePayment'),
      'xstate.after.nextAsking.payment.settling.waiting': passTime,
      'xstate.after.nextAsking.payment.settling.unconfirmed': passTime,
    },
    see: {
      loadingAppointment: () => {
        // What is known of it stays while it is looked at again.
        const isKnown = screen.queryByRole('heading', { name: unpaid.treatment }) !== null
        expect(screen.getByRole('status')).toHaveTextContent(
          isKnown ? 'Loading the card form' : 'Loading your appointment',
        )
        expect(payButton()).not.toBeInTheDocument()
      },
      loadFailed: () => {
        const alert = screen.getByRole('alert')
        expect(alert).toHaveTextContent('We couldn’t load your appointment')
        expect(alert).toHaveTextContent('The clinic is offline')
      },
      notFound: () => {
        expect(screen.getByText('We couldn’t find that appointment')).toBeInTheDocument()
        expect(
          screen.getByText('It may belong to another account, or the link may be incomplete.'),
        ).toBeInTheDocument()
        expectLink('See my appointments', '/dashboard')
        expect(screen.queryByText(unpaid.treatment)).not.toBeInTheDocument()
      },
      loadingCardForm: () => {
        expectSummary()
        expect(screen.getByText('Loading the card form')).toBeInTheDocument()
        expect(card.isShown()).toBe(false)
        expect(payButton()).not.toBeInTheDocument()
      },
      cardFormFailed: () => {
        expectSummary()
        const alert = screen.getByRole('alert')
        expect(within(alert).getByText('We couldn’t load the card form')).toBeInTheDocument()
        expect(within(alert).getByText('We couldn’t load the card form.')).toBeInTheDocument()
        expect(payButton()).not.toBeInTheDocument()
      },
      'form.preparingIntent': () => {
        expectForm()
        expect(payButton()).toBeDisabled()
        expect(screen.getByText('Getting ready…')).toBeInTheDocument()
      },
      'form.intentFailed': () => {
        expectForm()
        expect(payButton()).toBeDisabled()
        expect(screen.getByRole('alert')).toHaveTextContent('The clinic is offline')
      },
      'form.intentReady.untouched': () => {
        expectForm()
        expect(card.isDisabled()).toBe(false)
        expect(screen.queryByRole('alert')).not.toBeInTheDocument()
        expect(screen.queryByText('Oops! Payment Failed')).not.toBeInTheDocument()
        expect(payButton()).not.toHaveAttribute('aria-busy')
      },
      'form.intentReady.declined': async () => {
        expectForm()
        expect(card.isDisabled()).toBe(false)
        expect(payButton()).not.toHaveAttribute('aria-busy')
        const message = within(cardField()).getByRole('alert')
        expect(message).toHaveTextContent(/^(Your card|We are unable to authenticate)/)
        expect(cardField()).toHaveAccessibleDescription(message.textContent ?? '')
        expect((await screen.findAllByText('Oops! Payment Failed')).length).toBeGreaterThan(0)
      },
      'form.creatingMethod': () => expectPaying('Processing payment…'),
      'form.confirming': () => expectPaying('Processing payment…'),
      'form.authenticating': () => expectPaying('Your bank needs you to confirm this payment.'),
      'settling.asking': () => {
        expectSummary()
        const again = screen.queryByRole('button', { name: 'Check again' })
        if (again) expect(again).toHaveAttribute('aria-busy', 'true')
        else expect(screen.getByText('Waiting for confirmation')).toBeInTheDocument()
        expect(payButton()).not.toBeInTheDocument()
      },
      'settling.waiting': () => {
        expectSummary()
        expectArrivedAt(screen.getByRole('heading', { name: 'We’re confirming your payment' }))
        expect(screen.getByText('Waiting for confirmation')).toBeInTheDocument()
        expect(screen.getByText(/You won’t be charged twice/)).toBeInTheDocument()
        expect(payButton()).not.toBeInTheDocument()
      },
      'settling.unconfirmed': () => {
        expectSummary()
        expect(screen.getByRole('alert')).toHaveTextContent('The clinic is offline')
        expect(button('Check again')).not.toHaveAttribute('aria-busy')
        expect(screen.getByText(/You won’t be charged twice/)).toBeInTheDocument()
        expect(payButton()).not.toBeInTheDocument()
      },
      'paid.now': () => {
        expectPaid()
        expect(payButton()).toBeDisabled()
      },
      'paid.earlier': () => {
        expectPaid()
        expect(payButton()).not.toBeInTheDocument()
      },
      'cancelled.unpaid': () => {
        expectNothingToPay()
        expect(screen.getByText('There’s nothing to pay.')).toBeInTheDocument()
      },
      'cancelled.refunding': () => {
        expectNothingToPay()
        expect(screen.getByText(/Your card will be refunded automatically/)).toBeInTheDocument()
      },
    },
  }
}
