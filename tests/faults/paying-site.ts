import { addDays } from 'date-fns/addDays'
import type Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { toIsoDate } from '#contract/dates.ts'
import { paymentIntentResponse } from '#contract/payments/payment-intents.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertAppointment } from '#drizzle/queries/booking/appointments.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { events } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { authenticate, payWithCard } from '#sandbox/stripe/testing/browser.ts'
import { secretKey, startSandbox, webhookSecret } from '#sandbox/stripe/testing/harness.ts'
import { openIntent as openPaymentPage, type PayingTest } from '#server/testing/paying.ts'
import { buildTestApp, type Session, signIn, type TestApp } from '#server/testing/test-app.ts'
import { productRegistry } from '#workers/jobs/registry.ts'
import { startEmbeddedRunner } from '#workers/queue/embedded-runner.ts'
import { defaultSettings } from '#workers/queue/settings.ts'
import { isAtRest } from '../support/rest.ts'

/** The test cards that the sandbox shares with Stripe (https://docs.stripe.com/testing). */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticated: '4000002760003184',
  disputed: '4000000000000259',
}

/** An unpaid appointment of a new patient, for the calls in server/testing/paying.ts. */
export type Bill = Pick<PayingTest, 'app' | 'session' | 'appointmentId'>

/** The site's server with the real Stripe SDK and a sandbox that delivers webhooks to it. */
export interface PayingSite extends Omit<TestApp, 'stripe'> {
  url: string
  sandbox: StripeSandbox
  /** The real SDK, connected to the sandbox. */
  sdk: Stripe
  context: PaymentContext
  /** Starts the product's workers in this process, with the sweep unless told otherwise. */
  startWorkers(options?: { sweep: boolean }): void
}

export async function startPayingSite({
  timeoutMs,
}: {
  timeoutMs?: number
} = {}): Promise<PayingSite> {
  const { sandbox, stripe: sdk } = await startSandbox()
  const stripe = connectStripe({
    secretKey,
    webhookSecrets: [webhookSecret],
    api: { protocol: 'http', host: '127.0.0.1', port: sandbox.port },
    timeoutMs,
  })
  const now = () => new Date()
  const wake = { relay: () => {} }
  const test = await buildTestApp({ stripe, clock: now, wakeRelay: () => wake.relay() })
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  sandbox.control.sendWebhooksTo(`${url}/webhooks/stripe`)
  return {
    ...test,
    url,
    sandbox,
    sdk,
    context: { db: test.db, stripe, now },
    startWorkers({ sweep } = { sweep: true }) {
      const registry = productRegistry({ ...test, stripe })
      const runner = startEmbeddedRunner({
        db: test.db,
        registry: sweep ? registry : { ...registry, periodicJobs: [] },
        log: test.app.log,
        settings: { ...defaultSettings, firstDelayMs: 10, pollMs: 20 },
      })
      wake.relay = runner.wake
      onTestFinished(runner.close)
    },
  }
}

/** No webhook arrives. */
export const LOSE = { on: 'webhook', times: 'always', fault: { kind: 'lose' } } as const

let billed = 0

/** Books an unpaid appointment for the patient, or for a new one. */
export async function bill(
  site: Pick<PayingSite, 'app' | 'db' | 'identity'>,
  of?: Session,
): Promise<Bill> {
  const { app, db } = site
  billed += 1
  const number = billed
  const session = of ?? (await signIn(site, `parent${number}@example.com`))
  const treatment = listOfferedTreatments(db).find(({ name }) => name === 'Allergy Testing')
  if (!treatment) throw new Error('The database has no treatments.')
  const appointment = insertAppointment(db, {
    id: uuidv7(),
    treatmentId: treatment.id,
    treatment: treatment.name,
    doctorId: null,
    doctorName: null,
    priceCents: 110_00,
    date: toIsoDate(addDays(new Date(), number)),
    startMinute: 600,
    lengthMinutes: 30,
    patientUid: session.uid,
    patientName: 'Paula Parent',
    email: session.email,
    phone: '+1 212 555 0100',
    address: '1 Main Street',
    createdAt: new Date(),
    terms: DEFAULT_TERMS,
  })
  if (!appointment) throw new Error('The slot is taken.')
  return { app, session, appointmentId: appointment.id }
}

/** Opens the payment page; returns its intent from Stripe. */
export async function openIntent(site: PayingSite, of: Bill): Promise<Stripe.PaymentIntent> {
  return site.sdk.paymentIntents.retrieve(await openPaymentPage(of))
}

/** An open payment without a card. */
export interface OpenPayment {
  of: Bill
  intent: Stripe.PaymentIntent
}

/** Opens the payment of a new patient's appointment. */
export async function openPayment(site: PayingSite): Promise<OpenPayment> {
  const of = await bill(site)
  return { of, intent: await openIntent(site, of) }
}

/** Opens one payment for several appointments, at their prices in dollars; returns its intent from Stripe. */
export async function openJointIntent(
  { sdk }: Pick<PayingSite, 'sdk'>,
  session: Session,
  appointments: readonly { appointment: string; price: number }[],
): Promise<Stripe.PaymentIntent> {
  const answer = await session.post('/payments', { appointments })
  expect(answer.statusCode).toBe(200)
  const { clientSecret } = paymentIntentResponse.parse(answer.json())
  return sdk.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '')
}

/** Opens one payment for two appointments of a new patient. */
export async function openPaymentOfTwo(site: PayingSite) {
  const { session, appointmentId } = await bill(site)
  const ids = [appointmentId, (await bill(site, session)).appointmentId]
  const items = ids.map((appointment) => ({ appointment, price: 110 }))
  return { ids, intent: await openJointIntent(site, session, items) }
}

/** Resolves when the webhooks have arrived or are lost, and every event has been handled. */
export async function rest({ sandbox, db }: Pick<PayingSite, 'sandbox' | 'db'>): Promise<void> {
  await sandbox.control.webhooksSettled()
  await expect.poll(() => isAtRest(db), { timeout: 20_000 }).toBe(true)
}

/** Pays with a card, as Stripe.js does in the browser; returns the intent afterwards. */
export async function payInBrowser(
  { sandbox, sdk }: Pick<PayingSite, 'sandbox' | 'sdk'>,
  intent: Stripe.PaymentIntent,
  {
    card = CARDS.good,
    challenge = 'complete',
  }: { card?: string; challenge?: 'complete' | 'fail' } = {},
): Promise<Stripe.PaymentIntent> {
  const confirmed = await payWithCard(sandbox, intent.client_secret, card)
  if (confirmed.body.status === 'requires_action') {
    await authenticate(sandbox, confirmed.body, challenge)
  }
  return sdk.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
}

/** Number of events by 'kind subject'. */
export function countEvents(db: Transaction): Map<string, number> {
  const groups = Map.groupBy(allOf(db, events), ({ kind, subject }) => `${kind} ${subject}`)
  return new Map([...groups].map(([name, group]) => [name, group.length]))
}
