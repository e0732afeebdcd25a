import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { paymentMachine } from '#machines/payment/payment-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { type PaymentServer, paymentDriver } from '#machines/testing/payment/payment-driver.ts'
import { paymentWalks, unpaid } from '#machines/testing/payment/payment-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import * as words from '#words/en/payments/cards.ts'
import { adapterOf, createFakeStripe } from './card/testing/fake-stripe.ts'
import { PaymentFlow } from './payment-page.tsx'

const INVALID = 'Your card number is invalid.'

function open() {
  const actors = holdActors(paymentMachine)
  const card = createFakeStripe()
  const adapter = adapterOf(card.stripe)
  const clock = new SimulatedClock()
  render(
    <InSite>
      <PaymentFlow
        appointmentIds={[unpaid._id]}
        card={adapter}
        logic={actors.machine}
        clock={clock}
      />
      <Toasts />
    </InSite>,
    { reactStrictMode: true },
  )
  const server: PaymentServer = {
    ...screensServer(actors, clock, { nextAsking: 30_000 }),
    typeCard: () => card.change({ complete: true }),
    transactionId: async ({ transactionId }) => transactionId ?? '',
  }
  return { card, adapter, server }
}

describe('the payment screens', () => {
  it.each(paymentWalks())('follow the machine: $name', async (walk) => {
    const { card, adapter, server } = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, paymentDriver(page, server))
    // The machine reaches the card field while it is on the screen, and no longer.
    expect(adapter.element).toBe(card.isShown() ? card.element : null)
  })

  it('show that a card cannot be right while it is typed', async () => {
    const { card, server } = open()
    const moment = { context: undefined, next: () => undefined }
    await server.succeed('loadAppointment', unpaid, moment)
    await server.succeed('loadCardForm', undefined, moment)
    const field = screen.getByRole('group', { name: words.card })
    const error = { type: 'validation_error', code: 'invalid_number', message: INVALID } as const
    await card.change({ error })
    expect(field).toHaveAccessibleDescription(INVALID)
    await card.change({ error: undefined })
    expect(field).not.toHaveAccessibleDescription()
  })
})
