import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../drizzle/client.ts'
import { startEmbeddedRunner } from '../queue/embedded-runner.ts'
import { defineHandler, type Handler, type PeriodicJob } from '../queue/handler.ts'
import type { Runner } from '../queue/runner.ts'
import { defaultSettings } from '../queue/settings.ts'
import { type LogLine, testDatabase, testLog } from './database.ts'

export const SECOND = 1_000

/** A database of a test's own, and runners on it, in a time that passes as the test says. */
export interface EmbeddedTest {
  db: Database
  /** What the runners have logged. */
  lines: LogLine[]
  start(handlers: Handler[], periodicJobs?: PeriodicJob[]): Runner
}

/** What it has started ends with the test. */
export function embeddedTest(): EmbeddedTest {
  vi.useFakeTimers()
  const db = testDatabase()
  const { log, lines } = testLog()
  const runners: Runner[] = []
  onTestFinished(async () => {
    const closed = Promise.all(runners.map((runner) => runner.close()))
    await vi.runOnlyPendingTimersAsync()
    await closed
    db.$client.close()
    vi.useRealTimers()
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

/** A handler on bookings that notes when it ran and does what it is told. */
export function notingHandler(name: string, run: Handler['run'] = async () => {}) {
  const runs: { at: number; attempt: number; data: unknown }[] = []
  const noting = defineHandler({
    name,
    on: ['appointment.booked'],
    schema: z.object({ n: z.number().optional() }),
    async run(data, context) {
      runs.push({ at: Date.now(), attempt: context.attempt, data })
      await run(data, context)
    },
  })
  return Object.assign(noting, { runs })
}
