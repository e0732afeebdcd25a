import pTimeout from 'p-timeout'
import { throttledLogger } from '#domain/logging/throttled-logger.ts'
import { claimDue, hasDue, nextDueAt } from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob, Runner, RunnerOptions } from './handler.ts'
import { createJobExecutor } from './job-executor.ts'
import { startPoller } from './poller.ts'

/**
 * Runs handlers in this process, without Redis, with the same attempts and delays as BullMQ, from the same
 * rows.
 */
export function startEmbeddedRunner(options: RunnerOptions): Runner {
  const { db, registry, log, settings, eventLoop } = options
  const executor = createJobExecutor(options)
  const problems = throttledLogger(log, 'embedded workers')

  const poller = startPoller(
    async () => {
      const free = settings.concurrency - executor.running
      if (free > 0 && hasDue(db, new Date())) {
        const claims = await writeTransaction(db, () =>
          claimDue(db, new Date(), free, settings.leaseMs),
        )
        // A handler may have written an event, and the next delivery can start.
        for (const claim of claims) {
          executor.execute(claim).catch(problems.failed).finally(wake)
        }
      }
      if (executor.running >= settings.concurrency) return settings.pollMs
      const due = nextDueAt(db)
      const wait = due ? Math.max(due.getTime() - Date.now(), 0) : settings.pollMs
      return Math.min(wait, settings.pollMs)
    },
    { retryMs: settings.pollMs, problems },
  )
  const periodic = startPeriodicJobs(
    registry.periodicJobs,
    { db, log, ...(eventLoop && { eventLoop }) },
    poller.wake,
  )

  function wake(): void {
    poller.wake()
    periodic.wake()
  }

  return {
    wake,
    async close() {
      await poller.close()
      const jobs = pTimeout(periodic.close(), { milliseconds: settings.graceMs, message: false })
      await Promise.all([jobs, executor.close()])
    },
  }
}

/**
 * Runs each job soon after the start, and `everyMs` after the end of each run; jobs with `hasWork` also after
 * each wake.
 */
function startPeriodicJobs(
  jobs: readonly PeriodicJob[],
  { eventLoop, ...context }: Omit<RunnerOptions, 'registry' | 'settings'>,
  wake: () => void,
): { wake(): void; close(): Promise<void> } {
  const stopping = new AbortController()
  const start = (job: PeriodicJob) =>
    startPoller(
      async () => {
        if (job.hasWork?.(context.db) === false) return job.everyMs
        const end = eventLoop?.begin(job.name)
        await job.run({ ...context, signal: stopping.signal }).finally(end)
        wake()
        return job.everyMs
      },
      { retryMs: job.everyMs, problems: throttledLogger(context.log, job.name) },
    )
  const pollers = jobs.map((job) => ({ canTell: job.hasWork !== undefined, poller: start(job) }))
  return {
    wake() {
      for (const { canTell, poller } of pollers) if (canTell) poller.wake()
    },
    async close() {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(pollers.map(({ poller }) => poller.close()))
    },
  }
}
