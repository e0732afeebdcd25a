import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, isWeekend } from 'date-fns'
import { expect, it, onTestFinished, vi } from 'vitest'
import { toIsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { admitAccount } from '#domain/identity/admission.ts'
import { databaseFile } from '#drizzle/client.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { forgeToken, hs256 } from '#server/testing/forge-token.ts'
import { startSiteForTest } from '../support/start-site-for-test.ts'

vi.setConfig({ testTimeout: 240_000 })

const IN_FLIGHT = 100

it(`SIGTERM with ${IN_FLIGHT} bookings in flight loses no acknowledged booking and exits with 0`, async () => {
  const site = await startSiteForTest({ env: { RATE_LIMIT: 'off' } })
  const { dataDir, url } = site
  const db = openForTest(databaseFile(dataDir))
  onTestFinished(() => void db.$client.close())
  const secret = readFileSync(join(dataDir, 'jwt-secret'), 'utf8').trim()
  const response = await fetch(`${url}/services`)
  const treatments: Treatment[] = await response.json()
  const slots = treatments
    .flatMap(({ name, price, slots }) => slots.map((slot) => ({ treatment: name, price, slot })))
    .flatMap((slot) => nextWorkingDays(2).map((date) => ({ ...slot, date })))
    .slice(0, IN_FLIGHT)
  expect(slots).toHaveLength(IN_FLIGHT)

  let stopped: ReturnType<typeof site.stop> | undefined
  const acknowledged: string[] = []
  const bookings = slots.map(async (slot, index) => {
    const uid = `racer-${index}`
    const email = `${uid}@example.com`
    admitAccount(db, { uid, email, name: uid, photo: null, emailVerified: true }, new Date())
    const answer = await fetch(`${url}/appointments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${forgeToken(uid, { sign: hs256(secret) })}`,
      },
      body: JSON.stringify({ ...slot, email, phone: '+1 503 555 0100', address: '1 Main Street' }),
    })
    if (answer.status !== 201) return
    const { booking }: { booking: { _id: string } } = await answer.json()
    acknowledged.push(booking._id)
    stopped ??= site.stop('SIGTERM')
  })
  await Promise.allSettled(bookings)

  expect(await stopped).toEqual({ code: 0, signal: null })
  expect(acknowledged.length).toBeGreaterThan(0)
  const kept = db.select({ id: appointments.id }).from(appointments).all()
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
})

/** ISO dates from the day after tomorrow on, which is no earlier anywhere. */
function nextWorkingDays(count: number): string[] {
  const days = Array.from({ length: 10 }, (_, index) => addDays(new Date(), index + 2))
  return days
    .filter((day) => !isWeekend(day))
    .slice(0, count)
    .map(toIsoDate)
}
