import { startEmbeddedRunner } from './embedded-runner.ts'
import type { Runner, RunnerOptions } from './handler.ts'
import { defaultSettings } from './settings.ts'

/**
 * Starts what the API process does about events: with Redis it hands deliveries to the worker
 * processes, without it runs the handlers itself. BullMQ is loaded only with Redis.
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
