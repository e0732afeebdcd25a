import { expect, test } from 'vitest'
import type { Family } from '#contract/families/families.ts'
import type { Child } from '#contract/guardians/children.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { findSearchErrors } from '#drizzle/checks/search.ts'
import { children, identityChanges } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { linkByDesk } from '#server/testing/link.ts'
import { readAppointment } from '#server/testing/paying.ts'
import {
  buildTestApp,
  deskBookingOf,
  FIRST_SLOT,
  signIn,
  signInAdmin,
  signInStaff,
  takeEmails,
} from '#server/testing/test-app.ts'

// docs/requirements.md#children-at-the-desk

const ZOE = { name: 'Zoë Parker', phone: '(503) 555-0142', email: 'zoe@example.com' }
const MIA = { name: 'Mia Parker', birthDate: '2021-06-05' }
const BEN = { name: 'Ben', birthDate: '2023-01-31' }
const IDA = { name: 'Ida', birthDate: '2024-09-09' }
const SLOTS = [FIRST_SLOT, '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']

async function openDesk() {
  const api = await buildTestApp()
  const rita = await signInStaff(api, 'rita@example.com')
  const { call } = rita
  const family: string = (await call('POST', '/families', ZOE)).body._id
  const add = async (child: object, of = family) =>
    (await call('POST', `/families/${of}/children`, child)).body._id as string
  const book = async (child: string | undefined, slot = FIRST_SLOT, date = 'Mar 9, 2027') => {
    const payload = deskBookingOf({ date, slot, ...(child && { child }) })
    const { body } = await call('POST', `/families/${family}/appointments`, payload)
    return body.booking._id as string
  }
  const read = async (id = family) => (await call('GET', `/families/${id}`)).body as Family
  const sent = () => takeEmails(api)
  const rowOf = (id: string) => readAppointment(api.db, id)
  return { api, rita, call, family, add, book, read, sent, rowOf }
}

test('three siblings of a family without an account have the same treatment on one day, each as its own patient', async () => {
  const desk = await openDesk()
  const ids = [await desk.add(MIA), await desk.add(BEN), await desk.add(IDA)]
  for (const [index, id] of ids.entries()) await desk.book(id, SLOTS[index])
  const { children: known, appointments: booked } = await desk.read()
  expect(known.map(({ name }) => name)).toEqual(['Mia Parker', 'Ben', 'Ida'])
  expect(booked.map(({ child }) => child?.name).sort()).toEqual(['Ben', 'Ida', 'Mia Parker'])
  const agenda = await desk.call('GET', '/agenda?date=2027-03-09')
  expect(agenda.body.entries[0]).toMatchObject({
    patientName: 'Mia Parker',
    child: { _id: ids[0], birthDate: MIA.birthDate, bookedBy: ZOE.name },
  })
})

test('linking moves the children and their appointments to an account, and undoing it moves them back', async () => {
  const desk = await openDesk()
  const { api, rita, family } = desk
  const ids = [await desk.add(MIA), await desk.add(BEN), await desk.add(IDA)]
  const visits: string[] = []
  for (const [index, id] of ids.entries()) visits.push(await desk.book(id, SLOTS[index]))
  const zoe = await signIn(api, ZOE.email)
  // Mia is already on the account's list, under the same name.
  const own = (await zoe.call('POST', '/children', { ...MIA, name: 'mia parker' })).body
  const preview = (await desk.read()).link
  expect(preview?.children.map(({ name, same }) => [name, same])).toEqual([
    ['Mia Parker', own._id],
    ['Ben', null],
    ['Ida', null],
  ])
  await linkByDesk(rita, { family, account: zoe })

  const listed: Child[] = (await zoe.call('GET', '/children')).body.children
  expect(listed.map(({ name }) => name)).toEqual(['mia parker', 'Ben', 'Ida'])
  expect(visits.map((id) => desk.rowOf(id))).toMatchObject([
    { patientUid: zoe.uid, childId: own._id },
    { patientUid: zoe.uid, childId: ids[1], childName: 'Ben' },
    { patientUid: zoe.uid, childId: ids[2], childName: 'Ida' },
  ])

  const admin = await signInAdmin(api, 'ada@example.com')
  const { linked } = await desk.read(zoe.uid)
  await admin.call('POST', `/family-links/${linked[0]?._id}/undo`)
  expect(visits.map((id) => desk.rowOf(id))).toMatchObject([
    { deskFamilyId: family, childId: ids[0], childName: 'Mia Parker' },
    { deskFamilyId: family, childId: ids[1] },
    { deskFamilyId: family, childId: ids[2] },
  ])
  expect((await desk.read()).children.map(({ name }) => name)).toEqual(['Mia Parker', 'Ben', 'Ida'])
  const left: Child[] = (await zoe.call('GET', '/children')).body.children
  expect(left.map(({ name }) => name)).toEqual(['mia parker'])
  expect(findFamilyErrors(api.db)).toEqual([])
  expect(findSearchErrors(api.db)).toEqual([])
})

