import { connectStripe } from '../payments/stripe.ts'
import {
  IdempotencyKeySpent,
  type Intent,
  PaymentsUnavailable,
  type Refund,
  type StripeAdapter,
  type StripeEvent,
} from '../payments/stripe-adapter.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'

export interface FakeStripe extends StripeAdapter {
  /** Stripe's record, to be changed like a cardholder, a bank or the clinic's staff would. */
  readonly intents: Map<string, Intent>
  readonly refunds: Map<string, Refund>
  /** Idempotency keys of intents and refunds, in order. */
  readonly keys: string[]
  /** Keys for which Stripe has stored a failure. */
  readonly spentKeys: Set<string>
  readonly events: StripeEvent[]
  /** `before`: calls fail without effect; `after`: they take effect, and the response is lost. */
  outage: 'before' | 'after' | null
  /** Called with the name of each call before it takes effect. */
  interrupt: ((call: string) => void | Promise<void>) | null
  /** Called with the name of each call after it took effect, before the response. */
  interruptAfter: ((call: string) => void) | null
  /** The result of requested refunds. */
  refundStatus: Refund['status']
  /** Creates an intent that this server did not request. */
  addIntent(changes?: Partial<Intent>): Intent
  change(id: string, changes: Partial<Intent>): void
  /** Charges the card: the intent has succeeded with its full amount. */
  charge(id: string): void
  /** The bank declines the card. */
  decline(id: string, message?: string): void
}

/** A card payment provider for tests, in memory. It checks signatures like Stripe's SDK. */
export function createFakeStripe(): FakeStripe {
  const { readEvent } = connectStripe({
    secretKey: 'sk_test_of_the_tests',
    webhookSecrets: [WEBHOOK_SECRET],
  })
  const byKey = new Map<string, string>()
  let made = 0

  async function call<Result>(name: string, work: () => Result): Promise<Result> {
    await fake.interrupt?.(name)
    if (fake.outage === 'before') throw new PaymentsUnavailable(5)
    const result = work()
    fake.interruptAfter?.(name)
    if (fake.outage === 'after') throw new PaymentsUnavailable(5)
    return result
  }

  function known(id: string): Intent {
    const intent = fake.intents.get(id)
    if (!intent) throw new Error(`Stripe's record has no ${id}`)
    return intent
  }

  const fake: FakeStripe = {
    livemode: false,
    intents: new Map(),
    refunds: new Map(),
    keys: [],
    spentKeys: new Set(),
    events: [],
    outage: null,
    interrupt: null,
    interruptAfter: null,
    refundStatus: 'done',

    addIntent(changes = {}) {
      made += 1
      const id = `pi_${made}`
      const intent: Intent = {
        id,
        status: 'open',
        amountCents: 11_000,
        receivedCents: 0,
        currency: 'usd',
        livemode: false,
        appointmentId: null,
        clientSecret: `${id}_secret_${made}`,
        refunded: false,
        disputed: false,
        disputeLost: false,
        failure: null,
        ...changes,
      }
      fake.intents.set(intent.id, intent)
      return intent
    },
    change(id, changes) {
      fake.intents.set(id, { ...known(id), ...changes })
    },
    charge(id) {
      fake.change(id, { status: 'succeeded', receivedCents: known(id).amountCents, failure: null })
    },
    decline(id, message = 'Your card was declined.') {
      made += 1
      fake.change(id, { failure: { name: `ch_${made}`, code: 'card_declined', message } })
    },

    createIntent: ({ appointmentId, amountCents, currency }, key) => {
      fake.keys.push(key)
      return call('createIntent', () => {
        if (fake.spentKeys.has(key)) throw new IdempotencyKeySpent()
        const id = byKey.get(key)
        if (id) return { ...known(id), status: 'open' }
        const intent = fake.addIntent({ appointmentId, amountCents, currency })
        byKey.set(key, intent.id)
        return intent
      })
    },
    retrieveIntent: (id) => call('retrieveIntent', () => fake.intents.get(id) ?? null),
    cancelIntent: (id) =>
      call('cancelIntent', () => {
        if (known(id).status !== 'open') return false
        fake.change(id, { status: 'canceled' })
        return true
      }),
    refund: (intentId, key) => {
      fake.keys.push(key)
      return call('refund', () => {
        const id = byKey.get(key)
        const again = id && fake.refunds.get(id)
        if (again) return again
        if (known(intentId).refunded) return { id: null, status: 'done' }
        made += 1
        const refund = { id: `re_${made}`, status: fake.refundStatus }
        fake.refunds.set(refund.id, refund)
        byKey.set(key, refund.id)
        if (refund.status === 'done') fake.change(intentId, { refunded: true })
        return refund
      })
    },
    retrieveRefund: (id) =>
      call('retrieveRefund', () => {
        const refund = fake.refunds.get(id)
        if (!refund) throw new Error(`Stripe's record has no ${id}`)
        return refund
      }),
    async *listEvents({ types, since }) {
      const events = await call('listEvents', () => fake.events)
      yield* events
        .filter(({ type, createdAt }) => types.includes(type) && createdAt >= since)
        .reverse()
    },
    readEvent,
  }
  return fake
}
