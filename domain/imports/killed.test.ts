import { expect, it, onTestFinished } from 'vitest'
import { findBookErrors } from '#drizzle/checks/books.ts'
import type { Transaction } from '#drizzle/client.ts'
import { endBeforeStatement } from '#drizzle/testing/fatal-statement.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { describeImports, prepareImports, takeImportSteps } from './testing/import-steps.ts'

/** `npm run test:faults` fails at more points. */
const POINTS = Number(process.env.IMPORT_POINTS ?? 12)

it('ends as without a failure if it fails before any statement of a check, a run or an undo', async () => {
  const prepared = seededDatabase()
  await prepareImports(prepared)
  const start = prepared.$client.serialize()

  /** Takes the steps on a copy until a statement fails. */
  async function take(fatal: number): Promise<{ db: Transaction; passed: number }> {
    const db = openForTest(start)
    const failure = new Error('The process ends.')
    const { passed, restore } = endBeforeStatement(db, fatal, () => {
      throw failure
    })
    onTestFinished(restore)
    await takeImportSteps(db).catch((error) => {
      // The statement that rolls a savepoint back failed.
      if (error !== failure && error.cause !== failure) throw error
    })
    restore()
    return { db, passed: passed() }
  }

  const whole = await take(0)
  const right = describeImports(whole.db)
  whole.db.$client.close()
  expect(right.states).toEqual(['done', 'undone', 'undone', 'done'])
  for (let point = 1; point <= POINTS; point += 1) {
    const { db } = await take(Math.ceil((point * whole.passed) / (POINTS + 1)))
    await takeImportSteps(db)
    expect({ point, ...describeImports(db) }).toEqual({ point, ...right })
    expect(findBookErrors(db)).toEqual([])
    db.$client.close()
  }
}, 600_000)
