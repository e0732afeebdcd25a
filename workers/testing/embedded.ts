import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Transaction } from '#drizzle/client.ts'
import { startEmbeddedRunner } from '../queue/embedded-runner.ts'
import type { Handler, PeriodicJob, Runner } from '../queue/handler.ts'
import { defaultSettings } from '../queue/settings.ts'
import { HANDLER, type LogLine, testDatabase, testLog } from './database.ts'

export const SECOND = 1_000

/** A test's own database and the runners on it, with fake timers. */
export interface EmbeddedTest {
  db: Transaction
  /** What the runners have logged. */
  lines: LogLine[]
  start(handlers: Handler[], periodicJobs?: PeriodicJob[]): Runner
}

/** Everything it starts ends with the test. */
export function embeddedTest(): EmbeddedTest {
  vi.useFakeTimers()
  // Registered first, because the next files of this process have the same timers.
  onTestFinished(() => void vi.useRealTimers())
  const db = testDatabase()
  const { log, lines } = testLog()
  const runners: Runner[] = []
  onTestFinished(async () => {
    const closed = Promise.all(runners.map((runner) => runner.close()))
    await vi.runOnlyPendingTimersAsync()
    await closed
    db.$client.close()
  })
  return {
    db,
    lines,
    start(handlers, periodicJobs = []) {
      const registry = { handlers, periodicJobs }
      const runner = startEmbeddedRunner({ db, registry, log, settings: defaultSettings })
      runners.push(runner)
      return runner
    },
  }
}

/** A handler that records when it ran. */
export function recordingHandler(run: Handler['run'] = async () => {}, name = HANDLER) {
  const runs: { at: number; attempt: number; data: unknown }[] = []
  const handler: Handler = {
    name,
    on: 'appointment.booked',
    schema: z.object({ n: z.number().optional() }),
    async run(data, context) {
      runs.push({ at: Date.now(), attempt: context.attempt, data })
      await run(data, context)
    },
  }
  return { ...handler, runs }
}
