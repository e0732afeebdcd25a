import { beforeEach, expect, it } from 'vitest'
import { BUSY_TIMEOUT_MS, type Transaction } from './client.ts'
import { closures } from './schema/index.ts'
import { allOf, closeDays, seededFile } from './testing/seeded-database.ts'
import { writeTransaction } from './write-transaction.ts'

let db: Transaction
let other: Transaction

beforeEach(() => {
  ;({ db, other } = seededFile())
})

const closeOn = (date: string) => () => {
  closeDays(db, date)
  return date
}

function closedDays() {
  return allOf(other, closures).map(({ fromDate }) => fromDate)
}

function busyTimeout() {
  return db.$client.pragma('busy_timeout', { simple: true })
}

it('commits, and returns the change’s result', async () => {
  expect(await writeTransaction(db, closeOn('2027-07-04'))).toBe('2027-07-04')
  expect(closedDays()).toEqual(['2027-07-04'])
})

it('rolls back a change that throws', async () => {
  const failing = () => {
    closeOn('2027-07-04')()
    throw new Error('rolled back')
  }
  await expect(writeTransaction(db, failing)).rejects.toThrow('rolled back')
  expect(closedDays()).toEqual([])
  expect(busyTimeout()).toBe(BUSY_TIMEOUT_MS)
})

it('waits for another process’s lock without blocking the event loop', async () => {
  other.$client.exec('BEGIN IMMEDIATE')
  let runs = 0
  const writing = writeTransaction(db, () => {
    runs += 1
    return closeOn('2027-07-04')()
  })
  // Reads continue, and this event loop releases the lock.
  await new Promise((resolve) => setImmediate(resolve))
  expect(allOf(db, closures)).toEqual([])
  expect(runs).toBe(0)
  other.$client.exec('COMMIT')
  await writing
  expect(runs).toBe(1)
  expect(closedDays()).toEqual(['2027-07-04'])
  expect(busyTimeout()).toBe(BUSY_TIMEOUT_MS)
})

it('rejects when the lock is not free in time, and runs nothing', async () => {
  other.$client.exec('BEGIN IMMEDIATE')
  await expect(
    writeTransaction(db, closeOn('2027-07-04'), { patienceMs: 60 }),
  ).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  other.$client.exec('COMMIT')
  expect(closedDays()).toEqual([])
  expect(busyTimeout()).toBe(BUSY_TIMEOUT_MS)
})

it('commits the changes of one turn together, and resolves none before the commit', async () => {
  const heard: string[] = []
  const seenBy: string[][] = []
  const days = ['2027-07-04', '2027-07-05', '2027-07-06']
  await Promise.all(
    days.map(async (day) => {
      heard.push(await writeTransaction(db, closeOn(day)))
      seenBy.push(closedDays())
    }),
  )
  expect(heard).toEqual(days)
  // The first does not wait for the others; when the rest resolve, all of them are on disk.
  expect(seenBy).toEqual([days.slice(0, 1), days, days])
})

it('rolls back only the change of a group that throws', async () => {
  const failing = () => {
    closeOn('2027-07-05')()
    throw new Error('rolled back')
  }
  const outcomes = await Promise.allSettled([
    writeTransaction(db, closeOn('2027-07-04')),
    writeTransaction(db, failing),
    writeTransaction(db, closeOn('2027-07-06')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(closedDays()).toEqual(['2027-07-04', '2027-07-06'])
})

it('rejects all changes of a group if SQLite rolls back its transaction', async () => {
  // As SQLite does when the disk is full.
  const ending = () => {
    db.$client.exec('ROLLBACK')
    throw new Error('database or disk is full')
  }
  const outcomes = await Promise.allSettled([
    writeTransaction(db, closeOn('2027-07-04')),
    writeTransaction(db, ending),
    writeTransaction(db, closeOn('2027-07-06')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(closedDays()).toEqual(['2027-07-04'])
  expect(await writeTransaction(db, closeOn('2027-07-07'))).toBe('2027-07-07')
  expect(closedDays()).toEqual(['2027-07-04', '2027-07-07'])
})

it('runs more changes than fit in one group in order', async () => {
  const days = Array.from({ length: 120 }, (_, index) => `2${String(index).padStart(3, '0')}-07-04`)
  await Promise.all(days.map((day) => writeTransaction(db, closeOn(day))))
  expect(closedDays()).toEqual(days)
})

it('commits nothing of a group if a failed change cannot be rolled back', async () => {
  const broken = () => {
    closeOn('2027-07-05')()
    // Without its savepoint, rolling back to it fails.
    db.$client.exec('RELEASE `\t_bs3.\t`')
    throw new Error('half done')
  }
  const first = writeTransaction(db, closeOn('2027-07-03'))
  const group = [writeTransaction(db, closeOn('2027-07-04')), writeTransaction(db, broken)]
  const results = await Promise.allSettled([first, ...group])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(closedDays()).toEqual(['2027-07-03'])
  expect(await writeTransaction(db, closeOn('2027-07-06'))).toBe('2027-07-06')
})
