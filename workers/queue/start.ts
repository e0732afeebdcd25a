import { startEmbeddedRunner } from './embedded-runner.ts'
import type { Runner, RunnerOptions } from './handler.ts'
import { defaultSettings } from './settings.ts'

/**
 * Starts the handling of events in the API's process: with Redis it queues deliveries for the worker
 * processes, without Redis it runs the handlers. Loads BullMQ only with Redis.
 */
export async function startEvents({
  redisUrl,
  ...options
}: Omit<RunnerOptions, 'settings'> & { redisUrl: string | undefined }): Promise<Runner> {
  const settings = defaultSettings
  if (redisUrl === undefined) return startEmbeddedRunner({ ...options, settings })
  const { startRelay } = await import('./relay.ts')
  return startRelay({ ...options, settings, redisUrl })
}
