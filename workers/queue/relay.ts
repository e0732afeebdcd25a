import type { Queue } from 'bullmq'
import { throttledLogger } from '../../domain/logging/throttled-logger.ts'
import { hasDue, takeBackFromQueue, takeForQueue } from '../../drizzle/queries/deliveries.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { startLoop } from './poller.ts'
import { startPublisher } from './publish.ts'
import { addJobs, connectProducer, type JobData, openQueue, schedule } from './redis.ts'
import type { Runner, RunnerOptions } from './runner.ts'
import { QUEUE_CLOSE_MS } from './settings.ts'
import { within } from './within.ts'

/** Deliveries handed to Redis in one go. */
const QUEUE_BATCH = 500

/**
 * Publishes events and hands their deliveries to BullMQ. While Redis is away they wait in the
 * database; what Redis loses is handed over again after `redriveMs`. Any number of processes may
 * run a relay on one database.
 */
export function startRelay({
  db,
  registry,
  log,
  settings,
  redisUrl,
}: RunnerOptions & { redisUrl: string }): Runner {
  const publisher = startPublisher(db, registry)
  const redisTrouble = throttledLogger(log, 'Redis (relay)')
  const redis = connectProducer(redisUrl, redisTrouble)
  let queue: Queue<JobData> | undefined

  let scheduleAt = 0

  const loop = startLoop(
    async () => {
      await publisher.publishRest()
      if (redis.status !== 'ready') return settings.pollMs
      queue ??= await openQueue(redis, redisTrouble)
      if (Date.now() >= scheduleAt) {
        await schedule(queue, registry.periodicJobs)
        scheduleAt = Date.now() + settings.redriveMs
      }
      if (!hasDue(db, new Date())) return settings.pollMs
      const taken = await writeTransaction(db, () =>
        takeForQueue(db, new Date(), QUEUE_BATCH, settings.redriveMs),
      )
      try {
        await addJobs(queue, taken, settings)
      } catch (error) {
        await writeTransaction(db, () => takeBackFromQueue(db, taken, new Date()))
        throw error
      }
      return taken.length === QUEUE_BATCH ? 0 : settings.pollMs
    },
    { retryMs: settings.pollMs, trouble: throttledLogger(log, 'relay') },
  )
  redis.on('ready', () => {
    scheduleAt = 0
    loop.wake()
  })

  return {
    wake: loop.wake,
    depth: async () => (await queue?.getJobCounts('active', 'delayed', 'waiting')) ?? {},
    answers: async () => redis.status === 'ready' && (await redis.ping()) === 'PONG',
    async close() {
      publisher.close()
      await loop.close()
      if (queue) await within(QUEUE_CLOSE_MS, queue.close())
      redis.disconnect()
    },
  }
}
