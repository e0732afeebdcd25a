// @vitest-environment jsdom
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeElements,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createElement, StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInstance } from './instance.ts'

// The real loader and React components, with the stand-in.

const factory = Object.assign(
  (key: string) => createInstance(new URL('http://localhost/sandbox/stripe/'), key),
  { version: 'endive' },
)
Object.defineProperty(window, 'Stripe', { value: factory })

afterEach(cleanup)

const load = () => loadStripe('pk_test_page')

type Seen = { stripe: Stripe | null; elements: StripeElements | null }

function Spy({ seen }: { seen: Seen }) {
  seen.stripe = useStripe()
  seen.elements = useElements()
  return null
}

type Page = {
  seen: Seen
  onChange: ReturnType<typeof vi.fn<(event: StripeCardElementChangeEvent) => void>>
  show: (options?: StripeCardElementOptions) => void
  unmount: () => void
}

async function openPage(options?: StripeCardElementOptions): Promise<Page> {
  const stripe = load()
  const seen: Seen = { stripe: null, elements: null }
  const onChange = vi.fn<(event: StripeCardElementChangeEvent) => void>()
  const page = (given?: StripeCardElementOptions) =>
    createElement(
      StrictMode,
      null,
      createElement(
        Elements,
        { stripe },
        createElement(CardElement, { onChange, ...(given && { options: given }) }),
        createElement(Spy, { seen }),
      ),
    )
  const view = render(page(options))
  await screen.findByLabelText('Card number')
  return { seen, onChange, show: (given) => view.rerender(page(given)), unmount: view.unmount }
}

describe('the stand-in under the real react-stripe-js', () => {
  it('is accepted by the real loader without a warning, and mounts once in StrictMode', async () => {
    const warn = vi.spyOn(console, 'warn')
    const error = vi.spyOn(console, 'error')
    const page = await openPage()
    await waitFor(() => expect(page.seen.stripe).not.toBeNull())
    expect(screen.getAllByLabelText('Card number')).toHaveLength(1)
    expect(page.seen.elements?.getElement(CardElement)).not.toBeNull()
    expect(document.querySelector('script[src*="js.stripe.com"]')).toBeNull()
    expect(warn).not.toHaveBeenCalled()
    expect(error).not.toHaveBeenCalled()
  })

  it('has a note about the sandbox', async () => {
    await openPage()
    const number = screen.getByLabelText('Card number')
    const note = document.getElementById(number.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toContain('4242 4242 4242 4242')
  })

  it('fires change events like Stripe.js', async () => {
    const user = userEvent.setup()
    const page = await openPage()
    await user.type(screen.getByLabelText('Card number'), '4242424242424242')
    expect(page.onChange.mock.lastCall?.[0]).toEqual({
      elementType: 'card',
      empty: false,
      complete: false,
      error: undefined,
      value: { postalCode: '' },
      brand: 'visa',
    })
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242')
    await user.type(screen.getByLabelText('Expiration date'), '1234')
    expect(screen.getByLabelText('Expiration date')).toHaveProperty('value', '12 / 34')
    await user.type(screen.getByLabelText('CVC'), '123')
    expect(page.onChange.mock.lastCall?.[0]).toMatchObject({ complete: true, error: undefined })
    await user.type(screen.getByLabelText('ZIP (optional)'), '94110')
    expect(page.onChange.mock.lastCall?.[0]).toMatchObject({
      complete: true,
      value: { postalCode: '94110' },
    })
  })

  it('reports an invalid number immediately and an incomplete one on blur, linked to its input', async () => {
    const user = userEvent.setup()
    const page = await openPage()
    const number = screen.getByLabelText('Card number')
    const reason = () =>
      (number.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .at(-1)
    await user.type(number, '4242424242424241')
    expect(page.onChange.mock.lastCall?.[0].error).toEqual({
      type: 'validation_error',
      code: 'invalid_number',
      message: 'Your card number is invalid.',
    })
    expect(number.getAttribute('aria-invalid')).toBe('true')
    expect(reason()).toBe('Your card number is invalid.')

    await user.clear(number)
    await user.type(number, '4242')
    expect(page.onChange.mock.lastCall?.[0].error).toBeUndefined()
    expect(number.getAttribute('aria-invalid')).toBe('false')
    await user.tab()
    expect(page.onChange.mock.lastCall?.[0].error).toMatchObject({
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
    })
    expect(reason()).toBe('Your card number is incomplete.')

    await user.type(screen.getByLabelText('Expiration date'), '1220')
    await user.clear(number)
    await user.type(number, '4242424242424242')
    expect(page.onChange.mock.lastCall?.[0].error).toMatchObject({
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    })
  })

  it('applies the styles of the page and changed options', async () => {
    const page = await openPage({ style: { base: { color: 'rgb(1, 2, 3)' } } })
    const number = screen.getByLabelText<HTMLInputElement>('Card number')
    expect(number.style.color).toBe('rgb(1, 2, 3)')
    page.show({ disabled: true })
    await waitFor(() => expect(document.querySelector('fieldset')?.disabled).toBe(true))
    page.show({ disabled: false })
    await waitFor(() => expect(document.querySelector('fieldset')?.disabled).toBe(false))
  })

  it('unmounts completely and can be mounted again', async () => {
    const error = vi.spyOn(console, 'error')
    const page = await openPage()
    page.unmount()
    expect(document.querySelector('.stripe-sandbox')).toBeNull()
    expect(error).not.toHaveBeenCalled()
    await openPage()
    expect(screen.getAllByLabelText('Card number')).toHaveLength(1)
  })

  it('rejects an incomplete or real card without sending anything', async () => {
    const send = vi.spyOn(globalThis, 'fetch')
    const user = userEvent.setup()
    const page = await openPage()
    await waitFor(() => expect(page.seen.stripe).not.toBeNull())
    const pay = async () => {
      const { stripe, elements } = page.seen
      const card = elements?.getElement(CardElement)
      if (!stripe || !card) throw new Error('not loaded')
      return stripe.createPaymentMethod({ type: 'card', card })
    }
    expect((await pay()).error).toMatchObject({
      type: 'validation_error',
      code: 'incomplete_number',
    })
    expect(page.onChange.mock.lastCall?.[0].error?.code).toBe('incomplete_number')

    await user.type(screen.getByLabelText('Card number'), '4111111111111111')
    await user.type(screen.getByLabelText('Expiration date'), '1234')
    await user.type(screen.getByLabelText('CVC'), '123')
    expect((await pay()).error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    })
    expect(send).not.toHaveBeenCalled()
  })
})

describe('the stand-in itself', () => {
  const stripe = () => createInstance(new URL('http://localhost/'), 'pk_test_page')

  it('accepts publishable keys of test mode only', () => {
    for (const key of ['sk_test_1', 'pk_live_1', '']) {
      expect(() => createInstance(new URL('http://localhost/'), key)).toThrow('pk_test_')
    }
  })

  it('has one card at a time, which can be replaced after it is destroyed', () => {
    const elements = stripe().elements()
    const first = elements.create('card')
    expect(() => elements.create('card')).toThrow('Can only create one')
    expect(() => elements.create('iban')).toThrow('card Element only')
    expect(elements.getElement('card')).toBe(first)
    first.destroy()
    expect(elements.getElement('card')).toBeNull()
    expect(elements.create('card')).not.toBe(first)
  })

  it('rejects a foreign card, and creates no tokens', async () => {
    await expect(stripe().createPaymentMethod({ type: 'card', card: {} })).rejects.toThrow(
      'still mounted',
    )
    await expect(stripe().createToken()).rejects.toThrow('no tokens')
  })
})
