import { type Job, Worker } from 'bullmq'
import pTimeout from 'p-timeout'
import { throttledLogger } from '#domain/logging/throttled-logger.ts'
import { logFailedChanges } from '#domain/next-visits/in-savepoint.ts'
import { alarmOfOverload } from '#domain/process/alarm-of-overload.ts'
import { stopOnSignal } from '#domain/process/stop-on-signal.ts'
import { claimDelivery } from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { RunnerOptions } from './handler.ts'
import { createJobExecutor } from './job-executor.ts'
import { connectConsumer, type JobData, PREFIX, QUEUE } from './redis.ts'
import { startRelay } from './relay.ts'
import { QUEUE_CLOSE_MS, QUEUE_LOCK_MS } from './settings.ts'

/** Tells BullMQ to run the job again when the delivery is due. */
class RetryLater extends Error {
  readonly delayMs: number
  constructor(delayMs: number) {
    super('The attempt failed; see the delivery for the reason.')
    this.delayMs = delayMs
  }
}

/**
 * Takes jobs from BullMQ and runs their handlers. The database is the source of truth: a job only says that a
 * delivery is pending, so lost, repeated and late jobs are harmless.
 */
export function startQueueWorker(options: RunnerOptions & { redisUrl: string }): {
  close(): Promise<void>
} {
  const { db, registry, log, settings, redisUrl, eventLoop } = options
  const problems = throttledLogger(log, 'Redis (worker)')
  const executor = createJobExecutor(options, settings)
  const periodicJobs = new Map(registry.periodicJobs.map((job) => [job.name, job]))
  const stopping = new AbortController()
  const relay = startRelay(options)
  const consumer = connectConsumer(redisUrl, problems)

  async function process(job: Job<JobData>): Promise<void> {
    const { eventId } = job.data
    if (eventId === undefined) return runPeriodicJob(job)
    const key = { eventId, handler: job.name }
    const claim = await writeTransaction(db, () =>
      claimDelivery(db, key, new Date(), settings.leaseMs),
    )
    if (typeof claim === 'string') {
      if (claim === 'unknown') log.warn(key, 'unknown delivery')
      return
    }
    const { status, delayMs } = await executor.execute(claim)
    relay.wake()
    if (status === 'retry') throw new RetryLater(delayMs)
  }

  async function runPeriodicJob({ name }: Job<JobData>): Promise<void> {
    const periodicJob = periodicJobs.get(name)
    if (!periodicJob) return log.warn({ job: name }, 'unknown periodic job')
    const end = eventLoop?.begin(name)
    try {
      await periodicJob.run({ db, log, signal: stopping.signal })
    } catch (err) {
      log.warn({ job: name, err }, 'periodic job failed')
    } finally {
      end?.()
    }
    relay.wake()
  }

  const worker = new Worker<JobData>(QUEUE, process, {
    connection: consumer,
    prefix: PREFIX,
    concurrency: settings.concurrency,
    lockDuration: QUEUE_LOCK_MS,
    stalledInterval: QUEUE_LOCK_MS,
    // The database counts the attempts of a delivery whose process was killed.
    maxStalledCount: settings.attempts,
    settings: {
      backoffStrategy: (_attempts, _type, error) =>
        error instanceof RetryLater ? error.delayMs : settings.firstDelayMs,
    },
  })
  worker.on('error', problems.failed)

  return {
    async close() {
      stopping.abort(new Error('The process is stopping.'))
      // BullMQ takes no further jobs from here on, and waits for the running ones.
      const closed = Promise.allSettled([worker.close()])
      await executor.close()
      await pTimeout(closed, { milliseconds: QUEUE_CLOSE_MS, message: false })
      await relay.close()
      consumer.disconnect()
    },
  }
}

/** Runs a worker process until SIGTERM or SIGINT, then finishes or releases its deliveries. */
export function runWorker(options: RunnerOptions & { redisUrl: string }): void {
  const { db, log } = options
  const stopLogging = logFailedChanges(log)
  const eventLoop = alarmOfOverload({ db, log, clock: () => new Date(), process: 'worker' })
  const worker = startQueueWorker({ ...options, eventLoop })
  const stopWatching = eventLoop.start()
  stopOnSignal(async () => {
    stopWatching()
    await worker.close()
    stopLogging()
    db.$client.close()
    log.info('worker stopped')
  }, log)
  log.info('worker ready')
}
