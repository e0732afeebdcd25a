import type { Stripe } from '@stripe/stripe-js'
// Not the main entry, which loads Stripe's script on import.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { SiteConfig } from '#contract/config/config.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/payments/card-errors.ts'

/** Timeout for loading the script, in milliseconds. */
const TIME_LIMIT = 30_000

let loading: Promise<Stripe> | null = null

/**
 * Loads the card provider's script, once per page and again only after a failure. If the server has
 * its own script (the stand-in), that one is loaded first, and the provider's loader uses it. Throws
 * an error with a message for users when the script is blocked or does not load.
 */
export function loadPayments(config: SiteConfig['payments']): Promise<Stripe> {
  loading ??= loadChunk(() => load(config), TIME_LIMIT).catch((cause: unknown) => {
    loading = null
    throw new Error(words.formNotLoaded, { cause })
  })
  return loading
}

async function load({ publishableKey, scriptUrl }: SiteConfig['payments']): Promise<Stripe> {
  if (scriptUrl && !window.Stripe) await addScript(scriptUrl)
  const stripe = await loadStripe(publishableKey, { locale: LANGUAGE })
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
