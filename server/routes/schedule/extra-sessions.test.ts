import { expect, test } from 'vitest'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { appointments, events } from '#drizzle/schema/index.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  signIn,
  signInAdmin,
} from '#server/testing/test-app.ts'

/** A day on which the clinic has no hours. */
const SATURDAY = '2027-03-06'
const NEXT_SATURDAY = '2027-03-13'

async function openClinic() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const family = await signIn(api, 'anna@example.com')
  const treatment = listOfferedTreatments(api.db)[0]
  if (!treatment) throw new Error('no treatments')
  const session = {
    date: SATURDAY,
    fromMinute: 9 * 60,
    toMinute: 10 * 60,
    treatments: [treatment.id],
    everyMinutes: 20,
    price: 25,
  }
  return {
    ...api,
    admin,
    family,
    treatment,
    open: (changes: object = {}) => admin.post('/schedule/sessions', { ...session, ...changes }),
    available: (date: string) => availableOn(api, date),
    book: (slot: string, price: number) =>
      family.post('/appointments', {
        ...bookingOf(family),
        treatment: treatment.name,
        date: SATURDAY,
        slot,
        price,
      }),
  }
}

test('a session on a Saturday is offered and booked at its intervals and at its price', async () => {
  const api = await openClinic()
  expect((await api.available(SATURDAY)).flatMap(({ slots }) => slots)).toEqual([])
  const opened = await api.open()
  expect(opened.statusCode, opened.body).toBe(201)
  expect(opened.json().sessions).toMatchObject([{ date: SATURDAY, price: 25, booked: 0 }])

  const offered = (await api.available(SATURDAY)).filter(({ slots }) => slots.length > 0)
  expect(offered.map(({ name }) => name)).toEqual([api.treatment.name])
  const [{ slots = [], price = 0 } = {}] = offered
  expect(price).toBe(25)
  expect(slots.map((slot) => slot.slice(0, 8))).toEqual(['09:00 AM', '09:20 AM'])
  const { clinic } = (await api.app.inject('/config')).json()
  expect(clinic.closedWeekdays).toEqual([0])
  expect(clinic.closures).not.toContain(SATURDAY)
  expect(clinic.closures).toContain(NEXT_SATURDAY)

  const booked = await api.book(slots[1] ?? '', price)
  expect(booked.statusCode, booked.body).toBe(201)
  expect((await api.admin.get('/schedule/misfits')).json()).toEqual([])
  expect((await api.admin.get('/schedule/sessions')).json().sessions[0].booked).toBe(1)
  expect((await api.available(SATURDAY)).flatMap(({ slots }) => slots)).toHaveLength(0)
})

test('withdrawing a session asks about its appointments, and cancels them with a full refund', async () => {
  const api = await openClinic()
  const { _id: id } = (await api.open()).json().sessions[0]
  const [{ slots = [] } = {}] = (await api.available(SATURDAY)).filter(
    ({ slots }) => slots.length > 0,
  )
  await api.book(slots[0] ?? '', 25)
  const url = `/schedule/sessions/${id}`
  const asked = await api.admin.delete(url)
  expect(asked.statusCode).toBe(409)
  expect(asked.json()).toMatchObject({ code: 'undecided', impact: { total: 1 } })
  const outdated = await api.admin.delete(`${url}?appointments=cancel&fingerprint=other`)
  expect(outdated.json()).toMatchObject({ code: 'outdated', impact: { total: 1 } })

  const { fingerprint } = asked.json().impact
  const done = await api.admin.delete(`${url}?appointments=cancel&fingerprint=${fingerprint}`)
  expect(done.json()).toEqual({ cancelled: 1, refunded: 0 })
  expect(api.db.select().from(appointments).all()).toMatchObject([{ status: 'cancelled' }])
  expect((await api.available(SATURDAY)).flatMap(({ slots }) => slots)).toEqual([])
  expect((await api.admin.delete(url)).statusCode).toBe(404)
  const kinds = api.db.select({ kind: events.kind }).from(events).all()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['session.opened', 'session.withdrawn']),
  )
})

test('refuses a session that is in the past, overlaps another one, or names unknown treatments or doctors', async () => {
  const api = await openClinic()
  await api.open()
  const statuses = [
    await api.open({ date: '2027-02-27' }),
    await api.open({ fromMinute: 9 * 60 + 30 }),
    await api.open({ treatments: ['01890a5d-ac96-774b-bcce-b302099a8059'] }),
    await api.open({ doctor: '01890a5d-ac96-774b-bcce-b302099a8059', date: NEXT_SATURDAY }),
    await api.open({ toMinute: 9 * 60, date: NEXT_SATURDAY }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([400, 409, 400, 404, 400])
})

test('a treatment limited to weekdays has no times on other days, and its appointments there are listed', async () => {
  const api = await openClinic()
  const [listed] = (await api.admin.get('/treatments')).json().treatments
  const { name, active, lengthMinutes, startMinutes, minAgeMonths, maxAgeMonths, version } = listed
  const fields = { name, active, lengthMinutes, startMinutes, minAgeMonths, maxAgeMonths }
  const changed = await api.admin.put(`/treatments/${listed._id}`, {
    ...fields,
    version,
    weekdays: [2],
    bufferMinutes: 15,
  })
  expect(changed.json()).toMatchObject({ weekdays: [2], bufferMinutes: 15 })
  const timesOn = async (date: string) =>
    (await api.available(date)).find((each) => each.name === name)?.slots.length
  expect([await timesOn('2027-03-02'), await timesOn('2027-03-03')]).toEqual([
    startMinutes.length,
    0,
  ])
})

test('a treatment without start times keeps its length, also in extra sessions', async () => {
  const api = await openClinic()
  const find = async (): Promise<AdminTreatment | undefined> =>
    (await api.admin.get('/treatments'))
      .json()
      .treatments.find(({ _id }: AdminTreatment) => _id === api.treatment.id)
  const { _id, prices: _, doctors: __, ...fields } = (await find()) ?? expect.fail()
  const change = { ...fields, lengthMinutes: 10, startMinutes: [] }
  const changed = await api.admin.call('PUT', `/treatments/${_id}`, change)
  expect(changed).toMatchObject({ status: 200 })
  expect(await find()).toMatchObject({ lengthMinutes: 10, startMinutes: [] })
  await api.open({ toMinute: 11 * 60, everyMinutes: null })
  const [{ slots = [] } = {}] = (await api.available(SATURDAY)).filter(
    ({ name }) => name === api.treatment.name,
  )
  expect(slots).toHaveLength(12)
  expect(slots[0]).toBe('09:00 AM - 09:10 AM')
})
