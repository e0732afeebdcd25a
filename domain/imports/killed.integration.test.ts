import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stepsInProcess } from '#drizzle/testing/killed-process.ts'
import { describeImports, prepareImports, takeImportSteps } from './testing/import-steps.ts'

/** `npm run test:faults` kills at more points. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3)

const SCRIPT = join(import.meta.dirname, 'testing', 'imports-process.ts')

it('ends as without a crash if the process is killed before any statement of a check, a run or an undo', async () => {
  const take = await stepsInProcess(SCRIPT, prepareImports)
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
