import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { findPeople } from '#drizzle/queries/audit/audit-people.ts'
import { findSearchErrors } from './checks/search.ts'
import type { Transaction } from './client.ts'
import {
  correctDeskFamily,
  insertDeskFamily,
  searchFamilies,
} from './queries/front-desk/families.ts'
import { linkDeskFamily } from './queries/front-desk/family-links.ts'
import {
  correctChild,
  deleteGuardian,
  insertChild,
  insertGuardian,
  updateChild,
} from './queries/guardians/children.ts'
import { listUsers, recordFormerPerson, updateUser } from './queries/identity/users.ts'
import { listPayments } from './queries/payments/payment-list.ts'
import { appointments, doctors, paymentItems, payments, users } from './schema/index.ts'
import { addAppointment, addPatient, NOW, seededDatabase } from './testing/seeded-database.ts'

const from = { today: '2027-03-01', minute: 480 }
const rights = { mayBook: true, mayPay: true, receivesEmail: true, createdAt: NOW }

let db: Transaction

beforeEach(() => {
  db = seededDatabase()
})

const find = (text: string) => searchFamilies(db, text, { limit: 20, from }).map(({ id }) => id)

function addDeskFamily(id: string, details: { name: string; phone: string }) {
  insertDeskFamily(db, { id, ...details, email: null, createdBy: 'desk', createdAt: NOW })
}

function addChild(uid: string, name: string): string {
  const child = { id: `child-${name}`, name, birthDate: '2020-01-01', createdBy: uid }
  return insertChild(db, { ...child, createdAt: NOW }).child.id
}

/** Adds another payment of the appointment. */
function addPayment(id: string, succeededAt: Date) {
  const facts = { amountCents: 110_00, currency: 'usd', createdAt: NOW, checkedAt: NOW }
  db.insert(payments)
    .values({ id, ...facts, state: 'succeeded', succeededAt })
    .run()
  const item = { id: `item-${id}`, paymentId: id, appointmentId: 'appointment-1' }
  db.insert(paymentItems)
    .values({ ...item, amountCents: 110_00 })
    .run()
}

it('finds words in any order, in the names of guardians and children together', () => {
  for (const uid of ['lena', 'lenz']) addPatient(db, uid)
  updateUser(db, 'lena', { name: 'Parent García' })
  addChild('lena', 'María Søren')
  addChild('lenz', 'Mario')
  for (const text of [
    'parent lena',
    'Garcia, Maria',
    'soren GARC',
    'm p',
    'maría lena@example.com',
  ]) {
    expect([text, find(text)]).toEqual([text, ['lena']])
  }
  expect(find('maria lenz')).toEqual([])
  expect(find('len')).toEqual(['lenz', 'lena'])
})

it('finds one or two letters at the beginning of words only', () => {
  addPatient(db, 'anna')
  updateUser(db, 'anna', { name: 'Anna Okoye' })
  expect(find('ok')).toEqual(['anna'])
  expect(find('o')).toEqual(['anna'])
  expect(find('ko')).toEqual([])
  expect(find('koy')).toEqual(['anna'])
})

it.each(['"', '""" OR *', 'own : x', '^a', 'NEAR(a b)', ', ;', 'a\0b', '\ud800', '-', '%_*'])(
  'takes %j as plain text',
  (text) => {
    addPatient(db, 'anna')
    expect(find(text)).toEqual([])
    expect(findPeople(db, text, 5)).toEqual([])
    expect(listUsers(db, { search: text, page: 1, limit: 5 }).total).toBe(0)
    expect(listPayments(db, { search: text, limit: 5 })).toEqual([])
  },
)

