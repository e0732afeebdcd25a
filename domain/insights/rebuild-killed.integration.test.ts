import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insightDays, insightMoney } from '#drizzle/schema/index.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { areInsightsBehind, compareInsights, refreshInsights } from './roll-ups.ts'
import { createRandomYear, rollUpContents, TIME_ZONE } from './testing/random-year.ts'

const DAYS = 60

it('a killed rebuild leaves the figures right, or to be counted by the next run', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const db = seededDatabase(file)
  const year = createRandomYear(db, 4_711)
  for (let day = 0; day < DAYS; day += 1) year.passDay()
  const context = { db, timeZone: TIME_ZONE, now: year.now }
  await refreshInsights(context)
  const right = rollUpContents(db)

  /** Starts a process that rebuilds all figures, and kills it after that many transactions. */
  async function killAfter(transactions: number): Promise<boolean> {
    const script = join(import.meta.dirname, 'testing', 'rebuild-process.ts')
    const child = fork(script, [file, year.now().toISOString()], { execArgv: [] })
    let seen = 0
    child.on('message', () => {
      seen += 1
      if (seen === transactions) child.kill('SIGKILL')
    })
    const [, signal] = await once(child, 'exit')
    return signal === 'SIGKILL'
  }

  let unfinished = 0
  for (const transactions of [1, 2, 1]) {
    db.delete(insightDays).run()
    db.delete(insightMoney).run()
    expect(await killAfter(transactions)).toBe(true)
    if (areInsightsBehind(db)) unfinished += 1
    await refreshInsights(context)
    expect(rollUpContents(db)).toEqual(right)
  }
  expect(unfinished).toBeGreaterThan(0)
  expect(await compareInsights(context)).toEqual([])
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
})
