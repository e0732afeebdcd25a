import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { millisecondsInMinute } from 'date-fns/constants'
import type { DrillCheck } from '#contract/second-copy/second-copy.ts'
import type { Replica } from '#domain/config/replica-target.ts'
import type { Database } from '#drizzle/client.ts'
import { SECOND_COPY } from '#drizzle/queries/drills.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { stamp } from '../process/data-files.ts'
import { type DrillFindings, findNewestEvent } from './drill-checks.ts'
import { restoreReplica } from './restore-replica.ts'

/** Prefix of scratch folders in the data folder. */
export const DRILL_FOLDER = '.drill-'

const PROGRAM = join(import.meta.dirname, 'drill-process.ts')

interface Drill {
  failed: DrillCheck[]
  problems: DrillFindings['problems']
  seconds: number
}

/**
 * Restores the second copy into a scratch folder and checks it; the result is an event, also when the restore
 * fails.
 * @param limitMs how old the copy may be
 */
export async function runDrill(
  {
    db,
    dataDir,
    replica,
    now,
  }: { db: Database; dataDir: string; replica: Replica; now: () => Date },
  limitMs: number,
  signal: AbortSignal,
): Promise<Drill> {
  const began = performance.now()
  const folder = join(dataDir, `${DRILL_FOLDER}${stamp(now())}`)
  const newestMs = findNewestEvent(db) ?? 0
  const problems: DrillFindings['problems'] = []
  try {
    await restoreReplica(replica, folder, signal)
    const found = await checkApart(folder, signal)
    problems.push(...found.problems)
    const behindMs = newestMs - (found.newestEventMs ?? 0)
    if (found.problems.every(({ check }) => check !== 'integrity') && behindMs > limitMs) {
      const minutes = Math.round(behindMs / millisecondsInMinute)
      problems.push({ check: 'age', problem: `the copy is ${minutes} minutes behind` })
    }
  } catch (error) {
    signal.throwIfAborted()
    problems.push({ check: 'restore', problem: String(error) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const failed = [...new Set(problems.map(({ check }) => check))]
  await writeTransaction(db, (tx) => {
    const about = { actor: null, subject: SECOND_COPY }
    if (failed.length === 0) {
      appendEvent(tx, { kind: 'replica.drilled', ...about, data: { seconds } }, now())
    } else {
      appendEvent(tx, { kind: 'replica.drill_failed', ...about, data: { seconds, failed } }, now())
    }
  })
  return { failed, problems, seconds }
}

async function checkApart(folder: string, signal: AbortSignal): Promise<DrillFindings> {
  const child = fork(PROGRAM, { execArgv: ['--max-old-space-size=512'], env: {}, signal })
  child.send(folder)
  const [findings] = await Promise.race([
    once(child, 'message'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`The checks ended with ${code} and without a result.`)),
    ),
  ])
  return findings
}
