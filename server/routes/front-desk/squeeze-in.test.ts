import { expect, test } from 'vitest'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { insights } from '#contract/insights/insights.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { refreshInsights } from '#domain/insights/roll-ups.ts'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { book, readAppointment } from '#server/testing/paying.ts'
import {
  buildTestApp,
  deskBookingOf,
  signIn,
  signInAdmin,
  signInStaff,
} from '#server/testing/test-app.ts'

// docs/requirements.md#squeezing-in

const DATE = '2027-03-02'
const DAY = 'Mar 2, 2027'
const NINE = '09:00 AM - 09:30 AM'
const TEN = '10:00 AM - 10:30 AM'

/** Ada has a patient at nine; the desk knows another family. */
async function openDesk() {
  const api = await buildTestApp()
  const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
  const benno = addTreatingDoctor(api.db, 'Benno', 'Allergy Testing')
  const rita = await signInStaff(api, 'rita@example.com')
  const anna = await signIn(api, 'anna@example.com')
  const taken = await book(api, anna, { date: DAY, slot: NINE, doctor: ada })
  const { call } = rita
  const addFamily = async (name: string) =>
    (await call('POST', '/families', { name, phone: '(503) 555-0142', email: '' })).body
      ._id as string
  const squeeze = (family: string, changes: Record<string, unknown> = {}) => {
    const extra = { squeeze: true, reason: 'Fever since last night' }
    const body = deskBookingOf({ date: DAY, slot: NINE, doctor: ada, ...extra, ...changes })
    return call('POST', `/families/${family}/appointments`, body)
  }
  const timesOf = async () => {
    const { body } = await call('GET', `/agenda/available?date=${DATE}&squeeze=true`)
    const treatment = (body as Treatment[]).find(({ name }) => name === 'Allergy Testing')
    return treatment?.doctors?.map(({ name, slots }) => [name, slots.includes(NINE)])
  }
  const rowOf = (id: string) => readAppointment(api.db, id)
  return { api, ada, benno, rita, anna, taken, call, addFamily, squeeze, timesOf, rowOf }
}

test('puts one extra patient beside a taken time of a doctor, with a reason', async () => {
  const { api, addFamily, squeeze, timesOf, call, rowOf } = await openDesk()
  expect(await timesOf()).toEqual([
    ['Ada', true],
    ['Benno', false],
  ])
  const family = await addFamily('Zoe Ade')
  expect((await squeeze(family, { reason: undefined })).status).toBe(400)
  const { status, body } = await squeeze(family)
  expect(status).toBe(201)
  const id: string = body.booking._id
  expect(rowOf(id)).toMatchObject({ squeezed: true, overrideReason: 'Fever since last night' })

  const { entries } = (await call('GET', `/agenda?date=${DATE}`)).body as Agenda
  expect(entries.map(({ startMinute, squeezed }) => [startMinute, squeezed]).sort()).toEqual([
    [540, false],
    [540, true],
  ])
  // A second extra patient, and the same patient again.
  expect((await timesOf())?.flat()).not.toContain(true)
  const other = await addFamily('Yuri Bell')
  expect((await squeeze(other)).body).toMatchObject({ code: 'slot_taken' })
  expect((await squeeze(family)).body).toMatchObject({ code: 'already_booked' })
  const admin = await signInAdmin(api)
  const audit = await admin.get('/audit')
  const entry = audit
    .json()
    .events.find(({ subject, kind }: { subject: { _id: string }; kind: string }) => {
      return kind === 'appointment.booked' && subject._id === id
    })
  expect(entry.detail).toBe('as an extra patient beside a taken time')
})

test('is refused for a free time, and takes no time from families who book online', async () => {
  const { api, anna, taken, addFamily, squeeze, rowOf, benno, ada } = await openDesk()
  const family = await addFamily('Zoe Ade')
  expect((await squeeze(family, { slot: TEN })).body).toMatchObject({ code: 'slot_not_offered' })
  const withBenno = await squeeze(family, { doctor: benno })
  expect(withBenno.body).toMatchObject({ code: 'slot_not_offered' })
  const { body } = await squeeze(family)
  await anna.post(`/appointments/${taken}/cancel`, { version: 0, refund: 0 })
  expect(rowOf(taken).status).toBe('cancelled')
  // The extra patient does not occupy the time, which can be booked again.
  const carl = await signIn(api, 'carl@example.com')
  const again = await book(api, carl, { date: DAY, slot: NINE, doctor: ada })
  expect(rowOf(again)).toMatchObject({ squeezed: false, startMinute: 540 })
  expect(rowOf(body.booking._id)).toMatchObject({ squeezed: true, status: 'booked' })
})

test('has its own time once it is moved to a free one', async () => {
  const { addFamily, squeeze, call, rowOf } = await openDesk()
  const { body } = await squeeze(await addFamily('Zoe Ade'))
  const id: string = body.booking._id
  const target = { version: 0, date: DAY, slot: TEN }
  expect((await call('POST', `/appointments/${id}/move`, target)).status).toBe(200)
  expect(rowOf(id)).toMatchObject({ squeezed: false, overrideReason: null, startMinute: 600 })
})

test('counts in Insights as booked and as money, without minutes of its own', async () => {
  const { api, addFamily, squeeze, call } = await openDesk()
  const { body } = await squeeze(await addFamily('Zoe Ade'))
  const id: string = body.booking._id
  api.setTime(new Date('2027-03-02T17:05:00Z'))
  await call('PUT', `/agenda/${id}/attendance`, { version: 0, attendance: 'arrived' })
  await call('PUT', `/agenda/${id}/attendance`, { version: 1, attendance: 'completed' })
  api.setTime(new Date('2027-03-04T18:00:00Z'))
  await refreshInsights({ db: api.db, timeZone: api.env.clinic.timeZone, now: api.now })
  const sam = await signInStaff(api, 'sam@example.com')
  const query = { from: DATE, to: DATE }
  const answer = insights.parse((await sam.get('/insights', query)).json())
  // Two patients in the same thirty minutes; the second one is neither paid nor settled.
  expect(answer.total).toMatchObject({ booked: 2, completed: 1, bookedMinutes: 30, unsettled: 1 })
  expect(answer.unpaid.ages).toEqual([2, 0, 0, 0])
})
