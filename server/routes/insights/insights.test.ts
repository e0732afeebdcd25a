import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dayAfter, parseWireDate } from '#contract/dates.ts'
import { insightAppointments, insights, insightsMoney } from '#contract/insights/insights.ts'
import { refreshInsights } from '#domain/insights/roll-ups.ts'
import { appointments } from '#drizzle/schema/index.ts'
import {
  bookingOf,
  buildTestApp,
  signIn,
  signInAdmin,
  signInStaff,
  TUESDAY,
} from '#server/testing/test-app.ts'

const DAY = parseWireDate(TUESDAY) ?? ''
const WEEK = { from: dayAfter(DAY, -1), to: dayAfter(DAY, 5) }

/** A clinic a week after its only appointment, which is neither paid nor settled. */
async function start() {
  const api = await buildTestApp()
  const patient = await signIn(api, 'paula@example.com')
  await patient.post('/appointments', bookingOf(patient))
  api.setTime(new Date(api.now().getTime() + 7 * 24 * 3_600_000))
  const { timeZone } = api.env.clinic
  const refresh = () => refreshInsights({ db: api.db, timeZone, now: api.now })
  await refresh()
  const { get } = await signInStaff(api)
  return { api, refresh, get }
}

it('answers staff with figures without money', async () => {
  const { get } = await start()
  const answer = insights.parse((await get('/insights', WEEK)).json())
  expect(answer.total).toMatchObject({ booked: 1, unsettled: 1, newFamilies: 1, bookedMinutes: 30 })
  expect(answer.unpaid.ages).toEqual([1, 0, 0, 0])
  expect(answer.thirdNext.map(({ days }) => days)).toEqual(answer.thirdNext.map(() => 0))
  expect(JSON.stringify(answer)).not.toMatch(/paula|price|amount/i)
})

it('counts only days that are over', async () => {
  const { api, get } = await start()
  const { to } = insights.parse((await get('/insights', { ...WEEK, to: '2030-01-01' })).json())
  expect(to).toBe(dayAfter(parseWireDate(api.now().toISOString().slice(0, 10)) ?? '', -1))
  expect((await get('/insights', { from: '2020-01-01', to: '2027-01-01' })).statusCode).toBe(400)
})

it('rejects invalid days of any length', async () => {
  const { get } = await start()
  for (const from of ['soon', 'x'.repeat(100)]) {
    expect((await get('/insights', { from, to: 'y'.repeat(100) })).statusCode).toBe(400)
  }
})

it('answers admins with the money', async () => {
  const { api } = await start()
  const admin = await signInAdmin(api)
  const answer = insightsMoney.parse((await admin.get('/insights/money', WEEK)).json())
  expect(answer.unpaid.ages).toEqual([110, 0, 0, 0])
  expect(answer.total.taken).toEqual({ card: 0, cash: 0, terminal: 0 })
})

it('lists the appointments behind a figure', async () => {
  const { api, refresh, get } = await start()
  const list = async (of: string) => {
    const response = await get('/insights/appointments', { ...WEEK, of })
    const rows = insightAppointments.parse(response.json())
    expect(response.headers['x-total-count']).toBe(`${rows.length}`)
    return rows.map(({ date, price }) => ({ date, price }))
  }
  expect(await list('unpaid')).toEqual([{ date: DAY, price: 110 }])
  expect(await list('missed')).toEqual([])
  api.db
    .update(appointments)
    .set({ attendance: 'no_show', version: 1 })
    .where(eq(appointments.date, DAY))
    .run()
  await refresh()
  expect(await list('unpaid')).toEqual([])
  expect(await list('missed')).toEqual([{ date: DAY, price: 110 }])
})
