import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { insightDays } from '#drizzle/schema/index.ts'
import { addAppointment, eventsOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { readInsights } from './read-insights.ts'
import { compareInsights, rebuildInsights, refreshInsights } from './roll-ups.ts'

const DAY = '2027-03-02'
const TIME_ZONE = 'America/New_York'

/** A clinic two days after the one appointment. */
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
