import type { Queue } from 'bullmq'
import pTimeout from 'p-timeout'
import { throttledLogger } from '#domain/logging/throttled-logger.ts'
import { hasDue, takeBackFromQueue, takeForQueue } from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Runner, RunnerOptions } from './handler.ts'
import { startPoller } from './poller.ts'
import { addJobs, connectProducer, type JobData, openQueue, runNow, schedule } from './redis.ts'
import { QUEUE_CLOSE_MS } from './settings.ts'

/** How many deliveries are queued at once. */
const QUEUE_BATCH = 500

/**
 * Hands pending deliveries to BullMQ. While Redis is unavailable they wait in the database, and jobs that
 * Redis lost are queued again after `redriveMs`. Several processes may run a relay on one database.
 */
export function startRelay({
  db,
  registry,
  log,
  settings,
  redisUrl,
}: RunnerOptions & { redisUrl: string }): Runner {
  const redisProblems = throttledLogger(log, 'Redis (relay)')
  const redis = connectProducer(redisUrl, redisProblems)
  let queue: Queue<JobData> | undefined
  let scheduleAt = 0

  const poller = startPoller(
    async () => {
      if (redis.status !== 'ready') return settings.pollMs
      queue ??= await openQueue(redis, redisProblems)
      if (Date.now() >= scheduleAt) {
        await schedule(queue, registry.periodicJobs)
        scheduleAt = Date.now() + settings.redriveMs
      }
      for (const job of registry.periodicJobs) {
        if (job.hasWork?.(db)) await runNow(queue, job)
      }
      if (!hasDue(db, new Date())) return settings.pollMs
      const taken = await writeTransaction(db, (tx) =>
        takeForQueue(tx, new Date(), QUEUE_BATCH, settings.redriveMs),
      )
      try {
        await addJobs(queue, taken, settings)
      } catch (error) {
        await writeTransaction(db, (tx) => takeBackFromQueue(tx, taken, new Date()))
        throw error
      }
      return taken.length === QUEUE_BATCH ? 0 : settings.pollMs
    },
    { retryMs: settings.pollMs, problems: throttledLogger(log, 'relay') },
  )
  redis.on('ready', () => {
    scheduleAt = 0
    poller.wake()
  })

  return {
    wake: poller.wake,
    depth: async () => (await queue?.getJobCounts('active', 'delayed', 'waiting')) ?? {},
    answers: async () => redis.status === 'ready' && (await redis.ping()) === 'PONG',
    async close() {
      await poller.close()
      const closed = Promise.allSettled([queue?.close()])
      await pTimeout(closed, { milliseconds: QUEUE_CLOSE_MS, message: false })
      redis.disconnect()
    },
  }
}
