import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { QUICK_START } from '#scripts/quick-start.ts'
import type { Settings } from '#workers/queue/settings.ts'
import { SITE_FLAGS } from './site-flags.ts'

const WORKER = join(import.meta.dirname, '../../workers/testing/worker.ts')

/** Starts a worker process with the handlers for tests; resolves when it is ready. */
export async function startWorkerProcess(
  redisUrl: string,
  databaseFile: string,
  settings: Settings,
) {
  const args = [...SITE_FLAGS, WORKER, redisUrl, databaseFile, JSON.stringify(settings)]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...QUICK_START },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the worker did not start')
  // Its first output says that it is ready.
  await once(child.stdout, 'data')
  child.stdout.resume()
  return Object.assign(child, { pid })
}

/** Kills a process with SIGKILL if it still runs; resolves when it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
