import type { Stripe, StripeError } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { createCardAdapter } from './card-adapter.ts'
import { createFakeStripe } from './testing/fake-stripe.ts'

const { stripe: fake } = createFakeStripe()

async function confirmWith(error: Partial<StripeError>) {
  const stripe = Object.assign(fake, { confirmCardPayment: async () => ({ error }) })
  const adapter = createCardAdapter(async () => stripe as unknown as Stripe)
  await adapter.load()
  return adapter.confirm({ clientSecret: 'pi_1_secret', paymentMethod: 'pm_1' })
}

it('says what Stripe says to cardholders, which is in the language of the page', async () => {
  const message = 'Su tarjeta fue rechazada.'
  await expect(confirmWith({ type: 'card_error', message })).rejects.toThrow(
    `${message} No se cobró nada.`,
  )
})

it('says what Stripe says to developers in words of its own', async () => {
  const message = 'No such payment_intent: pi_1'
  await expect(confirmWith({ type: 'invalid_request_error', message })).rejects.toThrow(
    /^El pago no se realizó/,
  )
})
