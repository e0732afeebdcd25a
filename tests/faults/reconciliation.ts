import { eq } from 'drizzle-orm'
import { type EventKind, eventData } from '#contract/audit/events.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { findHoldErrors } from '#drizzle/checks/holds.ts'
import { findSearchErrors } from '#drizzle/checks/search.ts'
import { countDeliveries } from '#drizzle/queries/deliveries.ts'
import {
  appointments,
  events,
  notifications,
  refunds as refundRows,
  stripeEvents,
} from '#drizzle/schema/index.ts'
import { sandboxStripeConfig } from '#sandbox/stripe/stripe-config.ts'
import { isAtRest } from '../support/rest.ts'
import { sweepLater } from '../support/sweep-later.ts'
import { type Finding, waitUntil } from './check.ts'
import { type Ledger, newLedger } from './patient.ts'
import { type FreeTimes, freeTimes } from './requests.ts'
import { ADMIN, type FaultySite, withSite } from './site.ts'

/** Longest time until all retries have ended, in milliseconds. */
const REST_MS = 240_000

/** Stripe events with the result of a payment. */
const DECISIVE = /^payment_intent\.(succeeded|payment_failed|canceled)$/

/** A running site to check. */
export interface Trial {
  site: FaultySite
  /** What the site has acknowledged. */
  ledger: Ledger
  free: FreeTimes
  /** Violations that the check has found. */
  problems: string[]
}

/**
 * Starts a site, runs `work` on it, and reconciles its data.
 * @param work resolves with the check's result in a few words
 */
export function trial(work: (trial: Trial) => Promise<string>): Promise<Finding> {
  return withSite(async (site) => {
    await site.start()
    const ledger = newLedger()
    const problems: string[] = []
    const figure = await work({ site, ledger, problems, free: freeTimes(site) })
    problems.push(...(await reconcile(site, ledger)))
    return { figure, problems }
  })
}

/**
 * Waits until the site is idle, runs the sweep of three minutes later, and compares its data with
 * what was acknowledged and with the sandbox's data.
 * @returns the differences
 */
export async function reconcile(site: FaultySite, ledger: Ledger): Promise<string[]> {
  await waitForWebhooks(site)
  const isDone = await waitUntilIdle(site, REST_MS)
  const { db, dataDir, sandbox, now } = site
  const stripe = connectStripe(sandboxStripeConfig({ dataDir, stripeSandboxPort: sandbox.port }))
  await sweepLater({ db, stripe, now: () => new Date(now()) })
  const isDoneAgain = await waitUntilIdle(site, REST_MS)
  const pending = isDone && isDoneAgain ? [] : ['deliveries are still pending']
  return [
    ...pending,
    ...ledger.failures,
    ...checkDatabase(site),
    ...checkBookings(site, ledger),
    ...checkMoney(site, ledger),
    ...findBookErrors(site.db),
    ...findSearchErrors(site.db),
    ...findHoldErrors(site.db),
    ...checkEvents(site),
    ...findFamilyErrors(site.db),
    ...checkEmails(site),
  ]
}

/** Ends the payment provider's faults; resolves when its webhooks have arrived or are lost. */
export async function waitForWebhooks({ sandbox }: FaultySite): Promise<void> {
  sandbox.control.clearFaults()
  await sandbox.control.webhooksSettled()
}

/** Whether every delivery is done or failed within `limitMs`. */
export function waitUntilIdle({ db }: FaultySite, limitMs: number): Promise<boolean> {
  return waitUntil(() => isAtRest(db), limitMs)
}

function checkDatabase({ db }: FaultySite): string[] {
  const verdict = db.$client.pragma('integrity_check', { simple: true })
  const orphans = db.$client.pragma('foreign_key_check')
  return [
    ...(verdict === 'ok' ? [] : [`integrity_check: ${verdict}`]),
    ...(Array.isArray(orphans) && orphans.length === 0
      ? []
      : ['foreign keys refer to missing rows']),
  ]
}

function checkBookings({ db }: FaultySite, { booked, moving, cancelled }: Ledger): string[] {
  const rows = db.select().from(appointments).all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lost = [...booked].filter(([id, time]) => {
    const row = byId.get(id)
    return (
      row?.patientUid !== time.uid ||
      row.date !== time.date ||
      row.treatment !== time.treatment ||
      ![time.slot, moving.get(id)?.slot].includes(formatSlot(row))
    )
  })
  const back = [...cancelled.keys()].filter((id) => byId.get(id)?.status !== 'cancelled')
  const live = rows.filter(({ status }) => status === 'booked')
  const slots = Map.groupBy(live, (row) => `${row.date} ${row.treatmentId} ${row.startMinute}`)
  const doubles = [...slots].filter(([, holders]) => holders.length > 1)
  const recorded = subjectsOf(db, 'appointment.booked')
  return [
    ...lost.map(([id]) => `acknowledged but lost: ${id}`),
    ...back.map((id) => `acknowledged as canceled, but is not: ${id}`),
    ...doubles.map(([slot]) => `booked twice: ${slot}`),
    ...differences(
      'booked',
      rows.map(({ id }) => id),
      recorded,
    ),
  ]
}

