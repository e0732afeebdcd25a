import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { ThrottledLogger } from '../../domain/logging/throttled-logger.ts'
import type { QueuedDelivery } from '../../drizzle/queries/deliveries.ts'
import type { PeriodicJob } from './handler.ts'
import type { Settings } from './settings.ts'

/** One queue for deliveries and periodic jobs. */
export const QUEUE = 'events'
export const PREFIX = 'sprout'

/** How long a command of a producer may take, in milliseconds. */
const COMMAND_TIMEOUT_MS = 5_000

const retryStrategy = (times: number) => Math.min(times * 100, 1_000)

/**
 * Connection of those who add jobs: with Redis away every command fails at once instead of
 * waiting, because the delivery is safe in the database and is handed over later.
 * @see https://docs.bullmq.io/patterns/failing-fast-when-redis-is-down
 */
export function connectProducer(redisUrl: string, trouble: ThrottledLogger): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy,
  })
  return observe(redis, trouble)
}

/** Connection of those who take jobs: they wait for Redis as long as it is away. */
export function connectConsumer(redisUrl: string, trouble: ThrottledLogger): Redis {
  return observe(new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy }), trouble)
}

function observe(redis: Redis, trouble: ThrottledLogger): Redis {
  redis.on('error', trouble.failed)
  redis.on('ready', trouble.recovered)
  return redis
}

/**
 * The queue as producers see it, on a connection that is ready: a queue that cannot greet Redis
 * at first never works again. Close it before its connection.
 */
export async function openQueue(
  connection: Redis,
  trouble: ThrottledLogger,
): Promise<Queue<JobData>> {
  const queue = new Queue<JobData>(QUEUE, { connection, prefix: PREFIX })
  queue.on('error', trouble.failed)
  try {
    await queue.waitUntilReady()
  } catch (error) {
    await queue.close()
    throw error
  }
  return queue
}

/** A delivery's event, or nothing for a periodic job. Ids only: Redis keeps jobs in clear text. */
export interface JobData {
  eventId?: string
}

/**
 * Adds one job for each delivery. One that waits in the queue already stays as it is; finished
 * ones are not kept, for the database knows what is done, and their ids become free for a retry.
 * The number of attempts is part of the id: a killed worker's job still stands in the queue as
 * running, and must not keep out the one that replaces it.
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
        // BullMQ's own separator ':' is refused in ids.
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
 * Makes BullMQ bring each periodic job in time. Writing a schedule that stands already changes
 * nothing; a job that is no longer written here is left to older processes, which know it.
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
