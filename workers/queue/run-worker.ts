import { stopOnSignal } from '../../domain/process/stop-on-signal.ts'
import { startQueueWorker } from './queue-worker.ts'
import type { RunnerOptions } from './runner.ts'

/** A whole worker process: takes jobs until a signal comes, then finishes or hands back what runs. */
export function runWorker(options: RunnerOptions & { redisUrl: string }): void {
  const { db, log } = options
  const worker = startQueueWorker(options)
  stopOnSignal(async () => {
    await worker.close()
    db.$client.close()
    log.info('worker stopped')
  }, log)
  log.info('worker ready')
}
