import { describe, expect, test } from 'vitest'
import type { Family, FamilyList, LinkRefusal } from '#contract/families/families.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { findPerson } from '#drizzle/queries/audit/audit-people.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { appointments, notifications, treatments } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { linkByDesk } from '#server/testing/link.ts'
import { book } from '#server/testing/paying.ts'
import {
  bookingOf,
  buildTestApp,
  changeClinic,
  deskBookingOf,
  FIRST_SLOT,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
  TUESDAY,
} from '#server/testing/test-app.ts'

const GRANDMA = { name: 'Zoë Grandmother', phone: '(503) 555-0142', email: 'Zoe@Example.com' }
const WEEKEND = '2027-03-06'
const EVENING = '05:30 PM - 06:00 PM'

/** A clinic with Anna's appointment on Tuesday at 09:00, and a member of staff. */
async function openDesk() {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const id = await book(api, anna)
  const rita = await signInStaff(api, 'rita@example.com')
  return { api, anna, id, rita, desk: deskOf(rita) }
}

/** The calls of the front desk. */
function deskOf({ get, post, put, ...rita }: Session) {
  return {
    post,
    change: (id: string, payload: object) => put(`/families/${id}`, payload),
    remove: (id: string) => rita.delete(`/families/${id}`),
    find: async (search: string) => (await get('/families', { search })).json<FamilyList>(),
    read: async (id: string) => (await get(`/families/${id}`)).json<Family>(),
    add: async (payload: object = GRANDMA) =>
      (await post('/families', payload)).json<{ _id: string }>()._id,
    book: (family: string, changes: Record<string, unknown> = {}) =>
      post(`/families/${family}/appointments`, deskBookingOf(changes)),
    available: async (date: string) =>
      (await get('/agenda/available', { date })).json<Treatment[]>(),
  }
}

const rowsOf = ({ db }: TestApp) => allOf(db, appointments)

test('the language of a family without an account is kept, changed and shown', async () => {
  const { desk } = await openDesk()
  const id = await desk.add({ ...GRANDMA, language: 'es' })
  expect(await desk.read(id)).toMatchObject({ language: 'es' })
  const search = async () => (await desk.find(GRANDMA.name)).families[0]
  expect(await search()).toMatchObject({ _id: id, language: 'es' })
  const seen = { name: GRANDMA.name, phone: GRANDMA.phone, email: 'zoe@example.com' }
  const change = (language: string, was: string) =>
    desk.change(id, { ...GRANDMA, language, seen: { ...seen, language: was } })
  expect((await change('en', 'en')).json()).toMatchObject({ code: 'stale' })
  expect((await desk.change(id, { ...GRANDMA, seen })).statusCode).toBe(200)
  expect(await desk.read(id)).toMatchObject({ language: 'es' })
  expect((await change('en', 'es')).statusCode).toBe(200)
  expect(await desk.read(id)).not.toHaveProperty('language')
  expect(await search()).not.toHaveProperty('language')
})

