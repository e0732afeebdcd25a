import { onTestFinished } from 'vitest'
import type { Database } from '../../drizzle/client.ts'
import { type ProductDeps, productRegistry } from '../jobs/registry.ts'
import { startEmbeddedRunner } from '../queue/embedded-runner.ts'
import { defaultSettings } from '../queue/settings.ts'
import { type LogLine, testLog } from './database.ts'

/**
 * Starts the product's own handlers as they run in the API's process, but without its long waits;
 * they stop when the test is over.
 * @param attempts of a delivery before it is parked
 * @param isPeriodic whether what is done again and again is done, too
 */
export function startProduct(
  deps: ProductDeps & { db: Database },
  { attempts, isPeriodic = false }: { attempts: number; isPeriodic?: boolean },
): { lines: LogLine[] } {
  const { log, lines } = testLog()
  const { handlers, periodicJobs } = productRegistry(deps)
  const registry = { handlers, periodicJobs: isPeriodic ? periodicJobs : [] }
  const settings = { ...defaultSettings, firstDelayMs: 1, pollMs: 10, attempts }
  onTestFinished(startEmbeddedRunner({ db: deps.db, registry, log, settings }).close)
  return { lines }
}
