import { type Job, Worker } from 'bullmq'
import { reasonOf, throttledLogger } from '../../domain/logging/throttled-logger.ts'
import { claimDelivery } from '../../drizzle/queries/deliveries.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { createPerformer } from './job-executor.ts'
import { connectConsumer, type JobData, PREFIX, QUEUE } from './redis.ts'
import { startRelay } from './relay.ts'
import type { RunnerOptions } from './runner.ts'
import { QUEUE_CLOSE_MS, QUEUE_LOCK_MS } from './settings.ts'
import { within } from './within.ts'

/** Tells BullMQ to bring the job back when the database says that the delivery is due. */
class RetryLater extends Error {
  readonly delayMs: number
  constructor(delayMs: number) {
    super('The attempt failed; the delivery has the reason.')
    this.delayMs = delayMs
  }
}

/**
 * Takes jobs from BullMQ and runs their handlers. What is true stands in the database: a job is
 * only the word that a delivery waits, so that a lost, repeated or late one does no harm.
 */
export function startQueueWorker(options: RunnerOptions & { redisUrl: string }): {
  close(): Promise<void>
} {
  const { db, registry, log, settings, redisUrl } = options
  const trouble = throttledLogger(log, 'Redis (worker)')
  const performer = createPerformer({ db, registry, log, settings, holdMs: settings.redriveMs })
  const periodicJobs = new Map(registry.periodicJobs.map((job) => [job.name, job]))
  const stopping = new AbortController()
  const relay = startRelay(options)
  const consumer = connectConsumer(redisUrl, trouble)

  async function process(job: Job<JobData>): Promise<void> {
    const { eventId } = job.data
    if (eventId === undefined) return runPeriodicJob(job)
    const key = { eventId, handler: job.name }
    const claim = await writeTransaction(db, () =>
      claimDelivery(db, key, new Date(), settings.leaseMs),
    )
    if (typeof claim === 'string') {
      if (claim === 'unknown') log.warn(key, 'job of no known delivery')
      return
    }
    const { status, delayMs } = await performer.perform(claim)
    relay.wake()
    if (status === 'retry') throw new RetryLater(delayMs)
  }

  async function runPeriodicJob(job: Job<JobData>): Promise<void> {
    const periodicJob = periodicJobs.get(job.name)
    if (!periodicJob) return log.warn({ job: job.name }, 'periodic job of no known name')
    try {
      await periodicJob.run({ db, log, signal: stopping.signal })
    } catch (error) {
      log.warn({ job: job.name, reason: reasonOf(error) }, 'periodic job failed')
    }
    relay.wake()
  }

  const worker = new Worker<JobData>(QUEUE, process, {
    connection: consumer,
    prefix: PREFIX,
    concurrency: settings.concurrency,
    lockDuration: QUEUE_LOCK_MS,
    stalledInterval: QUEUE_LOCK_MS,
    // The database counts the attempts of a delivery that kills its process.
    maxStalledCount: settings.attempts,
    settings: {
      backoffStrategy: (_attempts, _type, error) =>
        error instanceof RetryLater ? error.delayMs : settings.firstDelayMs,
    },
  })
  worker.on('error', trouble.failed)

  return {
    async close() {
      stopping.abort(new Error('The process is stopping.'))
      // Takes no more jobs at once, then waits for the running ones, which the performer ends.
      const closed = worker.close()
      await performer.close()
      await within(QUEUE_CLOSE_MS, closed)
      await relay.close()
      consumer.disconnect()
    },
  }
}