describe('a search', () => {
  // drizzle/search.test.ts tests which families match.
  test('finds families with and without an account', async () => {
    const { desk, anna } = await openDesk()
    const grandma = await desk.add()
    expect(await desk.find('anna')).toEqual({
      isCut: false,
      families: [
        {
          _id: anna.uid,
          hasAccount: true,
          name: 'anna',
          email: 'anna@example.com',
          phone: '+1 212 555 0100',
          children: [],
          next: { date: TUESDAY_ISO, startMinute: 540, treatment: 'Allergy Testing' },
        },
      ],
    })
    expect((await desk.find('GRANDMOTHER')).families).toEqual([
      {
        _id: grandma,
        hasAccount: false,
        name: GRANDMA.name,
        email: 'zoe@example.com',
        phone: GRANDMA.phone,
        children: [],
        next: null,
      },
    ])
  })

  test.each([
    ['+1 (503) 555-0142', '503 555 0142'],
    ['503 555 0142', '+1 (503) 555-0142'],
    ['503 555 0142', '1-503-555\u20130142'],
    ['(503) 555-0142 ext. 12', '503.555.0142'],
    ['503 555 0142', '(503) 555-0142 ext. 12'],
    ['+44 20 7946 0958', '+44 (0)20 7946 0958'],
    ['+44 (0)20 7946 0958', '0044 20 7946 0958'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+44 20 7946 0958'],
    ['+44 20 7946 0958', '020 7946'],
    ['+33 1 23 45 67 89', '00 33 1.23.45.67.89'],
    ['(503) 555-0142', '5550142'],
  ])('finds the family with %s by %s', async (stored, typed) => {
    const { desk } = await openDesk()
    const family = await desk.add({ ...GRANDMA, phone: stored })
    const { families } = await desk.find(typed)
    expect(families).toMatchObject([{ _id: family, phone: stored }])
  })

  test('reads a number as one of the clinic’s country, and a date as a date', async () => {
    const { api, desk } = await openDesk()
    await changeClinic(api, { country: 'FR' })
    const family = await desk.add({ ...GRANDMA, phone: '+33 1 23 45 67 89' })
    const found = async (typed: string) => (await desk.find(typed)).families.map(({ _id }) => _id)
    expect(await found('01.23.45.67.89')).toEqual([family])
    expect(await found('1/23/2045')).toEqual([])
  })

  test('finds nothing for a wildcard, and says when it finds too much', async () => {
    const { desk } = await openDesk()
    expect(await desk.find('%%')).toEqual({ families: [], isCut: false })
    for (let index = 0; index < 21; index += 1) await desk.add({ ...GRANDMA, email: '' })
    const { families, isCut } = await desk.find('grandm')
    expect([families.length, isCut]).toEqual([20, true])
  })
})

const TUESDAY_ISO = '2027-03-02'

describe('a booking by staff', () => {
  test('is for the account, regardless of its unpaid limit, with the usual emails', async () => {
    const { api, desk, anna, rita } = await openDesk()
    api.db.$client.exec(`update clinic_settings set details = '{"unpaidAppointments":1}'`)
    const response = await desk.book(anna.uid, {
      treatment: 'Weight Loss',
      price: 80,
      slot: '03:00 PM - 03:30 PM',
    })
    expect(response.statusCode, response.body).toBe(201)
    const [, row] = rowsOf(api)
    expect(row).toMatchObject({
      patientUid: anna.uid,
      patientName: 'anna',
      email: anna.email,
      overrideReason: null,
    })
    expect(eventsOf(api.db, row?.id ?? '')).toMatchObject([
      { kind: 'appointment.booked', actor: rita.uid, data: { by: 'staff', family: anna.uid } },
    ])
    expect(listNotifications(api.db, { appointmentId: row?.id ?? '', limit: 9 })).toHaveLength(1)
  })

  test('is for a family without an account, which gets emails if it has an address', async () => {
    const { api, desk } = await openDesk()
    const [withEmail, without] = [await desk.add(), await desk.add({ ...GRANDMA, email: '' })]
    const treatment = { treatment: 'Weight Loss', price: 80, date: 'Mar 9, 2027' }
    expect((await desk.book(withEmail, treatment)).statusCode).toBe(201)
    const next = { ...treatment, slot: '09:30 AM - 10:00 AM' }
    expect((await desk.book(without, next)).statusCode).toBe(201)
    const [, row, other] = rowsOf(api)
    expect(row).toMatchObject({
      patientUid: null,
      deskFamilyId: withEmail,
      email: 'zoe@example.com',
    })
    expect(other).toMatchObject({ patientUid: null, deskFamilyId: without, email: '' })
    const told = allOf(api.db, notifications)
    const toDesk = told.filter(({ deskFamilyId }) => deskFamilyId !== null)
    expect(toDesk.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['booked', 'zoe@example.com'],
      ['reminder', 'zoe@example.com'],
      ['reminder', 'zoe@example.com'],
    ])
    expect(toDesk.every(({ deskFamilyId }) => deskFamilyId === withEmail)).toBe(true)
  })

  test('follows the rules for duplicates and taken times', async () => {
    const { desk } = await openDesk()
    const [one, other] = [await desk.add(), await desk.add()]
    const codeOf = async (family: string, changes: Record<string, unknown>) => {
      const response = await desk.book(family, changes)
      return response.statusCode === 201 ? 'booked' : response.json<{ code: string }>().code
    }
    const later = { slot: '10:00 AM - 10:30 AM' }
    expect(await codeOf(one, {})).toBe('slot_taken')
    expect(await codeOf(one, { ...later, price: 1 })).toBe('price_changed')
    const terms = { bands: [{ hours: 0, percent: 50 }] }
    expect(await codeOf(one, { ...later, terms })).toBe('terms_changed')
    expect(await codeOf(one, later)).toBe('booked')
    expect(await codeOf(one, { slot: '11:00 AM - 11:30 AM' })).toBe('already_booked')
    expect(await codeOf(one, { ...later, treatment: 'Weight Loss', price: 80 })).toBe(
      'already_booked',
    )
    expect(await codeOf(other, { ...later, reason: 'Urgent' })).toBe('slot_taken')
    expect(await codeOf('nobody', later)).toBe('not_found')
  })

  test.each([
    ['in the evening', { slot: EVENING, date: TUESDAY }],
    ['on a closed day', { slot: FIRST_SLOT, date: WEEKEND }],
  ])('needs a reason %s, which only staff see', async (_, time) => {
    const { api, desk, anna } = await openDesk()
    const wanted = { ...time, treatment: 'Weight Loss', price: 80 }
    expect((await desk.book(anna.uid, wanted)).statusCode).toBe(400)
    const response = await desk.book(anna.uid, { ...wanted, reason: 'In pain' })
    expect(response.statusCode).toBe(201)
    expect(response.body).not.toContain('In pain')
    const { appointments: known } = await desk.read(anna.uid)
    expect(known.map(({ overrideReason }) => overrideReason)).toContain('In pain')
    const row = rowsOf(api).find(({ overrideReason }) => overrideReason !== null)
    expect(eventsOf(api.db, row?.id ?? '')[0]?.data).toMatchObject({ outsideHours: true })
    expect(JSON.stringify(eventsOf(api.db, row?.id ?? ''))).not.toContain('In pain')
    // Admins are not asked what to do about it.
    const admin = await signInAdmin(api)
    const misfits = await admin.get('/schedule/misfits')
    expect(misfits.json()).toEqual([])
  })

  test('keeps no reason for a time within the hours', async () => {
    const { api, desk, anna } = await openDesk()
    await desk.book(anna.uid, { date: 'Mar 9, 2027', reason: 'None needed' })
    expect(rowsOf(api).map(({ overrideReason }) => overrideReason)).toEqual([null, null])
  })

  test('can be every half hour that is neither taken nor past', async () => {
    const { api, desk, anna } = await openDesk()
    const of = async (date: string) =>
      (await desk.available(date)).find(({ name }) => name === 'Allergy Testing')
    const tuesday = await of(TUESDAY_ISO)
    expect(tuesday?.slots).toHaveLength(31)
    expect(tuesday?.slots).not.toContain(FIRST_SLOT)
    expect(tuesday?.outsideHours).toHaveLength(16)
    expect((await of(WEEKEND))?.outsideHours).toHaveLength(32)
    expect((await of('2027-02-28'))?.slots).toEqual([])
    await desk.book(anna.uid, { date: WEEKEND, slot: EVENING, reason: 'In pain' })
    expect((await of(WEEKEND))?.slots).not.toContain(EVENING)
    expect(api.wakes()).toBeGreaterThan(0)
  })
})

