import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CardAdapter, createCardAdapter } from './card-adapter.ts'
import { createFakeStripe } from './testing/fake-stripe.ts'

const { stripe: fake, element } = createFakeStripe()

const provider = {
  createPaymentMethod: vi.fn<(data: unknown) => Promise<unknown>>(),
  confirmCardPayment: vi.fn<(...call: unknown[]) => Promise<unknown>>(),
  handleNextAction: vi.fn<(options: unknown) => Promise<unknown>>(),
}

const intent = (status: PaymentIntent['status']) => ({ id: 'pi_1', status }) as PaymentIntent
const declined: StripeError = {
  type: 'card_error',
  code: 'card_declined',
  message: 'Your card was declined.',
  payment_intent: intent('requires_payment_method'),
}
const unexpected = (status: PaymentIntent['status']): StripeError => ({
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'You cannot confirm this PaymentIntent because it has already succeeded.',
  payment_intent: intent(status),
})

const cardholder = { name: 'Paula Parent', email: 'parent@example.com' }
const payment = { clientSecret: 'pi_1_secret', paymentMethod: 'pm_1' }

let adapter: CardAdapter

beforeEach(async () => {
  for (const call of Object.values(provider)) call.mockReset()
  adapter = createCardAdapter(async () => Object.assign(fake, provider) as unknown as Stripe)
  await adapter.load()
  adapter.element = element
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the typed card', () => {
  it('goes to the provider with the name and email of the appointment', async () => {
    provider.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_1' } })
    await expect(adapter.createPaymentMethod(cardholder)).resolves.toBe('pm_1')
    expect(provider.createPaymentMethod).toHaveBeenCalledWith({
      type: 'card',
      card: element,
      billing_details: cardholder,
    })
  })

  it('is refused in the provider’s words', async () => {
    const message = 'Your card number is invalid.'
    const error = { type: 'validation_error', code: 'invalid_number', message }
    provider.createPaymentMethod.mockResolvedValue({ error })
    await expect(adapter.createPaymentMethod(cardholder)).rejects.toThrow(message)
  })
})

describe('a confirmation', () => {
  it('names the card and leaves the challenge to the next step', async () => {
    provider.confirmCardPayment.mockResolvedValue({ paymentIntent: intent('succeeded') })
    await adapter.confirm(payment)
    expect(provider.confirmCardPayment).toHaveBeenCalledWith(
      'pi_1_secret',
      { payment_method: 'pm_1' },
      { handleActions: false },
    )
  })

  it.each([
    ['succeeded', { kind: 'charged', transactionId: 'pi_1' }],
    ['processing', { kind: 'charged', transactionId: 'pi_1' }],
    ['canceled', { kind: 'outdated' }],
  ] as const)('that ends with %s, now or before', async (status, confirmation) => {
    for (const answer of [{ paymentIntent: intent(status) }, { error: unexpected(status) }]) {
      provider.confirmCardPayment.mockResolvedValue(answer)
      await expect(adapter.confirm(payment)).resolves.toEqual(confirmation)
    }
  })

  it('may need the bank’s challenge', async () => {
    provider.confirmCardPayment.mockResolvedValue({ paymentIntent: intent('requires_action') })
    await expect(adapter.confirm(payment)).resolves.toEqual({ kind: 'authentication' })
  })

  it.each([
    ['in the provider’s words', declined, 'Your card was declined.'],
    ['with a sentence of ours', { type: 'api_error' }, 'The payment didn’t go through.'],
  ])('fails %s', async (_, error, message) => {
    provider.confirmCardPayment.mockResolvedValue({ error })
    await expect(adapter.confirm(payment)).rejects.toThrow(message)
  })

  it('is given up after a minute without an answer', async () => {
    vi.useFakeTimers()
    provider.confirmCardPayment.mockReturnValue(new Promise(() => {}))
    const confirming = expect(adapter.confirm(payment)).rejects.toThrow(/isn’t responding/)
    await vi.advanceTimersByTimeAsync(60_000)
    await confirming
  })
})

describe('the bank’s challenge', () => {
  it('leads to the charge', async () => {
    provider.handleNextAction.mockResolvedValue({ paymentIntent: intent('succeeded') })
    await expect(adapter.authenticate(payment)).resolves.toEqual({
      kind: 'charged',
      transactionId: 'pi_1',
    })
    expect(provider.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret' })
  })

  it('takes as long as the cardholder does', async () => {
    vi.useFakeTimers()
    const answer = Promise.withResolvers<unknown>()
    provider.handleNextAction.mockReturnValue(answer.promise)
    const authenticating = adapter.authenticate(payment)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    answer.resolve({ paymentIntent: intent('succeeded') })
    await expect(authenticating).resolves.toMatchObject({ kind: 'charged' })
  })

  it('is refused in the provider’s words', async () => {
    const message = 'We are unable to authenticate your payment method.'
    const error = { ...declined, code: 'payment_intent_authentication_failure', message }
    provider.handleNextAction.mockResolvedValue({ error })
    await expect(adapter.authenticate(payment)).rejects.toThrow(message)
  })

  it('that is still open is no payment', async () => {
    provider.handleNextAction.mockResolvedValue({ paymentIntent: intent('requires_action') })
    await expect(adapter.authenticate(payment)).rejects.toThrow(
      'Your bank didn’t confirm the payment.',
    )
  })
})
