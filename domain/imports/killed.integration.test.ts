import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { describeImports, prepareImports, takeImportSteps } from './testing/import-steps.ts'

/** `npm run test:faults` kills at more points. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3)

const SCRIPT = join(import.meta.dirname, 'testing', 'imports-process.ts')

it('ends as without a crash if the process is killed before any statement of a check, a run or an undo', async () => {
  const dir = temporaryFolder()
  const start = join(dir, 'start.db')
  const file = join(dir, 'test.db')
  const prepared = seededDatabase(start)
  await prepareImports(prepared)
  prepared.$client.pragma('wal_checkpoint(TRUNCATE)')

  /** Takes the steps on a copy, in another process. */
  async function take(fatal: number) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(start, file)
    const child = fork(SCRIPT, [file, String(fatal)], { execArgv: [] })
    let passed = 0
    child.on('message', (statements) => {
      passed = Number(statements)
    })
    const [, signal] = await once(child, 'exit')
    return { db: openForTest(file), passed, signal }
  }

  const whole = await take(0)
  const right = describeImports(whole.db)
  whole.db.$client.close()
  expect(right.states).toEqual(['done', 'undone', 'undone', 'done'])
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { db, signal } = await take(Math.ceil((kill * whole.passed) / (KILLS + 1)))
    expect(signal).toBe('SIGKILL')
    await takeImportSteps(db)
    expect({ kill, ...describeImports(db) }).toEqual({ kill, ...right })
    expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
    db.$client.close()
  }
}, 1_800_000)
