import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { OPEN_FOR } from '#domain/payments/settle-open-payments.ts'
import { readNotificationMetrics } from '#drizzle/queries/notifications/notification-queue.ts'
import { readMetrics } from '#drizzle/queries/process/metrics.ts'
import manifest from '#package.json' with { type: 'json' }
import type { Services } from '#server/http/services.ts'

/** Upper bounds in seconds, from answers out of memory to calls to Stripe. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

let ofProcess: Registry | undefined

/** Memory, processor, event loop: one registry per process, however many apps it has. */
function processFigures(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

type Sources = Pick<Services, 'db' | 'clinicClock' | 'queueDepth' | 'images' | 'replication'>

interface Metrics {
  /** Counts a completed request. */
  observe(labels: { method: string; route: string; status: string }, seconds: number): void
  contentType: string
  /** The present figures in Prometheus format. */
  read(): Promise<string>
}

/** The figures of `/metrics`: route patterns, states and counts, nothing personal. */
export function createMetrics(sources: Sources): Metrics {
  const own = new Registry()
  const requests = new Histogram({
    name: 'sprout_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCIES,
    registers: [own],
  })
  new Gauge({
    name: 'sprout_build_info',
    help: 'What is running; always 1',
    labelNames: ['version', 'node'],
    registers: [own],
  }).set({ version: manifest.version, node: process.version }, 1)
  const refreshDatabase = databaseGauges(own, sources)
  const refreshQueue = queueGauge(own, sources)
  const refreshCopy = copyGauge(own, sources)

  const all = Registry.merge([processFigures(), own])
  return {
    observe: (labels, seconds) => requests.observe(labels, seconds),
    contentType: all.contentType,
    async read() {
      refreshDatabase()
      refreshCopy()
      await refreshQueue()
      return all.metrics()
    },
  }
}

function databaseGauges(register: Registry, { db, clinicClock, images }: Sources): () => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  const deliveries = gauge(
    'sprout_deliveries',
    'Event deliveries that are not done, by status; retry failed ones with npm run events',
    'state',
  )
  const late = gauge('sprout_delivery_late_seconds', 'How late the most overdue delivery is')
  const intents = gauge(
    'sprout_payment_intents',
    'Payment intents: open ones may still take money, refunding ones are being refunded',
    'state',
  )
  const unsettled = gauge(
    'sprout_payment_intents_unsettled',
    `Payment intents open for more than ${OPEN_FOR / 1000} seconds`,
  )
  const alarms = gauge(
    'sprout_alarms',
    'Events since the beginning that need attention, by kind: see SECURITY.md',
    'kind',
  )
  const emails = gauge(
    'sprout_notifications',
    'Emails by state: overdue and sending ones will be sent, bounced and failed ones were not',
    'state',
  )
  const lateEmail = gauge('sprout_notification_late_seconds', 'How late the most overdue email is')
  const decoding = gauge(
    'sprout_images_not_decoded',
    'Images since the start of this process that were refused, by reason, or that failed',
    'reason',
  )
  return () => {
    for (const [reason, count] of Object.entries(images.decoder.counts))
      decoding.set({ reason }, count)
    const mail = readNotificationMetrics(db, clinicClock.now())
    for (const [state, count] of Object.entries(mail.states)) emails.set({ state }, count)
    lateEmail.set(mail.lateSeconds)
    const openedBefore = new Date(clinicClock.now().getTime() - OPEN_FOR)
    const figures = readMetrics(db, { openedBefore })
    for (const [state, count] of Object.entries(figures.deliveries))
      deliveries.set({ state }, count)
    for (const [state, count] of Object.entries(figures.payments)) intents.set({ state }, count)
    late.set(figures.lateSeconds)
    for (const [kind, count] of Object.entries(figures.alarms)) alarms.set({ kind }, count)
    unsettled.set(figures.unsettledPayments)
  }
}

function copyGauge(register: Registry, { replication }: Sources): () => void {
  if (!replication) return () => {}
  const age = new Gauge({
    name: 'sprout_second_copy_age_seconds',
    help: 'How old the second copy of the data is; absent before it is complete',
    registers: [register],
  })
  return () => {
    const { ageSeconds } = replication.state()
    if (ageSeconds === null) age.remove()
    else age.set(ageSeconds)
  }
}

/** Without Redis there is no queue besides the deliveries; while Redis is unavailable there is no figure. */
function queueGauge(register: Registry, { queueDepth }: Sources): () => Promise<void> {
  if (!queueDepth) return async () => {}
  const jobs = new Gauge({
    name: 'sprout_queue_jobs',
    help: 'Jobs that Redis holds, by state',
    labelNames: ['state'],
    registers: [register],
  })
  return async () => {
    jobs.reset()
    const counts = await queueDepth().catch(() => ({}))
    for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count)
  }
}
