import { sumCents } from '#contract/money.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import {
  IdempotencyKeySpent,
  type Intent,
  PaymentsUnavailable,
  type Refund,
  type StripeAdapter,
  type StripeEvent,
} from '#domain/payments/stripe/stripe-adapter.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'

interface FakeRefund extends Refund {
  intentId: string
}

export interface FakeStripe extends StripeAdapter {
  /** Stripe's records, which tests change like a cardholder, a bank or the clinic's staff would. */
  readonly intents: Map<string, Intent>
  readonly refunds: Map<string, FakeRefund>
  /** Customers that exist. */
  readonly customers: Set<string>
  /** The customer of each attached card. */
  readonly attached: Map<string, string>
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
  interruptAfter: ((call: string) => void | Promise<void>) | null
  /** The first status of requested refunds. */
  refundStatus: Refund['status']
  /** The clinic's staff refund an intent in Stripe's dashboard, whole unless `amountCents` is given. */
  refundInDashboard(intentId: string, amountCents?: number): void
  /** The bank decides on all refunds. */
  settleRefunds(status: Refund['status']): void
  /** The bank decides on one refund. */
  settleRefund(id: string, status: Refund['status']): void
  /** Creates an intent that this server did not request. */
  addIntent(changes?: Partial<Intent>): Intent
  change(id: string, changes: Partial<Intent>): void
  /** Charges a card, one of its own unless its last digits are given: the intent has succeeded. */
  charge(id: string, last4?: string, paymentMethodId?: string): void
  /** The bank declines the card. */
  decline(id: string, message?: string, declineCode?: string): void
}