describe('linking', () => {
  /** Zoë's family without an account, with an appointment, and her account. */
  async function openFamily() {
    const { api, desk, rita } = await openDesk()
    const family = await desk.add()
    await desk.book(family, { date: 'Mar 9, 2027' })
    const zoe = await signIn(api, 'zoe@example.com')
    const ids = rowsOf(api)
      .filter(({ deskFamilyId }) => deskFamilyId !== null)
      .map(({ id }) => id)
    const link = (appointments = ids) =>
      desk.post(`/families/${family}/link`, { account: zoe.uid, appointments })
    return { api, desk, rita, family, zoe, ids, link }
  }

  test('is offered for an account with the verified email, and moves everything to it', async () => {
    const { api, desk, rita, family, zoe, ids, link } = await openFamily()
    expect(await desk.read(family)).toMatchObject({
      hasAccount: false,
      link: { account: { _id: zoe.uid }, moving: [{ _id: ids[0] }], conflicts: [] },
    })
    expect((await desk.read(zoe.uid)).linkable).toEqual([{ _id: family, name: GRANDMA.name }])
    for (const _ of ['once', 'and again']) {
      const response = await link()
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { _id: zoe.uid, state: 'proposed' },
      ])
    }
    await linkByDesk(rita, { family, account: zoe })
    expect((await link()).json()).toEqual({ _id: zoe.uid, state: 'confirmed' })
    expect(rowsOf(api).at(-1)).toMatchObject({ patientUid: zoe.uid, deskFamilyId: null })
    expect(eventsOf(api.db, family).filter(({ kind }) => kind === 'family.linked')).toEqual([
      {
        kind: 'family.linked',
        actor: zoe.uid,
        data: { uid: zoe.uid, appointments: 1, children: 0 },
      },
    ])
    const told = allOf(api.db, notifications).slice(-3)
    expect(told.every(({ uid, deskFamilyId }) => uid === zoe.uid && !deskFamilyId)).toBe(true)
    const mine = await zoe.get(`/appointments?patient=${zoe.email}`)
    expect(mine.json()).toHaveLength(1)
    // The old id leads to the account.
    expect(await desk.read(family)).toMatchObject({ _id: zoe.uid, hasAccount: true, linkable: [] })
    expect((await desk.find('zoe')).families.map(({ _id }) => _id)).toEqual([zoe.uid])
  })

  test('keeps one reminder per day', async () => {
    const { api, rita, family, zoe } = await openFamily()
    await zoe.post(
      '/appointments',
      bookingOf(zoe, {
        date: 'Mar 9, 2027',
        slot: '10:00 AM - 10:30 AM',
        treatment: 'Weight Loss',
        price: 80,
      }),
    )
    await linkByDesk(rita, { family, account: zoe })
    const reminders = allOf(api.db, notifications).filter(({ kind, uid, state }) => {
      return kind === 'reminder' && uid === zoe.uid && state === 'due'
    })
    expect(reminders).toHaveLength(2)
  })

  test.each([
    ['the same treatment on that day', { slot: '10:00 AM - 10:30 AM' }],
    ['another one at that time', { treatment: 'Weight Loss', price: 80 }],
  ])('is refused while the account has %s', async (_, changes) => {
    const { api, desk, family, link, zoe, ids } = await openFamily()
    await zoe.post('/appointments', bookingOf(zoe, { date: 'Mar 9, 2027', ...changes }))
    // Staff see the preview first, which the audit log records.
    await desk.read(family)
    const before = api.db.$client.serialize()
    const response = await link()
    expect(response.statusCode).toBe(409)
    expect(response.json<LinkRefusal>()).toMatchObject({
      code: 'conflict',
      preview: { conflicts: [{ _id: ids[0] }] },
    })
    expect(api.db.$client.serialize().equals(before)).toBe(true)
  })

  test('is refused if it would move something else than was shown', async () => {
    const { desk, family, link, ids } = await openFamily()
    await desk.book(family, { treatment: 'Weight Loss', price: 80, date: 'Mar 10, 2027' })
    expect((await link(ids)).json()).toMatchObject({
      code: 'outdated',
      preview: { moving: [{}, {}] },
    })
  })

  test('is not possible with an unverified account, nor by itself', async () => {
    const { api, desk } = await openDesk()
    const family = await desk.add()
    const zoe = await signIn(api, 'zoe@example.com', { emailVerified: false })
    expect((await desk.read(family)).link).toBeNull()
    const wanted = { account: zoe.uid, appointments: [] }
    const response = await desk.post(`/families/${family}/link`, wanted)
    expect(response.json()).toMatchObject({ code: 'no_account', preview: null })
    expect(await desk.read(family)).toMatchObject({ hasAccount: false })
  })
})

