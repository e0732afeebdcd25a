import { fanOut, takeBackFromQueue, takeForQueue } from '../drizzle/queries/deliveries.ts'
import { calmLog } from './calm-log.ts'
import { startLoop } from './loop.ts'
import { addJobs, connectProducer, openQueue, schedule } from './redis.ts'
import { subscribers } from './registry.ts'
import { FAN_OUT_BATCH, type Runner, type RunnerOptions } from './runner.ts'
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
  const handlersOf = subscribers(registry)
  const redisTrouble = calmLog(log, 'Redis (relay)')
  const redis = connectProducer(redisUrl, redisTrouble)
  const queue = openQueue(redis, redisTrouble)

  let scheduleAt = 0

  const loop = startLoop(
    async () => {
      while (fanOut(db, handlersOf, new Date(), FAN_OUT_BATCH) === FAN_OUT_BATCH);
      if (redis.status !== 'ready') return settings.pollMs
      if (Date.now() >= scheduleAt) {
        await schedule(queue, registry.periodicJobs)
        scheduleAt = Date.now() + settings.redriveMs
      }
      const keys = takeForQueue(db, new Date(), QUEUE_BATCH, settings.redriveMs)
      if (keys.length === 0) return settings.pollMs
      try {
        await addJobs(queue, keys, settings)
      } catch (error) {
        takeBackFromQueue(db, keys, new Date())
        throw error
      }
      return keys.length === QUEUE_BATCH ? 0 : settings.pollMs
    },
    { retryMs: settings.pollMs, trouble: calmLog(log, 'relay') },
  )
  redis.on('ready', () => {
    scheduleAt = 0
    loop.wake()
  })

  return {
    wake: loop.wake,
    async close() {
      await loop.close()
      await within(QUEUE_CLOSE_MS, queue.close())
      redis.disconnect()
    },
  }
}
