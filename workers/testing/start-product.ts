import { onTestFinished } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { type JobDependencies, productRegistry } from '../jobs/registry.ts'
import { startEmbeddedRunner } from '../queue/embedded-runner.ts'
import { defaultSettings } from '../queue/settings.ts'
import { type LogLine, testLog } from './database.ts'

/**
 * Starts the product's handlers in this process, with short delays, until the test ends.
 * @param attempts the most attempts of a delivery
 * @param isPeriodic whether the periodic jobs run, too
 */
export function startProduct(
  context: JobDependencies & { db: Transaction },
  { attempts, isPeriodic = false }: { attempts: number; isPeriodic?: boolean },
): { lines: LogLine[] } {
  const { log, lines } = testLog()
  const { handlers, periodicJobs } = productRegistry(context)
  const registry = { handlers, periodicJobs: isPeriodic ? periodicJobs : [] }
  const settings = { ...defaultSettings, firstDelayMs: 1, pollMs: 10, attempts }
  onTestFinished(startEmbeddedRunner({ db: context.db, registry, log, settings }).close)
  return { lines }
}
