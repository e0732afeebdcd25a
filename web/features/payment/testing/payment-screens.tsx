import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { SimulatedClock } from 'xstate'
import { paymentMachine } from '../../../../machines/payment/payment-machine.ts'
import { unpaid } from '../../../../machines/payment/payment-paths.ts'
import { type Path, walk } from '../../../../machines/testing/paths.ts'
import { Toasts } from '../../../components/toasts.tsx'
import { createFakeStripe, portOf } from '../card/testing/fake-stripe.ts'
import { PaymentFlow } from '../payment-page.tsx'
import { heldCalls } from './held-calls.ts'
import { driveScreens } from './payment-driver.ts'

/** Walks a path of the payment machine on the screens, and looks at each of its states. */
export async function walkPaymentScreens(
  path: Path,
  machine: typeof paymentMachine = paymentMachine,
): Promise<void> {
  const user = userEvent.setup()
  const calls = heldCalls(machine)
  const card = createFakeStripe()
  const port = portOf(card.stripe)
  const clock = new SimulatedClock()
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <PaymentFlow appointmentId={unpaid._id} card={port} logic={calls.logic} clock={clock} />
        <Toasts />
      </QueryClientProvider>
    </MemoryRouter>,
    { reactStrictMode: true },
  )
  await walk(path, driveScreens({ user, calls, card, port, clock }))
}
