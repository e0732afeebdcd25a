import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { admitAccount } from '#domain/identity/admission.ts'
import type { Transaction } from '#drizzle/client.ts'
import { claimDue, markFailed } from '#drizzle/queries/deliveries.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { deliveries, HANDLER, testDatabase, writeEvent } from '#workers/testing/database.ts'
import { runToEnd } from '../support/running-site.ts'

// The operators' commands, on a database like the site's.

vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
let db: Transaction

beforeEach(() => {
  dataDir = temporaryFolder()
  db = testDatabase(join(dataDir, 'sprout.db'))
})

afterEach(() => void db.$client.close())

const command = (entry: string, ...args: string[]) => runToEnd(entry, { DATA_DIR: dataDir }, args)

describe('npm run events', () => {
  const events = (...args: string[]) => command('scripts/events.ts', ...args)

  function failOne(): string {
    const eventId = writeEvent(db)
    const [claim] = claimDue(db, new Date(), 1, 1_000)
    if (!claim) throw new Error('nothing was due')
    markFailed(db, claim, 'mailbox full')
    return eventId
  }

  it('lists failed deliveries with their errors, retries them, and reports unknown ids', async () => {
    const [one, other] = [failOne(), failOne()]
    const listed = await events('list')
    expect(listed.code).toBe(0)
    for (const part of [one, other, HANDLER, 'mailbox full', '2 failed']) {
      expect(listed.output).toContain(part)
    }
    const retried = { code: 0, output: '1 delivery will be retried.' }
    expect(await events('retry', one)).toEqual(retried)
    expect(deliveries(db).map(({ status }) => status)).toEqual(['pending', 'failed'])
    expect(await events('retry', one)).toEqual({
      code: 1,
      output: `Event ${one} has no failed deliveries.`,
    })
    expect(await events('retry', 'all')).toEqual(retried)
    expect(deliveries(db).map(({ status }) => status)).toEqual(['pending', 'pending'])
    const misunderstood = await events('retry')
    expect(misunderstood.code).toBe(1)
    expect(misunderstood.output).toMatch(/^Usage:/)
  })
})

describe('npm run admin', () => {
  const admin = (...args: string[]) => command('scripts/admin.ts', ...args)

  beforeEach(() => {
    const account = { uid: 'ada', email: 'ada@example.com', name: 'Ada', photo: null }
    admitAccount(db, { ...account, emailVerified: true }, new Date())
  })

  it('grants and revokes admin access, but not the last admin’s, and reports unknown emails', async () => {
    expect((await admin('grant', 'Ada@example.com')).code).toBe(0)
    expect(await admin('revoke', 'ada@example.com')).toMatchObject({
      code: 1,
      output: expect.stringContaining('last administrator'),
    })
    expect(findUser(db, 'ada')?.role).toBe('admin')
    expect(await admin('grant', 'eve@example.com')).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no account yet'),
    })
    expect((await admin('promote', 'ada@example.com')).output).toMatch(/^Usage:/)
  })
})
