import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Keys, keyFrom } from './api/auth.ts'
import { StripeRefusal } from './api/errors.ts'
import { type Faults, faultRule } from './faults.ts'
import { settleIntent } from './payments/confirm.ts'
import { closeDispute, openDispute } from './payments/disputes.ts'
import { createRefund, settleRefund } from './payments/refunds.ts'
import { type Scope, showCharge } from './records/scope.ts'
import { toDispute, toPaymentIntent, toPaymentMethod, toRefund } from './records/shapes.ts'
import type { Store } from './records/store.ts'
import { listDeliveries, releaseHeld } from './webhooks/webhook-queue.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The interface with which tests control the sandbox. */
export type SandboxControl = ReturnType<typeof createControl>

/** All payments, for reconciliation. */
export type SandboxRecord = ReturnType<SandboxControl['record']>

export function createControl(store: Store, faults: Faults, webhooks: Webhooks, now: () => number) {
  /** Changes the record as a bank does, without a request to the API. */
  const change = <Result>(work: (scope: Scope) => Result): Result => {
    const scope: Scope = { store, faults, now, caller: 'secret' }
    const result = store.transaction(() => work(scope))
    webhooks.wake()
    return result
  }
  return {
    /** Adds a fault; see `faults.ts`. @throws ZodError when the rule is invalid */
    addFault: faults.add,
    /** The faults that are still active. */
    faults: faults.list,
    /** Removes all faults and releases the webhooks that were held back for reordering. */
    clearFaults() {
      faults.clear()
      releaseHeld(store, now())
      webhooks.wake()
    },
    /** Every webhook with its state, oldest first. */
    deliveries: () => listDeliveries(store),
    /** Sends one event's webhook (again), or all that were not accepted, now. */
    deliverNow: webhooks.deliverNow,
    /** Resolves when no webhook is waiting. */
    webhooksSettled: webhooks.settled,
    sendWebhooksTo: webhooks.sendTo,
    /** All payments. Amounts in cents. */
    record() {
      const charges = store.all('charge').map((charge) => showCharge(store, charge))
      return {
        payment_intents: store.all('payment_intent').map(toPaymentIntent),
        charges,
        refunds: store.all('refund').map(toRefund),
        disputes: store.all('dispute').map(toDispute),
        /** For customers: payment methods that can pay again. */
        attached: store
          .all('payment_method')
          .filter(({ customer }) => customer)
          .map(toPaymentMethod),
        customers: store.all('customer').filter(({ deleted }) => !deleted),
        totals: {
          charged: charges.reduce((sum, charge) => sum + charge.amount_captured, 0),
          refunded: charges.reduce((sum, charge) => sum + charge.amount_refunded, 0),
        },
      }
    },
    /**
     * Settles an intent that the fault `hold` left processing.
     * @throws StripeRefusal
     */
    settle: (paymentIntent: string, outcome: 'succeeded' | 'failed') =>
      change((scope) => {
        const intent = store.need('payment_intent', paymentIntent)
        return toPaymentIntent(settleIntent(scope, intent, outcome))
      }),
    /**
     * Refunds `amount` cents of an intent, or all that is left, as in Stripe's dashboard.
     * @throws StripeRefusal
     */
    refund: (payment_intent: string, amount?: number) =>
      change((scope) => toRefund(createRefund(scope, { payment_intent, amount }))),
    /**
     * The bank decides on a refund, even on one that had succeeded.
     * @throws StripeRefusal
     */
    settleRefund: (refund: string, outcome: 'succeeded' | 'failed') =>
      change((scope) => toRefund(settleRefund(scope, store.need('refund', refund), outcome))),
    /** The cardholder disputes what is left of an intent's charge. @throws StripeRefusal */
    dispute: (paymentIntent: string) =>
      change((scope) => {
        const { latestCharge } = store.need('payment_intent', paymentIntent)
        return openDispute(scope, store.need('charge', latestCharge ?? ''))
      }),
    /** The bank decides on the dispute of an intent's charge. @throws StripeRefusal */
    closeDispute: (paymentIntent: string, status: 'won' | 'lost') =>
      change((scope) => closeDispute(scope, paymentIntent, status)),
  }
}

const settleBody = z.strictObject({ outcome: z.enum(['succeeded', 'failed']) })

/**
 * The control over HTTP, for tests in other processes: the record, held charges, and disputes. It needs the
 * secret key, so that no web page can use it.
 */
export function registerControl(app: FastifyInstance, control: SandboxControl, keys: Keys): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        if (keyFrom(request.headers.authorization) === keys.secret) return
        throw new StripeRefusal(401, {
          type: 'invalid_request_error',
          message: 'The control of the sandbox needs its secret key.',
        })
      })
      scope.get('/record', async () => control.record())
      scope.post('/faults', async (request) => {
        control.addFault(faultRule.parse(request.body))
        return control.faults()
      })
      scope.post<{ Params: { id: string } }>('/payment_intents/:id/settle', async (request) =>
        control.settle(request.params.id, settleBody.parse(request.body).outcome),
      )
      scope.post<{ Params: { id: string } }>('/payment_intents/:id/dispute', async (request) =>
        control.dispute(request.params.id),
      )
    },
    { prefix: '/_sandbox' },
  )
}
