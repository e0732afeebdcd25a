import { pino } from 'pino'
import { openDatabase } from '#drizzle/client.ts'
import { runWorker } from '../queue/queue-worker.ts'
import type { Settings } from '../queue/settings.ts'
import { testRegistry } from './handlers.ts'

// A worker process like the real one, with handlers for tests.
const [redisUrl, databaseFile, settings] = process.argv.slice(2)
if (!redisUrl || !databaseFile || !settings) throw new Error('usage: URL FILE SETTINGS')

runWorker({
  db: openDatabase(databaseFile),
  registry: testRegistry,
  // Tests read its log, which starts with "worker ready".
  log: pino(),
  settings: JSON.parse(settings) as Settings,
  redisUrl,
})
