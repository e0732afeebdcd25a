import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import type { Confirmation } from '#machines/payment/payment-machine.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/payments/card-errors.ts'
import * as cardWords from '#words/en/payments/cards.ts'

/** Timeout of the provider's calls in milliseconds; the bank's challenge has none. */
const TIMEOUT_MS = 60_000

interface Cardholder {
  name: string
  email: string
}

/** The card provider, as the payment machine needs it. */
export interface CardAdapter {
  /** Loads the provider's script; `stripe` is there afterwards. */
  load(): Promise<void>
  readonly stripe: Stripe | null
  /** The mounted card field, if any. */
  element: StripeCardElement | null
  /** Registers the typed card; resolves to the provider's id. */
  createPaymentMethod(cardholder: Cardholder): Promise<string>
  confirm(payment: { clientSecret: string; paymentMethod: string }): Promise<Confirmation>
  /** Shows the bank's challenge and waits for the cardholder. */
  authenticate(payment: { clientSecret: string }): Promise<AfterChallenge>
}

type AfterChallenge = Exclude<Confirmation, { kind: 'authentication' }>

/**
 * The card provider behind `loadStripe`. Every call but `load` throws errors with the provider's own
 * message for users.
 */
export function createCardAdapter(loadStripe: () => Promise<Stripe>): CardAdapter {
  let stripe: Stripe | null = null

  function loaded(): Stripe {
    if (!stripe) throw new Error(words.stillLoading)
    return stripe
  }

  const adapter: CardAdapter = {
    element: null,
    get stripe() {
      return stripe
    },
    async load() {
      stripe = await loadStripe()
    },
    async createPaymentMethod(cardholder) {
      if (!adapter.element) throw new Error(words.notOnScreen)
      const { error, paymentMethod } = await inTime(
        loaded().createPaymentMethod({
          type: 'card',
          card: adapter.element,
          billing_details: cardholder,
        }),
      )
      if (error) throw refusal(error)
      return paymentMethod.id
    },
    async confirm({ clientSecret, paymentMethod }) {
      // The challenge is a separate step, so that the screen can describe it.
      const options = { handleActions: false }
      const result = await inTime(
        loaded().confirmCardPayment(clientSecret, { payment_method: paymentMethod }, options),
      )
      return readResult(result)
    },
    async authenticate({ clientSecret }) {
      const confirmation = readResult(await loaded().handleNextAction({ clientSecret }))
      if (confirmation.kind !== 'authentication') return confirmation
      throw new Error(words.bankDidNotConfirm)
    },
  }
  return adapter
}

interface Result {
  paymentIntent?: PaymentIntent
  error?: StripeError
}

/**
 * The result of a confirmation. An intent that was already paid, as in another tab, counts as paid
 * now: the provider calls that an unexpected state.
 * https://docs.stripe.com/error-codes#payment-intent-unexpected-state
 */
function readResult({ paymentIntent, error }: Result): Confirmation {
  const intent = paymentIntent ?? error?.payment_intent
  switch (intent?.status) {
    case 'succeeded':
    case 'processing':
    case 'requires_capture':
      return { kind: 'charged', transactionId: intent.id }
    case 'canceled':
      return { kind: 'outdated' }
    case 'requires_action':
      if (!error) return { kind: 'authentication' }
  }
  throw refusal(error, isDecline(error) ? ` ${cardWords.nothingCharged}` : '')
}

/** Whether the bank declined, or the cardholder did not confirm; a timeout is no decline. */
function isDecline(error: StripeError | undefined): boolean {
  return error?.type === 'card_error' || error?.code === 'payment_intent_authentication_failure'
}

/** Whether the message is for cardholders; all others of Stripe are in English only. */
const isForCardholders = (error: StripeError): boolean =>
  isDecline(error) || error.type === 'validation_error'

function refusal(error: StripeError | undefined, more = ''): Error {
  if (error?.message && (LANGUAGE === 'en' || isForCardholders(error)))
    return new Error(`${error.message}${more}`)
  return new Error(words.didNotGoThrough)
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(words.notResponding)), TIMEOUT_MS)
  try {
    return await Promise.race([answer, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
