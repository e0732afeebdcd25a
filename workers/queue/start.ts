import { startEmbeddedRunner } from './embedded-runner.ts'
import type { Runner, RunnerOptions } from './runner.ts'
import { defaultSettings } from './settings.ts'

/**
 * What the API process does about events: without Redis it runs their handlers itself, with Redis
 * it hands them to the worker processes, and only then loads what that takes.
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
