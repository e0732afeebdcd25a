import { formatSlot } from '../../contract/slots.ts'
import { connectStripe } from '../../domain/payments/stripe.ts'
import { sweepMissedEvents, sweepPayments } from '../../domain/payments/sweep.ts'
import { countDeliveries } from '../../drizzle/queries/deliveries.ts'
import { appointments, events, stripeEvents } from '../../drizzle/schema/index.ts'
import { sandboxStripeConfig } from '../../sandbox/stripe/stripe-config.ts'
import { isAtRest } from '../support/rest.ts'
import { comesTrue } from './check.ts'
import type { Ledger } from './customer.ts'
import type { FaultySite } from './site.ts'

/** How long everything that waits for another try may take, in milliseconds. */
const REST_MS = 240_000

const THREE_MINUTES = 3 * 60_000

/** The events of Stripe's that say how a payment went. */
const DECISIVE = /^payment_intent\.(succeeded|payment_failed|canceled)$/

/**
 * Lets the site come to rest, with the sweep that it would make in three minutes, and compares its
 * books with what was acknowledged and with the sandbox's own record.
 * @returns what does not agree; nothing when all is well
 */
export async function closeBooks(site: FaultySite, ledger: Ledger): Promise<string[]> {
  await letWebhooksArrive(site)
  const isDone = await comesToRest(site, REST_MS)
  await sweepLater(site)
  const isDoneAgain = await comesToRest(site, REST_MS)
  const unrest = isDone && isDoneAgain ? [] : ['events still wait to be handled']
  return [
    ...unrest,
    ...ledger.failures,
    ...checkDatabase(site),
    ...checkBookings(site, ledger),
    ...checkMoney(site, ledger),
    ...checkEvents(site),
  ]
}

/** Ends the provider's faults; resolves when its webhooks have arrived or are lost. */
export async function letWebhooksArrive({ sandbox }: FaultySite): Promise<void> {
  sandbox.control.clearFaults()
  await sandbox.control.webhooksSettled()
}

/** Whether every event has been handled, or given up, within so many milliseconds. */
export function comesToRest({ db }: FaultySite, limitMs: number): Promise<boolean> {
  return comesTrue(() => isAtRest(db), limitMs)
}

async function sweepLater({ db, dataDir, sandbox, now }: FaultySite): Promise<void> {
  const stripe = connectStripe(sandboxStripeConfig({ dataDir, stripeSandboxPort: sandbox.port }))
  const context = { db, stripe, now: () => new Date(now() + THREE_MINUTES) }
  const { signal } = new AbortController()
  await sweepPayments(context, {
    signal,
    onFailure: (_intentId, error) => {
      throw error
    },
  })
  await sweepMissedEvents(context, { signal })
}

function checkDatabase({ db }: FaultySite): string[] {
  const verdict = db.$client.pragma('integrity_check', { simple: true })
  const orphans = db.$client.pragma('foreign_key_check')
  return [
    ...(verdict === 'ok' ? [] : [`integrity_check: ${verdict}`]),
    ...(Array.isArray(orphans) && orphans.length === 0 ? [] : ['rows refer to rows that are gone']),
  ]
}

function checkBookings({ db }: FaultySite, { booked }: Ledger): string[] {
  const rows = db.select().from(appointments).all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lost = [...booked].filter(([id, wish]) => {
    const row = byId.get(id)
    return (
      row?.patientUid !== wish.uid ||
      row.date !== wish.date ||
      row.treatment !== wish.treatment ||
      formatSlot(row) !== wish.slot
    )
  })
  const live = rows.filter(({ status }) => status === 'booked')
  const slots = Map.groupBy(live, (row) => `${row.date} ${row.treatmentId} ${row.startMinute}`)
  const doubles = [...slots].filter(([, holders]) => holders.length > 1)
  const recorded = subjectsOf(db, 'appointment.booked')
  return [
    ...lost.map(([id]) => `acknowledged but lost: ${id}`),
    ...doubles.map(([slot]) => `given twice: ${slot}`),
    ...differences(
      'booked',
      rows.map(({ id }) => id),
      recorded,
    ),
  ]
}

function checkMoney({ db, sandbox }: FaultySite, { paid }: Ledger): string[] {
  const { payment_intents: intents, charges, refunds } = sandbox.control.record()
  const rows = db.select().from(appointments).all()
  const payers = new Map(
    rows.flatMap((row) => (row.transactionId ? [[row.transactionId, row]] : [])),
  )
  const problems: string[] = []
  for (const [id, intentId] of paid) {
    if (payers.get(intentId)?.id !== id) problems.push(`acknowledged as paid, but is not: ${id}`)
  }
  const taken = new Map<string, number>()
  for (const charge of charges) {
    if (charge.status !== 'succeeded') continue
    const intentId = String(charge.payment_intent)
    taken.set(intentId, (taken.get(intentId) ?? 0) + 1)
    const row = payers.get(intentId)
    const isSettled = row?.paid && row.priceCents === charge.amount && !charge.refunded
    if (!isSettled && !charge.refunded) problems.push(`neither settled nor refunded: ${intentId}`)
  }
  for (const [intentId, times] of taken) {
    if (times > 1) problems.push(`charged ${times} times: ${intentId}`)
  }
  for (const [intentId, { id }] of payers) {
    if (!taken.has(intentId)) problems.push(`paid with nothing: ${id}`)
  }
  const refunded = refunds.map(({ charge }) => String(charge))
  if (new Set(refunded).size < refunded.length) problems.push('a charge was refunded twice')
  const open = intents.filter(({ status }) => status !== 'canceled')
  for (const [id, several] of Map.groupBy(open, ({ metadata }) => metadata.appointment_id)) {
    if (several.length > 1) problems.push(`${several.length} intents to pay ${id}`)
  }
  const settled = rows.filter((row) => row.paid).map(({ id }) => id)
  return [...problems, ...differences('paid', settled, subjectsOf(db, 'appointment.paid'))]
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
    ...missing.map(({ event, type, state }) => `${state}, but not kept: ${event} ${type}`),
    ...differences('Stripe’s events', [...inbox], subjectsOf(db, 'stripe.event_received')),
    ...(failed === 0 ? [] : [`${failed} failed deliveries`]),
  ]
}

function subjectsOf(db: FaultySite['db'], kind: string): string[] {
  const recorded = db.select({ kind: events.kind, subject: events.subject }).from(events).all()
  return recorded.filter((event) => event.kind === kind).map(({ subject }) => subject)
}

/** Each row has exactly one event, and each event a row. */
function differences(
  name: string,
  present: readonly string[],
  recorded: readonly string[],
): string[] {
  const isSame = present.toSorted().join() === recorded.toSorted().join()
  return isSame ? [] : [`${name}: ${present.length} rows, ${recorded.length} events`]
}
