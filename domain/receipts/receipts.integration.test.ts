import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findLatestReceipt } from '#drizzle/queries/payments/receipts.ts'
import { addAppointment, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'

// 10,000 in `npm run test:faults`.
const RECEIPTS = Number(process.env.RECEIPTS ?? 1_000)

/** A busy machine starts processes slowly, and each receipt waits for the disk. */
const LIMIT_MS = 60_000 + 60 * RECEIPTS

it(
  'numbers receipts without gaps although both writing processes are killed again and again',
  async () => {
    const file = join(temporaryFolder(), 'test.db')
    const db = seededDatabase(file)
    const appointment = addAppointment(db)
    const script = join(import.meta.dirname, 'testing', 'issuer-process.ts')
    const acknowledged: string[] = []
    let kills = 0

    /** Runs a process until it has acknowledged this many receipts, then kills it. */
    async function issue(count: number): Promise<void> {
      const stdio = ['ignore', 'pipe', 'inherit'] as const
      const child = spawn(process.execPath, [script, file, appointment], { stdio: [...stdio] })
      const ended = once(child, 'close')
      let left = count
      for await (const number of createInterface({ input: child.stdout })) {
        acknowledged.push(number)
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      }
      await ended
      kills += 1
    }

    async function keepIssuing(count: number): Promise<void> {
      while (acknowledged.length < RECEIPTS) await issue(count)
    }

    await Promise.all([keepIssuing(225), keepIssuing(275)])
    expect(kills).toBeGreaterThan(3)
    expect(findBookErrors(db)).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    const last = findLatestReceipt(db)?.number ?? 0
    expect(last).toBeGreaterThanOrEqual(RECEIPTS)
    // Only receipts in progress at a kill may be on disk without an acknowledgment.
    expect(last - acknowledged.length).toBeLessThanOrEqual(50 * kills)
  },
  LIMIT_MS,
)