test('staff see an account’s children, and book for one of them', async () => {
  const { api, anna, desk } = await openDesk()
  const added = await anna.post('/children', { name: 'Mia', birthDate: '2021-06-05' })
  const child = added.json<{ _id: string }>()._id
  // Anna has the same treatment that day.
  const slot = '10:00 AM - 10:30 AM'
  expect((await desk.book(anna.uid, { child, slot })).statusCode).toBe(201)
  const family = await desk.read(anna.uid)
  expect(family.children).toMatchObject([{ _id: child, name: 'Mia' }])
  expect(family.appointments.map((each) => each.child?.name)).toEqual(['Mia', undefined])
  const grandma = await desk.add()
  expect((await desk.book(grandma, { child })).statusCode).toBe(404)

  // For babies only, so staff need a reason.
  api.db.update(treatments).set({ maxAgeMonths: 24 }).run()
  const baby = { child, treatment: 'Weight Loss', price: 80, slot: '11:00 AM - 11:30 AM' }
  expect((await desk.book(anna.uid, baby)).json()).toMatchObject({ code: 'age_limit' })
  expect((await desk.book(anna.uid, { ...baby, reason: 'Premature' })).statusCode).toBe(201)
  const row = rowsOf(api).find(({ overrideReason }) => overrideReason === 'Premature')
  const [booked] = eventsOf(api.db, row?.id ?? '')
  expect(booked?.data).toMatchObject({ otherAge: true })
  expect(booked?.data).not.toHaveProperty('outsideHours')
})