it('reflects every change of a family', () => {
  const expectFound = (text: string, ...ids: string[]) => {
    expect([text, find(text)]).toEqual([text, ids])
    expect(findSearchErrors(db)).toEqual([])
  }
  addAppointment(db)
  addPatient(db, 'boris')
  expectFound('5550100', 'anna')
  const id = addChild('anna', 'Zoe')
  insertGuardian(db, { childId: id, uid: 'boris', isOwner: false, ...rights })
  expectFound('zoe', 'anna', 'boris')
  const by = { actor: 'rita', now: NOW, moment: from }
  correctChild(db, id, { name: 'Ida' }, by)
  expectFound('zoe')
  db.update(appointments).set({ phone: '+49 (30) 123-456' }).run()
  expectFound('555 0100')
  expectFound('30123456', 'anna')
  // As when an account was deleted at the provider and registered again.
  updateUser(db, 'anna', { uid: 'anna-2' })
  expectFound('30123456', 'anna-2')
  expectFound('ida', 'anna-2', 'boris')
  addDeskFamily('desk-1', { name: 'Grandma', phone: '212 555 0199' })
  const known = { name: 'Grandma', phone: '212 555 0199', email: null }
  correctDeskFamily(db, { id: 'desk-1', ...known }, { ...known, name: 'Nonna' }, by)
  expectFound('grandma')
  expectFound('nonna', 'desk-1')
  linkDeskFamily(db, { id: 'desk-1', uid: 'boris' })
  expectFound('nonna', 'boris')
  expectFound('2125550199', 'boris')
  deleteGuardian(db, { childId: id, uid: 'boris' })
  expectFound('ida', 'anna-2')
  updateChild(db, id, { archivedAt: NOW })
  deleteGuardian(db, { childId: id, uid: 'anna-2' })
  expectFound('ida')
  db.delete(users).where(eq(users.uid, 'anna-2')).run()
  expectFound('30123456')
  db.delete(appointments).run()
  expectFound('nonna', 'boris')
})

it('finds users, doctors and removed people for the audit log, including linked families', () => {
  addPatient(db, 'ruth')
  addDeskFamily('desk-1', { name: 'Ruth’s mother', phone: '1' })
  linkDeskFamily(db, { id: 'desk-1', uid: 'ruth' })
  recordFormerPerson(db, { id: 'gone', name: 'Ruth Gone', removedAt: NOW })
  const doctor = { id: 'dr', name: 'Dr. Ruth', email: 'dr@example.com', specialty: 'Sleep' }
  db.insert(doctors)
    .values({ ...doctor, createdAt: NOW })
    .run()
  const ids = findPeople(db, 'rUth', 9).map(({ id }) => id)
  expect(ids.sort()).toEqual(['desk-1', 'dr', 'gone', 'ruth'])
  db.update(doctors).set({ name: 'Dr. Ada' }).where(eq(doctors.id, 'dr')).run()
  expect(findPeople(db, 'ada', 9)).toMatchObject([{ id: 'dr' }])
  expect(findSearchErrors(db)).toEqual([])
})

it('finds payments by the payer’s name if another guardian booked', () => {
  addAppointment(db)
  addPatient(db, 'kofi')
  updateUser(db, 'kofi', { name: 'Kofi Mensah' })
  addPayment('pi_1', NOW)
  const find = (search: string) =>
    listPayments(db, { search, limit: 10 }).map(({ payment }) => payment.id)
  expect(find('mensah')).toEqual([])
  db.update(payments).set({ payerUid: 'kofi' }).run()
  expect(find('mensah kofi')).toEqual(['pi_1'])
  updateUser(db, 'kofi', { name: 'Kofi Asante' })
  expect([find('mensah'), find('asante')]).toEqual([[], ['pi_1']])
  expect(findSearchErrors(db)).toEqual([])
  // The account is removed, and its name with it.
  db.update(payments).set({ payerUid: null }).run()
  expect(find('asante')).toEqual([])
})

it('pages through the payments found, newest first, including several of one moment', () => {
  addAppointment(db)
  const at = (second: number) => new Date(NOW.getTime() + 1000 * second)
  for (const [id, second] of [
    ['c', 2],
    ['a', 1],
    ['b', 2],
    ['e', 3],
  ] as const) {
    addPayment(id, at(second))
  }
  const found: string[] = []
  let before: { succeededAt: number; id: string } | undefined
  for (;;) {
    const [one] = listPayments(db, { search: 'anna', before, limit: 1 })
    if (!one) break
    found.push(one.payment.id)
    before = { succeededAt: one.payment.succeededAt?.getTime() ?? 0, id: one.payment.id }
  }
  expect(found).toEqual(['e', 'b', 'c', 'a'])
  db.update(appointments).set({ patientName: 'Müller', email: 'm@example.com' }).run()
  expect(listPayments(db, { search: 'anna', limit: 9 })).toEqual([])
  expect(listPayments(db, { search: 'mull', limit: 9 })).toHaveLength(4)
  expect(listPayments(db, { search: 'c', limit: 9 })).toHaveLength(1)
  expect(findSearchErrors(db)).toEqual([])
})

it('contains nothing of a removed user', () => {
  const blocks = db.$client.prepare('SELECT block FROM search_people_index_data').pluck()
  const words = () =>
    Buffer.concat(blocks.all() as Buffer[])
      .toString('latin1')
      .includes('zxw')
  addPatient(db, 'qzxwv')
  expect(words()).toBe(true)
  db.delete(users).where(eq(users.uid, 'qzxwv')).run()
  expect(words()).toBe(false)
})
