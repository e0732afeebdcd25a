import type {
  CreatePaymentMethodCardData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethod,
  PaymentMethodResult,
  StripeCardElementOptions,
  StripeConstructorOptions,
  StripeError,
} from '@stripe/stripe-js'
import { describeDecline } from '#contract/payments/declines.ts'
import { isLanguage } from '#words/languages.ts'
import { SANDBOX_CARDS, type SandboxCard } from '#words/sandbox-cards.ts'
import { cardByNumber, liveCardDecline } from '../payments/cards.ts'
import { type CardElement, type CardReader, createCardElement } from './card-element.ts'
import { askCardholder } from './challenge.ts'
import { IntegrationError } from './dom.ts'

type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError }

/** The calls of a browser to the API, as Stripe.js makes them: publishable key, form-encoded. */
type BrowserApi = {
  get<T>(path: string, params: Record<string, string>): Promise<Result<T>>
  post<T>(path: string, params: Record<string, string>): Promise<Result<T>>
}

/** The error in the language of the page. The API's own messages are in English. */
function inLanguage(error: StripeError, words: SandboxCard): StripeError {
  const { type, code, decline_code: declineCode } = error
  const isForCardholder = type === 'card_error' || code === 'payment_intent_authentication_failure'
  if (words.language === 'en' || !isForCardholder) return error
  if (declineCode === liveCardDecline.decline_code) return { ...error, message: words.liveCard }
  return { ...error, message: describeDecline([declineCode, code], words.declines) }
}

/**
 * @param base where the script was loaded from, ending in `/`; the calls go to `<base>v1/…`
 * @param key the publishable key
 */
function createApi(base: URL, key: string, words: SandboxCard): BrowserApi {
  async function call<T>(path: string, init: RequestInit): Promise<Result<T>> {
    try {
      const response = await fetch(new URL(`v1/${path}`, base), {
        ...init,
        headers: { authorization: `Bearer ${key}` },
      })
      const body: T & { error?: StripeError } = await response.json()
      return body.error ? { error: inLanguage(body.error, words) } : { value: body }
    } catch {
      return { error: { type: 'api_connection_error', message: words.unreachable } }
    }
  }
  return {
    get: (path, params) => call(`${path}?${new URLSearchParams(params).toString()}`, {}),
    post: (path, params) => call(path, { method: 'POST', body: new URLSearchParams(params) }),
  }
}

/** An Element by its type, or by its component of react-stripe-js. */
type ElementName = string | { __elementType?: string } | null | undefined

type SandboxElements = {
  create(type: string, options?: StripeCardElementOptions): CardElement
  getElement(name: ElementName): CardElement | null
  update(options: object): void
}

type CardData = Pick<CreatePaymentMethodCardData, 'billing_details'> & { card: unknown }

/** The part of Stripe.js that the clinic uses; see `@stripe/stripe-js`. react-stripe-js requires
 * `createToken`. */
export type SandboxStripe = {
  elements(options?: object): SandboxElements
  createPaymentMethod(data: { type?: string } & CardData): Promise<PaymentMethodResult>
  /** Leaves the challenge to `handleNextAction`, as with `handleActions: false`. */
  confirmCardPayment(
    clientSecret: string,
    data: { payment_method: string },
  ): Promise<PaymentIntentResult>
  handleNextAction(options: { clientSecret: string }): Promise<PaymentIntentResult>
  createToken(): Promise<never>
}

/** The readers of all Elements, hidden from the page. */
const readers = new WeakMap<object, CardReader>()

function createElements(words: SandboxCard): SandboxElements {
  let card: CardElement | null = null
  return {
    create: (type, options = {}) => {
      if (type !== 'card') {
        throw new IntegrationError(`The sandbox has the card Element only, not ${type}.`)
      }
      if (card) throw new IntegrationError('Can only create one Element of type card.')
      const made = createCardElement(options, words, () => {
        card = null
      })
      card = made.element
      readers.set(made.element, made.reader)
      return made.element
    },
    getElement: (name) => {
      const type = typeof name === 'string' ? name : name?.__elementType
      return type === 'card' ? card : null
    },
    update: () => undefined,
  }
}

