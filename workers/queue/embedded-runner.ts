import { throttledLogger } from '../../domain/logging/throttled-logger.ts'
import { claimDue, hasDue, nextDueAt } from '../../drizzle/queries/deliveries.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { JobContext, PeriodicJob } from './handler.ts'
import { createPerformer } from './job-executor.ts'
import { startLoop } from './poller.ts'
import { startPublisher } from './publish.ts'
import type { Runner, RunnerOptions } from './runner.ts'
import { within } from './within.ts'

/**
 * While requests come, what the runner writes of a delivery waits this long, in milliseconds, for
 * one's change to go to the disk with: the event loop stands still at each write.
 */
const JOIN_MS = 10

/**
 * Consumes events in this process, without Redis: the same handlers, attempts and waits as on
 * BullMQ, out of the same rows (design section 7).
 */
export function startEmbeddedRunner({ db, registry, log, settings }: RunnerOptions): Runner {
  const performer = createPerformer({ db, registry, log, settings, holdMs: 0 })
  const publisher = startPublisher(db, registry)
  const trouble = throttledLogger(log, 'embedded workers')

  /** Whether more deliveries wait than can be performed at once. */
  let isBusy = false

  async function claimUpTo(limit: number, joinMs: number) {
    if (!hasDue(db, new Date())) return []
    const claim = () => claimDue(db, new Date(), limit, settings.leaseMs)
    return writeTransaction(db, claim, { joinMs })
  }

  const loop = startLoop(
    async (wasWoken) => {
      await publisher.publishRest()
      const free = settings.concurrency - performer.running
      if (free === 0) return settings.pollMs
      const joinMs = wasWoken && !isBusy ? JOIN_MS : 0
      const claims = await claimUpTo(free, joinMs)
      isBusy = claims.length === free
      for (const claim of claims) {
        // What a handler wrote may be an event, and its place is free for the next delivery.
        performer.perform(claim, joinMs).catch(trouble.failed).finally(loop.wake)
      }
      const due = nextDueAt(db)
      const wait = due ? Math.max(due.getTime() - Date.now(), 0) : settings.pollMs
      return Math.min(wait, settings.pollMs)
    },
    { retryMs: settings.pollMs, trouble },
  )
  const periodic = startPeriodicJobs(registry.periodicJobs, { db, log }, loop.wake)

  return {
    wake: loop.wake,
    async close() {
      publisher.close()
      await loop.close()
      await Promise.all([within(settings.graceMs, periodic.close()), performer.close()])
    },
  }
}

/** Runs each job soon after the start and then `everyMs` after the end of the run before. */
function startPeriodicJobs(
  jobs: readonly PeriodicJob[],
  context: Omit<JobContext, 'signal'>,
  wake: () => void,
): { close(): Promise<void> } {
  const stopping = new AbortController()
  const loops = jobs.map((job) =>
    startLoop(
      async () => {
        await job.run({ ...context, signal: stopping.signal })
        wake()
        return job.everyMs
      },
      { retryMs: job.everyMs, trouble: throttledLogger(context.log, job.name) },
    ),
  )
  return {
    async close() {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}