describe('a family without an account', () => {
  const seen = { ...GRANDMA, email: 'zoe@example.com' }
  const phone = '(503) 555-0199'

  test('is changed with its upcoming appointments; earlier ones keep their data', async () => {
    const { api, desk } = await openDesk()
    const family = await desk.add()
    await desk.book(family, { date: TUESDAY, slot: '10:00 AM - 10:30 AM' })
    await desk.book(family, { date: 'Mar 9, 2027', slot: '10:00 AM - 10:30 AM' })
    api.setTime(new Date('2027-03-04T13:00:00Z'))
    const later = deskOf(await signInStaff(api, 'rita@example.com'))
    const change = { name: 'Zoe Grandmother', phone, email: '', seen }
    expect((await later.change(family, change)).statusCode).toBe(200)
    expect(await later.read(family)).toMatchObject({ name: change.name, phone, email: null })
    const theirs = rowsOf(api).filter(({ deskFamilyId }) => deskFamilyId === family)
    expect(theirs.map((row) => [row.patientName, row.phone, row.email])).toEqual([
      [GRANDMA.name, '+1 212 555 0100', 'zoe@example.com'],
      [change.name, phone, ''],
    ])
    expect(eventsOf(api.db, family)).toContainEqual({
      kind: 'family.changed',
      actor: expect.any(String),
      data: {},
    })
    // Another desk still shows the form with the old details.
    const again = await later.change(family, { ...change, name: 'Zo' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'stale'])
  })

  test('gets at its new address the emails that the old one did not accept', async () => {
    const { api, desk } = await openDesk()
    const family = await desk.add()
    await desk.book(family, { slot: '10:00 AM - 10:30 AM' })
    const isHeld = { state: 'dropped', error: 'unreachable' } as const
    api.db.update(notifications).set(isHeld).run()
    const change = { name: GRANDMA.name, phone: GRANDMA.phone, seen }
    await desk.change(family, { ...change, email: 'zoe@elsewhere.example' })
    const theirs = allOf(api.db, notifications)
    const states = theirs.map(({ deskFamilyId, state }) => [deskFamilyId !== null, state])
    expect(states).toContainEqual([true, 'due'])
    expect(states).not.toContainEqual([true, 'dropped'])
    expect(states).not.toContainEqual([false, 'due'])
  })

  test('is removed only if it never had an appointment', async () => {
    const { api, desk } = await openDesk()
    const family = await desk.add()
    await desk.book(family, { slot: '10:00 AM - 10:30 AM' })
    const refused = await desk.remove(family)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'has_appointments'])
    const other = await desk.add({ name: 'Typed Twice', phone })
    expect((await desk.remove(other)).json()).toEqual({ deletedCount: 1 })
    expect((await desk.remove(other)).statusCode).toBe(404)
    expect(eventsOf(api.db, other).at(-1)).toMatchObject({ kind: 'family.removed' })
    expect(findPerson(api.db, other)).toEqual({ id: other, name: 'Typed Twice', email: null })
  })

  test('is not an account, whose details and removal are elsewhere', async () => {
    const { anna, desk } = await openDesk()
    const change = { name: 'Anna', phone, email: '', seen: { name: 'anna', phone, email: null } }
    expect((await desk.change(anna.uid, change)).json().code).toBe('has_account')
    expect((await desk.remove(anna.uid)).json().code).toBe('has_account')
  })
})
