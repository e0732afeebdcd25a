import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { DECLINED, paymentPaths, unpaid } from '../../../machines/payment/payment-paths.ts'
import { describePath } from '../../../machines/testing/paths.ts'
import { createFakeStripe, portOf } from './card/testing/fake-stripe.ts'
import { PaymentFlow } from './payment-page.tsx'
import { heldCalls } from './testing/held-calls.ts'
import { cardField } from './testing/payment-driver.ts'
import { walkPaymentScreens } from './testing/payment-screens.tsx'

describe('the payment screens', { timeout: 20_000 }, () => {
  it.each(paymentPaths().map((path) => [describePath(path), path] as const))(
    'go with the machine: %s',
    (_name, path) => walkPaymentScreens(path),
  )

  it('tell of a card that cannot be right while it is typed', async () => {
    const calls = heldCalls()
    const card = createFakeStripe()
    render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <PaymentFlow appointmentId={unpaid._id} card={portOf(card.stripe)} logic={calls.logic} />
        </QueryClientProvider>
      </MemoryRouter>,
    )
    await calls.succeed('loadAppointment')({ type: '', output: unpaid })
    await calls.succeed('loadCardForm')({ type: '' })
    const message = 'Your card number is invalid.'
    await card.change({ error: { type: 'validation_error', code: 'invalid_number', message } })
    expect(cardField()).toHaveAccessibleDescription(message)
    await card.change({ error: undefined })
    expect(cardField()).not.toHaveAccessibleDescription()
    expect(screen.queryByText(DECLINED)).not.toBeInTheDocument()
  })
})