/** The path of a client secret's intent. */
const pathOf = (clientSecret: string) => `payment_intents/${clientSecret.split('_secret_')[0]}`

async function createPaymentMethod(
  api: BrowserApi,
  words: SandboxCard,
  { card, billing_details: billing }: CardData,
): Promise<PaymentMethodResult> {
  const reader = typeof card === 'object' && card !== null ? readers.get(card) : undefined
  if (!reader?.mounted()) {
    throw new IntegrationError(
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
    )
  }
  const problem = reader.check()
  if (problem) {
    const { code, message } = problem
    return { error: { type: 'validation_error', code, message } }
  }
  const { number, expiry, cvc, postalCode } = reader.details()
  // A real card never leaves the page.
  if (!cardByNumber(number)) {
    return { error: inLanguage({ type: 'card_error', ...liveCardDecline }, words) }
  }
  const { value, error } = await api.post<PaymentMethod>('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': String(Number(expiry.slice(0, 2))),
    'card[exp_year]': expiry.slice(2),
    'card[cvc]': cvc,
    ...(billing?.name && { 'billing_details[name]': billing.name }),
    ...(billing?.email && { 'billing_details[email]': billing.email }),
    ...(postalCode && { 'billing_details[address][postal_code]': postalCode }),
  })
  return error ? { error } : { paymentMethod: value }
}

/** Shows an open challenge to the cardholder and returns the outcome. */
async function authenticate(
  api: BrowserApi,
  clientSecret: string,
  intent: PaymentIntent,
  words: SandboxCard,
): Promise<PaymentIntentResult> {
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  const outcome = await askCardholder(intent, words)
  const action = new Map<string, unknown>(Object.entries(intent.next_action?.use_stripe_sdk ?? {}))
  const { value, error } = await api.post<PaymentIntent>(
    `payment_intents/${intent.id}/authenticate`,
    { client_secret: clientSecret, source: String(action.get('source')), outcome },
  )
  if (error) return { error }
  const refused = value.status === 'requires_payment_method' && value.last_payment_error
  if (!refused) return { paymentIntent: value }
  return { error: inLanguage({ ...refused, payment_intent: value }, words) }
}

/**
 * Creates what `Stripe(publishableKey)` returns.
 * @param base the URL of the script's folder, to which the calls go
 * @param options `locale`: the language of what cardholders read; English if it has none
 * @throws IntegrationError for a key that is not a publishable one of test mode
 */
export function createInstance(
  base: URL,
  publishableKey: string,
  { locale }: StripeConstructorOptions = {},
): SandboxStripe {
  if (!/^pk_test_\w+/.test(publishableKey)) {
    throw new IntegrationError(
      'The sandbox takes publishable keys of test mode only (pk_test_…). Load the real Stripe.js for others.',
    )
  }
  const words = SANDBOX_CARDS[isLanguage(locale) ? locale : 'en']
  const api = createApi(base, publishableKey, words)

  return {
    elements: () => createElements(words),
    createPaymentMethod: (data) => createPaymentMethod(api, words, data),
    confirmCardPayment: async (clientSecret, { payment_method }) => {
      const params = { client_secret: clientSecret, payment_method }
      const path = `${pathOf(clientSecret)}/confirm`
      const { value, error } = await api.post<PaymentIntent>(path, params)
      return error ? { error } : { paymentIntent: value }
    },
    handleNextAction: async ({ clientSecret }) => {
      const { value, error } = await api.get<PaymentIntent>(pathOf(clientSecret), {
        client_secret: clientSecret,
      })
      return error ? { error } : authenticate(api, clientSecret, value, words)
    },
    createToken: () => Promise.reject(new IntegrationError('The sandbox has no tokens.')),
  }
}