test('staff say which children are the same if names differ, and only as shown', async () => {
  const desk = await openDesk()
  const ben = await desk.add(BEN)
  const visit = await desk.book(ben)
  const zoe = await signIn(desk.api, ZOE.email)
  const own = (await zoe.call('POST', '/children', { ...BEN, name: 'Benjamin Parker' })).body
  const url = `/families/${desk.family}/link`
  const wanted = { account: zoe.uid, appointments: [visit] }
  const foreign = { ...wanted, children: [{ child: ben, same: ben }] }
  expect((await desk.call('POST', url, foreign)).body.code).toBe('outdated')
  const said = { ...wanted, children: [{ child: ben, same: own._id }] }
  expect((await desk.call('POST', url, said)).status).toBe(200)
  const [link] = (await zoe.call('GET', '/family-links')).body
  await zoe.call('POST', `/family-links/${link._id}/confirm`)
  expect(desk.rowOf(visit)).toMatchObject({ childId: own._id, childName: 'Benjamin Parker' })
})

test('staff correct a child of any family; the old value is kept, and upcoming appointments show the new one', async () => {
  const desk = await openDesk()
  const zoe = await signIn(desk.api, 'other@example.com')
  const own = (await zoe.call('POST', '/children', MIA)).body
  const ben = await desk.add(BEN)
  const visit = await desk.book(ben)
  for (const [family, id, was, name] of [
    [zoe.uid, own._id, MIA, 'Mia Zoë Parker'],
    [desk.family, ben, BEN, 'Benjamin Parker'],
  ] as const) {
    const seen = { ...was, archived: false }
    const change = { ...was, name, archived: false, seen }
    const url = `/families/${family}/children/${id}`
    expect((await desk.call('PUT', url, change)).body).toMatchObject({ name })
    const outdated = { ...change, name: 'Someone', seen }
    expect(await desk.call('PUT', url, outdated)).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
  }
  expect(desk.rowOf(visit).childName).toBe('Benjamin Parker')
  expect(allOf(desk.api.db, identityChanges)).toMatchObject([
    { childId: own._id, oldValue: 'Mia Parker', changedBy: desk.rita.uid },
    { childId: ben, oldValue: 'Ben', newValue: 'Benjamin Parker', corrected: 1 },
  ])
  const data = { fields: ['name'] }
  for (const id of [own._id, ben]) {
    expect(eventsOf(desk.api.db, id).at(-1)).toMatchObject({ kind: 'child.updated', data })
  }
})

test('a family has each child once, and children of other families are unknown to it', async () => {
  const desk = await openDesk()
  const ben = await desk.add(BEN)
  const twice = await desk.call('POST', `/families/${desk.family}/children`, {
    ...BEN,
    name: 'BEN',
  })
  expect(twice).toMatchObject({ status: 409, body: { code: 'same_child' } })
  const other = (await desk.call('POST', '/families', { ...ZOE, email: '' })).body._id
  const change = { ...BEN, archived: false, seen: { ...BEN, archived: false } }
  expect((await desk.call('PUT', `/families/${other}/children/${ben}`, change)).status).toBe(404)
  const payload = deskBookingOf({ child: ben })
  expect((await desk.call('POST', `/families/${other}/appointments`, payload)).status).not.toBe(201)
})

