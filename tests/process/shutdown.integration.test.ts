import { expect, it, onTestFinished, vi } from 'vitest'
import { admitAccount } from '#domain/identity/admission.ts'
import { TEST_SECRET } from '#domain/testing/settings.ts'
import { databaseFile } from '#drizzle/client.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { book, bookedIn, freeTimes } from '../faults/requests.ts'
import { emailOf, uidOf } from '../faults/site.ts'
import { startSiteForTest } from '../support/start-site-for-test.ts'

vi.setConfig({ testTimeout: 240_000 })

const IN_FLIGHT = 100

it(`SIGTERM with ${IN_FLIGHT} bookings in flight loses no acknowledged booking and exits with 0`, async () => {
  const site = await startSiteForTest({ env: { RATE_LIMIT: 'off', JWT_SECRET: TEST_SECRET } })
  const db = openForTest(databaseFile(site.dataDir))
  onTestFinished(() => void db.$client.close())
  const times = freeTimes({ db }).take(IN_FLIGHT)

  let stopped: ReturnType<typeof site.stop> | undefined
  const acknowledged: string[] = []
  const bookings = [...times].map(async (time, patient) => {
    const [uid, email] = [uidOf(patient), emailOf(patient)]
    admitAccount(db, { uid, email, name: uid, photo: null, emailVerified: true }, new Date())
    const id = bookedIn(await book(site.url, patient, time))
    if (!id) return
    acknowledged.push(id)
    stopped ??= site.stop('SIGTERM')
  })
  await Promise.allSettled(bookings)

  expect(await stopped).toEqual({ code: 0, signal: null })
  expect(acknowledged.length).toBeGreaterThan(0)
  const kept = db.select({ id: appointments.id }).from(appointments).all()
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
})
