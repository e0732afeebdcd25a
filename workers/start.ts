import { startEmbeddedRunner } from './embedded-runner.ts'
import { startRelay } from './relay.ts'
import type { Runner, RunnerOptions } from './runner.ts'
import { defaultSettings } from './settings.ts'

/**
 * What the API process does about events: without Redis it runs their handlers itself, with Redis
 * it hands them to the worker processes.
 */
export function startEvents({
  redisUrl,
  ...options
}: Omit<RunnerOptions, 'settings'> & { redisUrl: string | undefined }): Runner {
  const settings = defaultSettings
  return redisUrl === undefined
    ? startEmbeddedRunner({ ...options, settings })
    : startRelay({ ...options, settings, redisUrl })
}