test('changing the patient of an expected appointment is recorded, and the family is notified', async () => {
  const desk = await openDesk()
  const [mia, ben] = [await desk.add(MIA), await desk.add(BEN)]
  const visit = await desk.book(undefined)
  await desk.sent()
  const url = `/families/${desk.family}/appointments/${visit}/patient`
  const changed = await desk.call('PUT', url, { version: 0, child: mia })
  expect(changed.body).toEqual({ _id: visit, version: 1, child: { _id: mia, ...MIA } })
  expect(await desk.sent()).toMatchObject([
    { kind: 'patient_changed', appointment: { child: { name: 'Mia Parker' } } },
  ])
  expect(eventsOf(desk.api.db, visit).at(-1)).toEqual({
    kind: 'appointment.patient_changed',
    actor: desk.rita.uid,
    data: { childId: mia, fromChildId: null },
  })
  // Mia has the treatment on that day; another desk still shows the first version.
  const second = await desk.book(ben, SLOTS[1])
  const other = `/families/${desk.family}/appointments/${second}/patient`
  expect((await desk.call('PUT', other, { version: 0, child: mia })).body.code).toBe(
    'already_booked',
  )
  expect((await desk.call('PUT', url, { version: 0, child: ben })).body.code).toBe('stale')
  desk.api.setTime(new Date('2027-03-09T17:00:00Z'))
  await desk.call('PUT', `/agenda/${visit}/attendance`, { version: 1, attendance: 'arrived' })
  expect((await desk.call('PUT', url, { version: 2, child: null })).body.code).toBe('not_expected')
})

test('families are found by a child’s birth date, and by parent’s and child’s names in any order', async () => {
  const desk = await openDesk()
  await desk.add(BEN)
  const find = async (search: string) => {
    const query = new URLSearchParams({ search })
    const { body } = await desk.call('GET', `/families?${query}`)
    return body.families.map(({ _id }: { _id: string }) => _id)
  }
  for (const text of ['2023-01-31', '1/31/2023', '01/31/23', 'Jan 31, 2023', 'ben 1/31/2023']) {
    expect(await find(text), text).toEqual([desk.family])
  }
  for (const text of [
    'ben parker',
    'Parker, Zoe',
    'parker ben zoe',
    '5035550142',
    '+1 503 555 0142',
  ]) {
    expect(await find(text), text).toEqual([desk.family])
  }
  expect(await find('2023-02-01')).toEqual([])
})

test('removing an account removes children of the desk that never had an appointment', async () => {
  const desk = await openDesk()
  const { api, rita, family } = desk
  await desk.add(MIA)
  const zoe = await signIn(api, ZOE.email)
  await zoe.call('POST', '/children', MIA)
  await linkByDesk(rita, { family, account: zoe })
  removeUser(api.db, { email: ZOE.email, ...BY_ADMIN })
  expect(allOf(api.db, children)).toEqual([])
})

test('siblings pay together at the desk with one receipt, or not at all', async () => {
  const desk = await openDesk()
  const [mia, ben] = [await desk.add(MIA), await desk.add(BEN)]
  const ids = [await desk.book(mia), await desk.book(ben, SLOTS[1])]
  const pay = (versions: number[]) =>
    desk.call('POST', '/agenda/payments', {
      appointments: ids.map((id, index) => ({ id, version: versions[index] })),
      method: 'cash',
    })
  expect((await pay([0, 7])).body.code).toBe('stale')
  expect(ids.map((id) => desk.rowOf(id).paid)).toEqual([false, false])
  const paid = await pay([0, 0])
  expect(paid.body).toMatchObject([
    { paid: true, payment: { receipt: '2027-000001' } },
    { paid: true, payment: { receipt: '2027-000001' } },
  ])
  expect(findBookErrors(desk.api.db)).toEqual([])
  expect((await pay([0, 0])).body.code).toBe('already_paid')
  const twice = { appointments: [0, 1].map(() => ({ id: ids[0], version: 0 })), method: 'cash' }
  expect((await desk.call('POST', '/agenda/payments', twice)).status).toBe(409)
})
