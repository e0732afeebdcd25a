import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openForTest } from './migrated-database.ts'
import { seededDatabase } from './seeded-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** How a process of `stepsInProcess` ended. */
interface Ended {
  /** The database that it leaves. */
  db: ReturnType<typeof openForTest>
  /** The number of statements; 0 if it was killed. */
  passed: number
  signal: unknown
}

/**
 * Prepares a seeded database, and returns a function that has a script take its steps on a copy, in another process.
 * @param script takes the database's file and the statement before which it kills itself; with 0 it runs to the end
 * and sends the number of statements
 */
export async function stepsInProcess(
  script: string,
  prepare: (db: ReturnType<typeof seededDatabase>) => unknown,
): Promise<(fatal: number) => Promise<Ended>> {
  const dir = temporaryFolder()
  const [start, file] = [join(dir, 'start.db'), join(dir, 'test.db')]
  const prepared = seededDatabase(start)
  await prepare(prepared)
  prepared.$client.pragma('wal_checkpoint(TRUNCATE)')
  return async (fatal) => {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(start, file)
    const child = fork(script, [file, String(fatal)], { execArgv: [] })
    let passed = 0
    child.on('message', (statements) => {
      passed = Number(statements)
    })
    const [, signal] = await once(child, 'exit')
    return { db: openForTest(file), passed, signal }
  }
}
