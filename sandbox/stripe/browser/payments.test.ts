// @vitest-environment jsdom
import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as english from '#words/en/payments/all.ts'
import { findWords } from '#words/testing/english-words.ts'
import { openIntent, startSandbox } from '../testing/harness.ts'
import { createInstance } from './instance.ts'

// The stand-in in a page, against a running sandbox.

beforeAll(() => {
  // jsdom has the element but not the top layer.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open')
  }
})

it('speaks the language of the page', async () => {
  const { sandbox, stripe: server } = await startSandbox()
  const options = { locale: 'es' } as const
  const stripe = createInstance(new URL(`${sandbox.url}/`), sandbox.publishableKey, options)
  const card = stripe.elements().create('card')
  card.mount(document.body)
  const pay = async (number: string) => {
    const user = userEvent.setup()
    await user.clear(screen.getByLabelText('Número de tarjeta'))
    await user.type(screen.getByLabelText('Número de tarjeta'), number)
    return stripe.createPaymentMethod({ type: 'card', card })
  }
  const user = userEvent.setup()
  expect((await pay('4242')).error?.message).toBe('El número de su tarjeta está incompleto.')
  await user.type(screen.getByLabelText('Fecha de vencimiento'), '1234')
  await user.type(screen.getByLabelText('CVC'), '123')
  expect((await pay('4111111111111111')).error?.message).toMatch(/tarjetas de prueba/)
  const { client_secret: secret } = await openIntent(server)
  const { paymentMethod } = await pay('4000000000009995')
  const data = { payment_method: paymentMethod?.id ?? '' }
  const declined = await stripe.confirmCardPayment(secret ?? '', data)
  expect(declined.error?.message).toBe('Su tarjeta no tiene fondos suficientes.')
  const { sandboxCard } = english
  expect(findWords(document.body.textContent, sandboxCard)).toEqual([])
})

/** Opens a page with a card Element, and types a card into it. */
async function enter(number: string) {
  const { sandbox, stripe: server } = await startSandbox()
  const stripe = createInstance(new URL(`${sandbox.url}/`), sandbox.publishableKey)
  const card = stripe.elements().create('card')
  card.mount(document.body)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Card number'), number)
  await user.type(screen.getByLabelText('Expiration date'), '1234')
  await user.type(screen.getByLabelText('CVC'), number.startsWith('37') ? '1234' : '123')
  await user.type(screen.getByLabelText('ZIP (optional)'), '94110')
  const made = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: { name: 'A Parent', email: 'parent@example.com' },
  })
  const intent = await openIntent(server)
  const clientSecret = intent.client_secret ?? ''
  const pay = () =>
    stripe.confirmCardPayment(clientSecret, {
      payment_method: made.paymentMethod?.id ?? '',
    })
  const authenticate = () => stripe.handleNextAction({ clientSecret })
  return { stripe, user, made, intent, clientSecret, pay, authenticate }
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('paying with the stand-in', () => {
  it.each(['4242424242424242', '378282246310005'])('%s succeeds', async (number) => {
    const { made, intent, pay, authenticate } = await enter(number)
    expect(made.paymentMethod?.card?.last4).toBe(number.slice(-4))
    const { paymentIntent, error } = await pay()
    expect(error).toBeUndefined()
    expect(paymentIntent).toMatchObject({ id: intent.id, status: 'succeeded', amount: 7550 })
    expect((await authenticate()).paymentIntent).toEqual(paymentIntent)

    const again = await pay()
    expect(again.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })

  it('reports why a card is declined', async () => {
    const { pay } = await enter('4000000000009995')
    expect(await pay()).toMatchObject({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
        payment_intent: { status: 'requires_payment_method' },
      },
    })
  })

  it('shows the 3-D Secure challenge, which can be completed', async () => {
    const { user, pay, authenticate } = await enter('4000002760003184')
    expect(await pay()).toMatchObject({ paymentIntent: { status: 'requires_action' } })
    expect(screen.queryByRole('dialog')).toBeNull()
    const paying = authenticate()
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your payment' })
    expect(dialog.textContent).toContain('$75.50')
    await user.click(screen.getByRole('button', { name: 'Complete' }))
    expect(await paying).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each(['Fail', 'Escape'])('is not paid if the challenge ends with %s', async (way) => {
    const { user, pay, authenticate } = await enter('4000002760003184')
    await pay()
    const paying = authenticate()
    const dialog = await screen.findByRole('dialog')
    if (way === 'Fail') await user.click(screen.getByRole('button', { name: 'Fail' }))
    else dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await paying).toMatchObject({
      error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        payment_intent: { status: 'requires_payment_method' },
      },
    })
  })

  it('reports an unreachable API and an unknown client secret', async () => {
    const { stripe, intent, clientSecret } = await enter('4242424242424242')
    const wrong = await stripe.handleNextAction({ clientSecret: `${intent.id}_secret_guessed` })
    expect(wrong.error?.type).toBe('invalid_request_error')
    const away = createInstance(new URL('http://127.0.0.1:9/'), 'pk_test_page')
    const { error } = await away.handleNextAction({ clientSecret })
    expect(error).toMatchObject({ type: 'api_connection_error' })
  })
})