/** An in-memory card payment provider for tests. It checks signatures like Stripe's SDK. */
export function createFakeStripe(): FakeStripe {
  const { readEvent } = connectStripe({
    secretKey: 'sk_test_of_the_tests',
    webhookSecrets: [WEBHOOK_SECRET],
  })
  const byKey = new Map<string, string>()
  /** How open intents are paid. */
  const cards = new Map<string, Parameters<StripeAdapter['setCard']>[0]>()
  let made = 0

  async function call<Result>(name: string, work: () => Result): Promise<Result> {
    await fake.interrupt?.(name)
    if (fake.outage === 'before') throw new PaymentsUnavailable(5)
    const result = work()
    await fake.interruptAfter?.(name)
    if (fake.outage === 'after') throw new PaymentsUnavailable(5)
    return result
  }

  function known(id: string): Intent {
    const intent = fake.intents.get(id)
    if (!intent) throw new Error(`Stripe's record has no ${id}`)
    return intent
  }

  function addRefund(refund: Omit<FakeRefund, 'id'>): FakeRefund {
    made += 1
    const { intentId } = refund
    const row = { ...refund, id: `re_${made}` }
    fake.refunds.set(row.id, row)
    fake.change(intentId, { refundedCents: refundedOf(intentId) })
    return row
  }

  // At Stripe, too, a pending refund already counts.
  function refundedOf(id: string): number {
    const refunds = [...fake.refunds.values()]
    return sumCents(
      refunds.filter(({ intentId, status }) => intentId === id && status !== 'refused'),
    )
  }

  const fake: FakeStripe = {
    livemode: false,
    intents: new Map(),
    refunds: new Map(),
    customers: new Set(),
    attached: new Map(),
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
        requestKey: null,
        clientSecret: `${id}_secret_${made}`,
        card: null,
        paymentMethodId: null,
        attached: null,
        refundedCents: 0,
        disputed: false,
        disputeLost: false,
        disputeWon: false,
        failure: null,
        ...changes,
      }
      fake.intents.set(intent.id, intent)
      return intent
    },
    change(id, changes) {
      fake.intents.set(id, { ...known(id), ...changes })
    },
    charge(id, last4 = '4242', typed = `pm_of_${id}`) {
      const { customerId, isKept, paymentMethodId = null } = cards.get(id) ?? {}
      const card = { brand: 'visa', last4 }
      const method = paymentMethodId ?? typed
      if (isKept && customerId) fake.attached.set(method, customerId)
      const expiry = { fingerprint: `fp${last4}`, expiryMonth: 12, expiryYear: 2034 }
      fake.change(id, {
        status: 'succeeded',
        receivedCents: known(id).amountCents,
        failure: null,
        card,
        paymentMethodId: method,
        attached:
          isKept && customerId ? { ...card, ...expiry, customerId, paymentMethodId: method } : null,
      })
    },
    decline(id, message = 'Your card was declined.', declineCode = 'generic_decline') {
      made += 1
      fake.change(id, {
        failure: { name: `ch_${made}`, code: 'card_declined', declineCode, message },
      })
    },

    createIntent: ({ requestKey: key, ...wanted }) => {
      fake.keys.push(key)
      return call('createIntent', () => {
        if (fake.spentKeys.has(key)) throw new IdempotencyKeySpent()
        const id = byKey.get(key)
        if (id) return { ...known(id), status: 'open' }
        const intent = fake.addIntent({ ...wanted, requestKey: key })
        byKey.set(key, intent.id)
        return intent
      })
    },
    retrieveIntent: (id) => call('retrieveIntent', () => fake.intents.get(id) ?? null),
    async *listIntents() {
      yield* await call('listIntents', () => [...fake.intents.values()].reverse())
    },
    cancelIntent: (id) =>
      call('cancelIntent', () => {
        if (known(id).status !== 'open') return false
        fake.change(id, { status: 'canceled' })
        return true
      }),
    createCustomer: (key) =>
      call('createCustomer', () => {
        const id = byKey.get(key) ?? `cus_${fake.customers.size + 1}`
        byKey.set(key, id)
        fake.customers.add(id)
        return id
      }),
    deleteCustomer: (id) =>
      call('deleteCustomer', () => {
        fake.customers.delete(id)
        for (const [method, customer] of fake.attached) {
          if (customer === id) fake.attached.delete(method)
        }
      }),
    detachCard: (id) => call('detachCard', () => void fake.attached.delete(id)),
    setCard: (card) =>
      call('setCard', () => {
        const { intentId, customerId, paymentMethodId } = card
        if (known(intentId).status !== 'open') return 'closed'
        const isTheirs =
          paymentMethodId === null || fake.attached.get(paymentMethodId) === customerId
        if (!fake.customers.has(customerId) || !isTheirs) return 'refused'
        cards.set(intentId, card)
        return 'done'
      }),
    refund: ({ intentId, amountCents, refundId }) => {
      fake.keys.push(refundId)
      return call('refund', () => {
        const again = fake.refunds.get(byKey.get(refundId) ?? '')
        if (again) return again
        const { receivedCents, refundedCents } = known(intentId)
        if (amountCents > receivedCents - refundedCents) return null
        const refund = addRefund({ intentId, amountCents, refundId, status: fake.refundStatus })
        byKey.set(refundId, refund.id)
        return refund
      })
    },
    listRefunds: (id) =>
      call('listRefunds', () =>
        [...fake.refunds.values()].filter(({ intentId }) => intentId === id),
      ),
    refundInDashboard(intentId, amountCents = known(intentId).amountCents) {
      addRefund({ intentId, amountCents, refundId: null, status: 'done' })
    },
    settleRefund(id, status) {
      const refund = fake.refunds.get(id)
      if (!refund) throw new Error(`Stripe's record has no ${id}`)
      fake.refunds.set(id, { ...refund, status })
      fake.change(refund.intentId, { refundedCents: refundedOf(refund.intentId) })
    },
    settleRefunds(status) {
      for (const refund of fake.refunds.values()) fake.refunds.set(refund.id, { ...refund, status })
      for (const id of new Set([...fake.refunds.values()].map(({ intentId }) => intentId))) {
        fake.change(id, { refundedCents: refundedOf(id) })
      }
    },
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
