import { addDays } from 'date-fns'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import { toIsoDate } from '../../contract/dates.ts'
import { toDollars } from '../../contract/money.ts'
import type { PaymentContext } from '../../domain/payments/payment-context.ts'
import { connectStripe } from '../../domain/payments/stripe.ts'
import type { Database } from '../../drizzle/client.ts'
import { appointments, events, treatments } from '../../drizzle/schema/index.ts'
import type { StripeSandbox } from '../../sandbox/stripe/server.ts'
import {
  authenticate,
  confirmInBrowser,
  enterCard,
  secretKey,
  startSandbox,
  webhookSecret,
} from '../../sandbox/stripe/testing/harness.ts'
import { buildTestApp, type Session, signIn, type TestApp } from '../../server/testing/test-app.ts'
import { productRegistry } from '../../workers/jobs/registry.ts'
import { startEmbeddedRunner } from '../../workers/queue/embedded-runner.ts'
import { defaultSettings } from '../../workers/queue/settings.ts'

/** The test cards that the sandbox shares with Stripe (https://docs.stripe.com/testing). */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticated: '4000002760003184',
  disputed: '4000000000000259',
}

export interface Bill {
  appointmentId: string
  /** Dollars. */
  price: number
  session: Session
}

/** The site's server with the real SDK against a sandbox, which delivers its webhooks to it. */
export interface PayingSite extends Omit<TestApp, 'stripe'> {
  url: string
  sandbox: StripeSandbox
  /** The real SDK on the sandbox. */
  sdk: Stripe
  context: PaymentContext
  /** Starts the product's workers in this process, by default without the sweep. */
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

let billed = 0

/** A patient of their own with an unpaid appointment. */
export async function bill(site: Pick<PayingSite, 'app' | 'db' | 'identity'>): Promise<Bill> {
  billed += 1
  const number = billed
  const session = await signIn(site, `parent${number}@example.com`)
  const service = site.db.select().from(treatments).where(eq(treatments.name, 'Weight Loss')).get()
  if (!service) throw new Error('The seed has no such treatment')
  const appointmentId = uuidv7()
  site.db
    .insert(appointments)
    .values({
      id: appointmentId,
      treatmentId: service.id,
      treatment: service.name,
      priceCents: service.priceCents,
      date: toIsoDate(addDays(new Date(), number)),
      startMinute: 600,
      lengthMinutes: 30,
      patientUid: session.uid,
      patientName: 'Paula Parent',
      email: session.email,
      phone: '+1 212 555 0100',
      address: '1 Main Street',
      createdAt: new Date(),
    })
    .run()
  return { appointmentId, price: toDollars(service.priceCents), session }
}

/** `POST /create-payment-intent`. */
export function askForIntent(
  { app }: Pick<PayingSite, 'app'>,
  { appointmentId, price, session }: Bill,
) {
  return app.inject({
    method: 'POST',
    url: '/create-payment-intent',
    headers: session.headers,
    payload: { price, appointment: appointmentId },
  })
}

/** `PATCH /booking/{id}`. */
export function sayPaid(
  { app }: Pick<PayingSite, 'app'>,
  { appointmentId, session }: Bill,
  transactionId: string,
) {
  return app.inject({
    method: 'PATCH',
    url: `/booking/${appointmentId}`,
    headers: session.headers,
    payload: { appointment: appointmentId, transactionId },
  })
}

/** Opens the payment page; returns its intent from Stripe. */
export async function openIntent(site: PayingSite, of: Bill): Promise<Stripe.PaymentIntent> {
  const answer = await askForIntent(site, of)
  const clientSecret: string = answer.json().clientSecret
  return site.sdk.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? '')
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
  const method = await enterCard(sandbox, card)
  const confirmed = await confirmInBrowser(sandbox, intent, method.body.id)
  if (confirmed.body.status === 'requires_action') {
    await authenticate(sandbox, confirmed.body, challenge)
  }
  return sdk.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
}

/** The appointment's row. */
export function readAppointment(db: Database, { appointmentId }: Bill) {
  const row = db.select().from(appointments).where(eq(appointments.id, appointmentId)).get()
  if (!row) throw new Error(`There is no appointment ${appointmentId}`)
  return row
}

/** The clinic cancels an appointment. */
export function cancel(db: Database, { appointmentId }: Bill): void {
  db.update(appointments)
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where(eq(appointments.id, appointmentId))
    .run()
}

/** Number of events by 'kind subject'. */
export function countEvents(db: Database): Map<string, number> {
  const recorded = db.select({ kind: events.kind, subject: events.subject }).from(events).all()
  const groups = Map.groupBy(recorded, ({ kind, subject }) => `${kind} ${subject}`)
  return new Map([...groups].map(([name, group]) => [name, group.length]))
}
