import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { ALL } from '#drizzle/queries/insights/roll-ups.ts'
import { insightCapacity, insightDays } from '#drizzle/schema/index.ts'
import {
  addAppointment,
  allOf,
  eventsOf,
  NOW,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { keepCapacityInSteps } from './capacity.ts'
import { readInsights } from './read-insights.ts'
import { compareInsights, rebuildInsights, refreshInsights } from './roll-ups.ts'

const DAY = '2027-03-02'
const TIME_ZONE = 'America/New_York'

/** A clinic two days after its only appointment. */
function oneAppointment() {
  const db = seededDatabase()
  const now = new Date(NOW.getTime() + 3 * 24 * 3_600_000)
  addAppointment(db)
  const context = { db, timeZone: TIME_ZONE, now: () => now }
  const booked = () =>
    readInsights(db, { from: DAY, to: DAY }, { today: '2027-03-04', now }).total.booked
  return { db, context, booked }
}

it('corrects a figure that differs from its source at night, and raises an alarm', async () => {
  const { db, context, booked } = oneAppointment()
  await refreshInsights(context)
  expect(booked()).toBe(1)
  db.update(insightDays).set({ booked: 7 }).where(eq(insightDays.date, DAY)).run()
  expect(await compareInsights(context)).toEqual([DAY])
  expect(booked()).toBe(1)
  expect(eventsOf(db, DAY)).toEqual([{ kind: 'insights.mended', actor: null, data: {} }])
  expect(await compareInsights(context)).toEqual([])
})

it('counts a day again on request', async () => {
  const { db, context, booked } = oneAppointment()
  await refreshInsights(context)
  db.delete(insightDays).run()
  await rebuildInsights(context, DAY)
  expect(booked()).toBe(1)
  expect(eventsOf(db, DAY)).toEqual([])
})

it('lets other changes run while it saves the open minutes of years', async () => {
  const { db } = oneAppointment()
  const keptDays = () =>
    db.select().from(insightCapacity).where(eq(insightCapacity.resourceId, ALL)).all().length
  const kept = keepCapacityInSteps(db, { today: '2029-03-02', timeZone: TIME_ZONE })
  const meanwhile = await writeTransaction(db, keptDays)
  expect(meanwhile).toBeLessThan(50)
  await kept
  expect(keptDays()).toBe(731)
})

it('counts all days again once when the time zone has changed, with one log line and no alarm', async () => {
  const { db, context } = oneAppointment()
  const info = vi.fn()
  // Booked on the previous day in New York, and on the day itself in Kiritimati.
  for (const [timeZone, daysAhead] of [
    [TIME_ZONE, '1'],
    ['Pacific/Kiritimati', '0'],
    [TIME_ZONE, '1'],
  ] as const) {
    await refreshInsights({ ...context, timeZone, log: { info } })
    const counted = allOf(db, insightDays).map(({ leads }) => leads)
    expect(new Set(counted.flatMap(Object.keys))).toEqual(new Set([daysAhead]))
    expect(await compareInsights({ ...context, timeZone, log: { info } })).toEqual([])
  }
  const line = 'figures are counted again in the new time zone'
  expect(info.mock.calls).toEqual([
    [{ from: TIME_ZONE, to: 'Pacific/Kiritimati' }, line],
    [{ from: 'Pacific/Kiritimati', to: TIME_ZONE }, line],
  ])
  expect(eventsOf(db, DAY)).toEqual([])
})
