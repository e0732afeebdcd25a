import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { ThrottledLogger } from '#domain/logging/throttled-logger.ts'
import type { QueuedDelivery } from '#drizzle/queries/deliveries.ts'
import type { PeriodicJob } from './handler.ts'
import type { Settings } from './settings.ts'

/** One queue for deliveries and periodic jobs. */
export const QUEUE = 'events'
export const PREFIX = 'sprout'

/** Timeout of a producer's command, in milliseconds. */
const COMMAND_TIMEOUT_MS = 5_000

const retryStrategy = (times: number) => Math.min(times * 100, 1_000)

/**
 * A connection that adds jobs. While Redis is unavailable its commands fail at once instead of waiting: the
 * delivery is safe in the database and is queued later.
 * @see https://docs.bullmq.io/patterns/failing-fast-when-redis-is-down
 */
export function connectProducer(redisUrl: string, problems: ThrottledLogger): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy,
  })
  return observe(redis, problems)
}

/** A connection that takes jobs; its commands wait until Redis is available. */
export function connectConsumer(redisUrl: string, problems: ThrottledLogger): Redis {
  return observe(new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy }), problems)
}

function observe(redis: Redis, problems: ThrottledLogger): Redis {
  redis.on('error', problems.failed)
  redis.on('ready', problems.recovered)
  return redis
}

/**
 * Opens the queue for producers on a ready connection: a queue whose first command fails never recovers.
 * Close it before its connection.
 */
export async function openQueue(
  connection: Redis,
  problems: ThrottledLogger,
): Promise<Queue<JobData>> {
  const queue = new Queue<JobData>(QUEUE, { connection, prefix: PREFIX })
  queue.on('error', problems.failed)
  try {
    await queue.waitUntilReady()
  } catch (error) {
    await queue.close()
    throw error
  }
  return queue
}

/** A delivery's event, or nothing for a periodic job. Ids only: Redis stores jobs in plain text. */
export interface JobData {
  eventId?: string
}

/**
 * Adds one job for each delivery, unless it is already queued. Finished jobs are deleted, so that their ids
 * are free for a retry. The id contains the number of attempts, because a killed worker's job stays in the
 * queue as active and must not block its replacement.
 */
export async function addJobs(
  queue: Queue<JobData>,
  deliveries: readonly QueuedDelivery[],
  { attempts }: Pick<Settings, 'attempts'>,
): Promise<void> {
  await queue.addBulk(
    deliveries.map(({ eventId, handler, attempts: attemptsMade }) => ({
      name: handler,
      data: { eventId },
      opts: {
        // BullMQ uses ':' itself and refuses it in ids.
        jobId: `${eventId}-${handler}-${attemptsMade}`,
        attempts,
        backoff: { type: 'asRecorded' },
        removeOnComplete: true,
        removeOnFail: true,
      },
    })),
  )
}

/**
 * Schedules the periodic jobs in BullMQ; idempotent. Jobs that no longer exist here are not removed, because
 * processes of an older version may need them.
 */
export async function schedule(queue: Queue<JobData>, jobs: readonly PeriodicJob[]): Promise<void> {
  for (const { name, everyMs } of jobs) {
    await queue.upsertJobScheduler(
      name,
      { every: everyMs },
      { name, data: {}, opts: { removeOnComplete: true, removeOnFail: true } },
    )
  }
}

/** Runs a periodic job now, unless that is already queued. */
export async function runNow(queue: Queue<JobData>, { name }: PeriodicJob): Promise<void> {
  await queue.add(name, {}, { jobId: `${name}-now`, removeOnComplete: true, removeOnFail: true })
}