function checkMoney({ db, sandbox }: FaultySite, { paid, cancelled, refunded }: Ledger): string[] {
  const { payment_intents: intents, charges, refunds } = sandbox.control.record()
  const rows = db.select().from(appointments).all()
  const payers = new Map(
    rows.flatMap((row) => (row.transactionId ? [[row.transactionId, row]] : [])),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const problems: string[] = []
  for (const [id, intentId] of paid) {
    if (cancelled.has(id) || byId.get(id)?.status === 'cancelled') continue
    if (payers.get(intentId)?.id !== id) problems.push(`acknowledged as paid, but is not: ${id}`)
  }
  const taken = new Map<string, number>()
  for (const charge of charges) {
    if (charge.status !== 'succeeded') continue
    const intentId = String(charge.payment_intent)
    taken.set(intentId, (taken.get(intentId) ?? 0) + 1)
    const row = payers.get(intentId)
    const isSettled = row?.paid && row.priceCents === charge.amount
    if (row?.paid && charge.refunded) problems.push(`paid with money that went back: ${intentId}`)
    if (!isSettled && !charge.refunded) problems.push(`neither settled nor refunded: ${intentId}`)
  }
  for (const [intentId, times] of taken) {
    if (times > 1) problems.push(`charged ${times} times: ${intentId}`)
  }
  for (const [intentId, { id }] of payers) {
    if (!taken.has(intentId)) problems.push(`paid without a charge: ${id}`)
  }
  const made = refunds.map(({ metadata, amount }) => `${metadata?.refund_id} ${amount}`)
  const recorded = db.select().from(refundRows).all()
  const ours = recorded.map(({ id, amountCents }) => `${id} ${amountCents}`)
  if (made.toSorted().join() !== ours.toSorted().join()) {
    problems.push(`${ours.length} refunds, but ${made.length} at Stripe`)
  }
  const requested = eventsOfKind(db, 'refund.requested')
  for (const [acknowledged, isOurs] of [
    [cancelled, isCancellation],
    [refunded, isOfStaff],
  ] as const) {
    for (const [id, cents] of acknowledged) {
      const own = requested.filter((event) => isOurs(event) && refundOf(event.data).id === id)
      const sum = own.reduce((total, { data }) => total + refundOf(data).cents, 0)
      if (sum !== cents) problems.push(`${cents} cents acknowledged, ${sum} refunded: ${id}`)
    }
  }
  const open = intents.filter(({ status }) => status !== 'canceled')
  for (const [id, several] of Map.groupBy(open, ({ metadata }) => metadata.appointment_id)) {
    if (several.length > 1) problems.push(`${several.length} intents to pay ${id}`)
  }
  // An appointment that was paid, refunded and paid again has two events of one kind and one of the other.
  const settled = rows.filter((row) => row.paid).map(({ id }) => id)
  const cancellations = requested.filter(isCancellation).map(({ data }) => refundOf(data).id)
  const balance = [...settled, ...subjectsOf(db, 'appointment.unpaid'), ...cancellations]
  return [...problems, ...differences('paid', balance, subjectsOf(db, 'appointment.paid'))]
}

type RequestedRefund = Pick<typeof events.$inferSelect, 'actor' | 'data'>

/** Whether a user's cancellation caused the refund, rather than a payment that arrived too late. */
const isCancellation = ({ actor }: RequestedRefund) => actor !== null && actor !== ADMIN
const isOfStaff = ({ actor }: RequestedRefund) => actor === ADMIN

const refundData = eventData.shape['refund.requested']

function refundOf(data: unknown): { id: string; cents: number } {
  const { appointmentId, amountCents } = refundData.parse(data)
  return { id: appointmentId, cents: amountCents ?? 0 }
}

function checkEvents({ db, sandbox }: FaultySite): string[] {
  const kept = db.select({ id: stripeEvents.id }).from(stripeEvents).all()
  const inbox = new Set(kept.map(({ id }) => id))
  const missing = sandbox.control
    .deliveries()
    .filter(
      ({ event, type, state }) =>
        !inbox.has(event) && (state === 'delivered' || DECISIVE.test(type)),
    )
  const { failed } = countDeliveries(db)
  return [
    ...missing.map(({ event, type, state }) => `${state}, but not stored: ${event} ${type}`),
    ...differences('Stripe events', [...inbox], subjectsOf(db, 'stripe.event_received')),
    ...(failed === 0 ? [] : [`${failed} failed deliveries`]),
  ]
}

/** Every booking, payment and cancellation has exactly one email, sent or due. */
function checkEmails({ db }: FaultySite): string[] {
  const written = db.select().from(notifications).all()
  const aboutOf = (kind: NotificationKind) =>
    written.filter((email) => email.kind === kind).map(({ appointmentId }) => String(appointmentId))
  return [
    ...differences('confirmations', aboutOf('booked'), subjectsOf(db, 'appointment.booked')),
    ...differences('cancellations', aboutOf('cancelled'), subjectsOf(db, 'appointment.cancelled')),
    ...differences('receipts', aboutOf('paid'), subjectsOf(db, 'appointment.paid')),
  ]
}

const eventsOfKind = (db: FaultySite['db'], kind: EventKind) =>
  db.select().from(events).where(eq(events.kind, kind)).all()

const subjectsOf = (db: FaultySite['db'], kind: EventKind) =>
  eventsOfKind(db, kind).map(({ subject }) => subject)

/** Each row must have exactly one event, and each event a row. */
function differences(
  name: string,
  present: readonly string[],
  recorded: readonly string[],
): string[] {
  const isSame = present.toSorted().join() === recorded.toSorted().join()
  return isSame ? [] : [`${name}: ${present.length} rows, ${recorded.length} events`]
}
