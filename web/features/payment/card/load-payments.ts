import type { Stripe } from '@stripe/stripe-js'
// Not the main entry: that one asks for Stripe's script as soon as it is imported.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { SiteConfig } from '../../../../contract/config.ts'
import { loadChunk } from '../../../lib/load-chunk.ts'

/** Milliseconds after which the script is given up: something between us and it holds it back. */
const TIME_LIMIT = 30_000

let loading: Promise<Stripe> | null = null

/**
 * Loads the card provider's script, once per page and again only after a failure. Where the server
 * names a script of its own, that one comes first: the provider's loader takes what it finds.
 * Throws an error with a sentence for people when the script is blocked or does not come.
 */
export function loadPayments(config: SiteConfig['payments']): Promise<Stripe> {
  loading ??= loadChunk(() => load(config), TIME_LIMIT).catch((cause: unknown) => {
    loading = null
    throw new Error(
      'We couldn’t load the card form. A browser extension may be blocking it, or the connection is weak.',
      { cause },
    )
  })
  return loading
}

async function load({ publishableKey, scriptUrl }: SiteConfig['payments']): Promise<Stripe> {
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('There is no window to load Stripe into')
  return stripe
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${url} did not load`))
    }
    document.head.append(script)
  })
}
