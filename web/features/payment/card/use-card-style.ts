import type { StripeElementStyle } from '@stripe/stripe-js'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme's colours for the provider's fields, which live in a frame that styles cannot reach. */
export function useCardStyle(): StripeElementStyle {
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme)
  const theme = getComputedStyle(document.documentElement)
  const colour = (name: string) => theme.getPropertyValue(name).trim() || undefined
  return {
    base: {
      color: colour('--color-base-content'),
      iconColor: colour('--tone-muted'),
      fontFamily: '"Nunito Variable", ui-rounded, system-ui, sans-serif',
      fontSize: '17px',
      '::placeholder': { color: colour('--tone-muted') },
    },
    invalid: { color: colour('--color-error'), iconColor: colour('--color-error') },
  }
}
