import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { hasDue } from '#drizzle/queries/deliveries.ts'
import type { Registry } from '#workers/queue/handler.ts'
import { startQueueWorker } from '#workers/queue/queue-worker.ts'
import { defaultSettings } from '#workers/queue/settings.ts'
import { HANDLER, testDatabase, testLog, writeEvent } from '#workers/testing/database.ts'

// Processes a queue: with BullMQ alone, then our events through BullMQ with deliveries in SQLite.
// Arguments: Redis's URL and the number of concurrent jobs.

const [redisUrl = '', concurrency = '1'] = process.argv.slice(2)
const JOBS = 2_000

process.send?.({
  queue: await emptyPlainQueue(Number(concurrency)),
  events: await handleEvents(Number(concurrency)),
})
process.disconnect()

async function emptyPlainQueue(concurrency: number): Promise<number> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue('plain', { connection })
  await queue.addBulk(
    Array.from({ length: JOBS }, (_, number) => ({
      name: 'nothing',
      data: { number },
      opts: { removeOnComplete: true },
    })),
  )
  const began = performance.now()
  const worker = new Worker('plain', async () => {}, { connection, concurrency })
  await new Promise<void>((resolve) => worker.once('drained', resolve))
  const seconds = (performance.now() - began) / 1000
  await worker.close()
  await queue.close()
  connection.disconnect()
  return JOBS / seconds
}

async function handleEvents(concurrency: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sprout-jobs-'))
  const db = testDatabase(join(folder, 'sprout.db'))
  db.transaction(() => {
    for (let number = 0; number < JOBS; number += 1) writeEvent(db)
  })
  const finished = Promise.withResolvers<void>()
  let handled = 0
  const registry: Registry = {
    handlers: [
      {
        name: HANDLER,
        on: 'appointment.booked',
        schema: z.object({}),
        async run() {
          handled += 1
          if (handled === JOBS) finished.resolve()
        },
      },
    ],
    periodicJobs: [],
  }
  const began = performance.now()
  const worker = startQueueWorker({
    db,
    registry,
    log: testLog().log,
    settings: { ...defaultSettings, concurrency },
    redisUrl,
  })
  await finished.promise
  const seconds = (performance.now() - began) / 1000
  await worker.close()
  if (hasDue(db, new Date())) throw new Error('An event was handled and is still due.')
  db.$client.close()
  rmSync(folder, { recursive: true })
  return JOBS / seconds
}
