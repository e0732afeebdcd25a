import { CardElement, useElements } from '@stripe/react-stripe-js'
import type {
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeElementStyle,
} from '@stripe/stripe-js'
import { type ReactNode, useId, useLayoutEffect, useSyncExternalStore } from 'react'
import * as words from '#words/en/payments/cards.ts'

interface CardFieldProps {
  /** The message under the field; it is announced and describes the field. */
  error: string | null
  disabled: boolean
  /** Called with the provider's field when it is mounted, and with null when it is unmounted. */
  onElement: (element: StripeCardElement | null) => void
  onChange: (event: StripeCardElementChangeEvent) => void
  /** Above the field, as the kept cards. */
  before?: ReactNode
  /** Below it. */
  after?: ReactNode
}

/**
 * The provider's card field with label and message. Its content stays with the provider. Needs the
 * provider's `Elements` around it.
 */
export function CardField({ error, disabled, onElement, onChange, before, after }: CardFieldProps) {
  const id = useId()
  const style = useCardStyle()
  const elements = useElements()
  // Not at its `ready` event, which may have fired before the listener was added.
  useLayoutEffect(() => {
    onElement(elements?.getElement(CardElement) ?? null)
    return () => onElement(null)
  }, [elements, onElement])
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1.5 font-bold">{words.card}</legend>
      {before}
      <div
        className={`rounded-field border bg-base-100 p-4 ${error ? 'border-error' : 'border-line'}`}
      >
        <CardElement options={{ style, disabled }} onChange={onChange} />
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-sm font-semibold text-error">
          {error}
        </p>
      )}
      {after}
    </fieldset>
  )
}

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme's colors for the provider's fields, which are in a frame that our styles cannot reach. */
function useCardStyle(): StripeElementStyle {
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme)
  const theme = getComputedStyle(document.documentElement)
  const color = (name: string) => theme.getPropertyValue(name).trim() || undefined
  return {
    base: {
      color: color('--color-base-content'),
      iconColor: color('--tone-muted'),
      fontFamily: '"Nunito Variable", ui-rounded, system-ui, sans-serif',
      fontSize: '17px',
      '::placeholder': { color: color('--tone-muted') },
    },
    invalid: { color: color('--color-error'), iconColor: color('--color-error') },
  }
}
