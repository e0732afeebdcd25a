import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { millisecondsInMinute } from 'date-fns/constants'
import type { BaseLogger } from 'pino'
import type { SecondCopy } from '#contract/second-copy/second-copy.ts'
import { describeTarget, type Replica } from '#domain/config/replica-target.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { findLastDrill, SECOND_COPY } from '#drizzle/queries/drills.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Env } from '../config/env.ts'
import { throttledLogger } from '../logging/throttled-logger.ts'
import { FILES_DATABASE, isWithin } from '../process/data-files.ts'
import { StartError } from '../process/errors.ts'
import { isDueTonight } from '../process/nightly.ts'
import { readProgress } from './copy-progress.ts'
import { DRILL_FOLDER, runDrill } from './drill.ts'
import { createFileCopier, openFileCopy } from './file-copy.ts'
import { litestreamConfig, type RunningLitestream, startLitestream } from './litestream.ts'
import { copiedDatabases } from './restore-replica.ts'
import { createStallWatch } from './stall-watch.ts'

/** How often the age is measured, files are checked, and the drill's time is checked. */
const LOOK_EVERY_MS = 2_000
const FILES_EVERY_MS = 5_000
const DRILL_CHECKED_EVERY_MS = 5_000

/** Delay before Litestream is restarted after it ended. */
const RESTART_MS = 2_000

export interface Replication {
  /** The state for the dashboard. */
  state(): NonNullable<SecondCopy['copy']>
  /** Stops once everything has been sent. */
  close(): Promise<void>
}

interface Options {
  env: Pick<Env, 'dataDir' | 'clinic'>
  db: Database
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  clock: () => Date
}

/**
 * Keeps a second copy of the data elsewhere: runs Litestream, copies images, measures the copy's age, and
 * restores it every night to check it. Alarms are events.
 * @throws StartError when the copy would be inside the data folder
 */
export async function startReplication(
  replica: Replica,
  { env: { dataDir, clinic }, db, log, clock }: Options,
): Promise<Replication> {
  const { target } = replica
  if (target.type === 'file') {
    if (isWithin(target.path, dataDir)) {
      throw new StartError('REPLICA_URL must not be inside of DATA_DIR: it would be lost with it.')
    }
    mkdirSync(target.path, { recursive: true, mode: 0o700 })
  }
  // Removes what a crash left.
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(DRILL_FOLDER))) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const files = openFileCopy(join(dataDir, FILES_DATABASE))
  const copyFiles = createFileCopier(files, dataDir)
  const metricsPort = await findFreePort()
  const configFile = join(dataDir, '.litestream.json')
  const config = litestreamConfig(replica, copiedDatabases(dataDir), metricsPort)
  writeFileSync(configFile, config, { mode: 0o600 })

  const problems = throttledLogger(log, 'second copy')
  const stopping = new AbortController()
  const { signal } = stopping
  const startedAt = clock().getTime()
  /** When the copy was last complete. */
  let completeAt: number | undefined
  let isTold = false
  let litestream: RunningLitestream | undefined
  const isStalled = createStallWatch(startedAt)

  /**
   * Litestream reports its position only once it has sent something, and sends nothing if it starts with a
   * complete copy.
   */
  async function giveSomethingToSend(): Promise<void> {
    touch(files)
    await writeTransaction(db, () => touch(db.$client))
  }

  async function keepRunning(): Promise<void> {
    while (!signal.aborted) {
      await giveSomethingToSend().catch(problems.failed)
      if (signal.aborted) return
      litestream = startLitestream(replica, configFile, (line) => {
        problems.failed(new Error(line))
      })
      await litestream.ended
      if (!signal.aborted) log.error('Litestream has ended and is started again')
      await pause(RESTART_MS)
    }
  }

  async function look(): Promise<void> {
    const at = clock().getTime()
    const progress = await readProgress(copiedDatabases(dataDir), metricsPort)
    if (progress.isComplete) {
      completeAt = at
      problems.recovered()
    }
    if (isStalled(progress, at)) {
      log.warn('Litestream has sent nothing for too long and is started again')
      await litestream?.stop()
    }
    const { isTooOld, ageSeconds } = state()
    if (isTooOld === isTold) return
    isTold = isTooOld
    if (!isTooOld) return
    const minutes = Math.round((ageSeconds ?? (clock().getTime() - startedAt) / 1000) / 60)
    await writeTransaction(db, (tx) =>
      appendEvent(
        tx,
        { kind: 'replica.stale', actor: null, subject: SECOND_COPY, data: { minutes } },
        clock(),
      ),
    )
  }

  async function drillIfDue(): Promise<void> {
    if (completeAt === undefined) return
    if (!isDueTonight(clock(), findLastDrill(db)?.at, clinic.timeZone)) return
    const context = { db, dataDir, replica, now: clock }
    const { failed, problems, seconds } = await runDrill(context, alarmMs(), signal)
    if (failed.length === 0) log.info({ seconds }, 'the second copy was restored and checked')
    else log.error({ problems: problems.slice(0, 20) }, 'the second copy failed its drill')
  }

  const alarmMinutes = () => readSettings(db).copyAlarmMinutes
  const alarmMs = () => alarmMinutes() * millisecondsInMinute

  function state(): NonNullable<SecondCopy['copy']> {
    const drill = findLastDrill(db)
    const age = clock().getTime() - (completeAt ?? startedAt)
    return {
      place: describeTarget(target),
      ageSeconds: completeAt === undefined ? null : Math.round(age / 1000),
      alarmMinutes: alarmMinutes(),
      isTooOld: age > alarmMs(),
      drill: drill ? { at: drill.at.toISOString(), failed: drill.failed } : null,
    }
  }

  /** Repeats `work` until the end; logs and retries failures. */
  async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (!signal.aborted) problems.failed(error)
      }
      await pause(everyMs)
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})

  await copyFiles()
  const loops = [
    keepRunning(),
    repeat(LOOK_EVERY_MS, look),
    repeat(FILES_EVERY_MS, copyFiles),
    repeat(DRILL_CHECKED_EVERY_MS, drillIfDue),
  ]
  return {
    state,
    async close() {
      stopping.abort()
      await litestream?.stop()
      await Promise.all(loops)
      files.close()
    },
  }
}

/** Writes to a database without changing its content. */
function touch(db: SQLite.Database): void {
  const version = db.pragma('user_version', { simple: true })
  db.pragma(version === 0 ? 'user_version = 1' : 'user_version = 0')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
