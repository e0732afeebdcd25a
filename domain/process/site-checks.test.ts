import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { addHours } from 'date-fns/addHours'
import { addSeconds } from 'date-fns/addSeconds'
import { beforeEach, expect, it } from 'vitest'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { checkedFoldersOf } from '#domain/config/checked-folders.ts'
import { readEnv } from '#domain/config/env.ts'
import { FIREBASE, MAIL, STRIPE } from '#domain/testing/settings.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import { events, notifications, payments } from '#drizzle/schema/index.ts'
import { addPatient, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { checkSite } from './site-checks.ts'

let db: Transaction
let backupDir: string
let now: Date
/** Percent of the disk that is free. */
let free: number

function backUp(at: Date) {
  const folder = join(backupDir, `sprout-${at.getTime()}`)
  mkdirSync(folder)
  utimesSync(folder, at, at)
}

async function check({ hasSecondCopy = false } = {}): Promise<void> {
  const readSpace = async () => ({ blocks: 1_000, bavail: 10 * free })
  await checkSite({ db, dataDir: '/data', backupDir, hasSecondCopy, now: () => now, readSpace })
}

const found = () =>
  db
    .select()
    .from(events)
    .all()
    .filter(({ kind }) => kind.startsWith('process.'))
    .map(({ kind, data }) => [kind, data])

function set(details: Partial<ClinicSettings>) {
  storeSettings(db, { details, seen: readStoredSettings(db).version })
}

beforeEach(() => {
  db = seededDatabase()
  now = NOW
  backupDir = temporaryFolder()
  free = 60
  backUp(addHours(NOW, -1))
})

it('finds nothing on a healthy site', async () => {
  await check()
  expect(found()).toEqual([])
})

it('finds a disk with less free space than the clinic’s setting', async () => {
  free = 10
  await check()
  expect(found()).toEqual([])
  free = 9.9
  await check()
  expect(found()).toEqual([['process.disk_low', { freePercent: 9.9 }]])
  set({ diskAlarmPercent: 5 })
  now = addHours(now, 25)
  backUp(now)
  await check()
  expect(found()).toHaveLength(1)
})

it('finds an old backup, or none without a second copy, unless the clinic has turned off the alarm', async () => {
  now = addHours(NOW, 25)
  await check()
  expect(found()).toEqual([])
  now = addSeconds(now, 1)
  await check()
  expect(found()).toEqual([['process.backup_old', { hours: 26 }]])
  backupDir = temporaryFolder()
  now = addHours(NOW, 80)
  await check({ hasSecondCopy: true })
  expect(found()).toHaveLength(1)
  await check()
  expect(found()[1]).toEqual(['process.backup_old', { hours: null }])
  set({ backupAlarmHours: 0 })
  now = addHours(NOW, 200)
  await check()
  expect(found()).toHaveLength(2)
})

it('reports a lasting problem once a day', async () => {
  free = 1
  for (let hour = 0; hour <= 47; hour += 1) {
    now = addHours(NOW, hour)
    backUp(now)
    await check()
  }
  expect(found()).toHaveLength(2)
})

it('finds that no Stripe event arrives while a card payment is open', async () => {
  addPatient(db, 'anna')
  db.insert(payments)
    .values({
      id: 'pi_1',
      payerUid: 'anna',
      amountCents: 5_000,
      currency: 'usd',
      createdAt: NOW,
      checkedAt: NOW,
    })
    .run()
  const checkAfter = async (hours: number) => {
    now = addHours(NOW, hours)
    backUp(now)
    await check()
  }
  await checkAfter(23)
  expect(found()).toEqual([])
  await checkAfter(25)
  expect(found()).toEqual([['process.stripe_silent', { hours: null }]])
  const data = { type: 'payment_intent.succeeded' }
  appendEvent(
    db,
    { kind: 'stripe.event_received', actor: null, subject: 'evt_1', data },
    addHours(NOW, 40),
  )
  await checkAfter(60)
  expect(found()).toHaveLength(1)
  await checkAfter(65)
  expect(found()[1]).toEqual(['process.stripe_silent', { hours: 25 }])
})

it('finds more bounced emails than the clinic’s setting, if enough were sent', async () => {
  addPatient(db, 'anna')
  const send = (times: number, state: 'sent' | 'bounced') => {
    for (let time = 0; time < times; time += 1) {
      const key = `${state}-${time}`
      const about = {
        kind: 'booked',
        data: {},
        uid: 'anna',
        recipient: 'anna@example.com',
      } as const
      addNotification(db, { ...about, dedupeKey: key, dueAt: NOW }, NOW)
      db.$client
        .prepare('UPDATE notifications SET state = ?, attempted_at = ? WHERE dedupe_key = ?')
        .run(state, NOW.getTime(), key)
    }
  }
  const sendAnew = (sent: number, bounced: number) => {
    db.delete(notifications).run()
    send(sent, 'sent')
    send(bounced, 'bounced')
  }
  sendAnew(17, 2)
  await check()
  sendAnew(95, 5)
  await check()
  expect(found()).toEqual([])
  sendAnew(94, 5)
  await check()
  expect(found()).toEqual([['process.emails_bouncing', { percent: 5.1, emails: 99 }]])
})

it('checks sites with real providers in production only', () => {
  const real = {
    NODE_ENV: 'production',
    ...FIREBASE,
    ...STRIPE,
    ...MAIL,
    CLINIC_TIMEZONE: 'America/New_York',
  }
  expect(checkedFoldersOf(readEnv({}))).toBeUndefined()
  expect(checkedFoldersOf(readEnv({ NODE_ENV: 'production', SPROUT_DEMO: '1' }))).toBeUndefined()
  expect(checkedFoldersOf(readEnv({ ...real, REPLICA_URL: '/copy' }))).toMatchObject({
    hasSecondCopy: true,
  })
})
