import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { correctChild } from '#drizzle/queries/guardians/children.ts'
import { listReceiptsOf } from '#drizzle/queries/payments/receipts.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { tryOut } from './testing/access-world.ts'
import {
  ALL_RIGHTS,
  buildFamilyTest,
  type FamilyTest,
  PRIVATE,
  type Rights,
} from './testing/family.ts'
import { book, payByCard } from './testing/paying.ts'
import {
  bookingOf,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  TUESDAY,
  WEDNESDAY,
} from './testing/test-app.ts'
import { buildWatchedApp, type WatchedRoute } from './testing/watched-app.ts'

// The fields of a child's appointments, their booker and their payer that each role finds in the answers of
// all calls together: docs/requirements.md#shared-appointments.

const FRIDAY = 'Mar 5, 2027'
const SLOT = '11:30 AM - 12:00 PM'

const FIELDS = [
  'unpaid',
  'paid',
  'canceled',
  'child',
  'name',
  'email',
  'phone',
  'address',
  'payment',
  'receipt',
  'refund',
] as const
type Field = (typeof FIELDS)[number]

interface World extends FamilyTest {
  routes: WatchedRoute[]
  stranger: Session
  staff: Session
  admin: Session
  /** Anna's appointments for Mia: unpaid; paid with her card; canceled with a refund. */
  appointmentIds: string[]
  /** Ids of Anna's card payments. */
  paymentIds: string[]
  /** Numbers of Anna's receipts and credit notes. */
  receipts: string[]
}

async function buildWorld(): Promise<World> {
  const watched = await buildWatchedApp()
  const family = await buildFamilyTest(watched)
  const { anna, childId, db } = family
  const { phone, address } = PRIVATE
  const details = { child: childId, phone, address }
  const paid = await book(family, anna, { ...details, date: WEDNESDAY })
  const canceled = await book(family, anna, { ...details, date: FRIDAY, slot: SLOT })
  const paymentIds = await Promise.all(
    [paid, canceled].map(async (appointmentId) => {
      return payByCard({ ...family, session: anna, appointmentId })
    }),
  )
  await anna.post(`/appointments/${canceled}/cancel`, { version: 0, refund: 110 })
  const refunds = paymentIds.flatMap((id) => listRefundsOf(db, id))
  for (const { id } of refunds) await refundPayment(family, id)
  return {
    ...watched,
    ...family,
    stranger: await signIn(watched, 'stranger@example.com'),
    staff: await signInStaff(watched),
    admin: await signInAdmin(watched),
    appointmentIds: [family.appointmentId, paid, canceled],
    paymentIds,
    receipts: listReceiptsOf(db, paymentIds).map(({ document }) => document.number),
  }
}

const QUERIES: Record<string, object> = {
  '/appointments': { patient: PRIVATE.email },
  '/families': { search: 'private' },
  '/agenda': { date: TUESDAY },
  '/payments': { search: PRIVATE.email },
}

/** A request and its route. */
type Call = InjectOptions & { call: string }

/** Every call that only reads, for all of Anna's data. */
function reads({ routes, appointmentIds, childId, anna, receipts }: World): Call[] {
  const ids = [...appointmentIds, childId, anna.uid, ...receipts]
  return routes
    .filter(
      ({ method, url }) =>
        method === 'GET' && !['/agenda/changes', '/my-day/changes'].includes(url),
    )
    .flatMap(({ url }) => {
      const query = (QUERIES[url] ?? {}) as Record<string, string>
      const filled = (id: string) =>
        url
          .replace(':id', id)
          .replace(':uid', anna.uid)
          .replace(':email', encodeURIComponent(anna.email))
          .replace(':date', '2027-03-03')
          .replace(':month', '2027-03')
      return [...new Set(ids.map(filled))].map((each) => ({ call: `GET ${url}`, url: each, query }))
    })
}

/** The calls that change or pay for an appointment, with the expected status; their changes are undone. */
function writes({ appointmentIds, paymentIds, childId }: World, by: Session): Call[] {
  const time = { date: WEDNESDAY, slot: SLOT }
  return [
    ...appointmentIds.flatMap((appointment) => [
      { url: `/appointments/${appointment}/move`, payload: { version: 0, ...time } },
      ...[0, 110].map((refund) => ({
        url: `/appointments/${appointment}/cancel`,
        payload: { version: 0, refund },
      })),
      { url: '/create-payment-intent', payload: { appointment, price: 110 } },
      { url: '/payments', payload: { appointments: [{ appointment, price: 110 }] } },
      ...paymentIds.map((transactionId) => ({
        method: 'PATCH' as const,
        url: `/booking/${appointment}`,
        payload: { appointment, transactionId },
      })),
    ]),
    ...paymentIds.map((id) => ({ url: `/payments/${id}/check`, payload: {} })),
    { url: '/appointments', payload: bookingOf(by, { child: childId, date: WEDNESDAY }) },
    { url: '/appointments', payload: bookingOf(by, { child: childId, ...time }) },
  ].map((request) => {
    const { method = 'POST', url } = { method: 'POST' as const, ...request }
    const ids = [...appointmentIds, ...paymentIds]
    const path = ids.reduce((text, id) => text.replace(id, ':id'), url)
    return { call: `${method} ${path}`, ...request, method }
  })
}

/** All answers of each call. */
async function answersTo(world: World, by: Session): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { call, ...request } of [...reads(world), ...writes(world, by)]) {
    const { body } = await tryOut(world, { ...request, headers: by.headers })
    // A call with a payment's id in its address gets the id back.
    const asked = JSON.stringify(request)
    const answer = world.paymentIds.reduce(
      (text, id) => (asked.includes(id) ? text.replaceAll(id, '') : text),
      body,
    )
    answers.set(call, `${answers.get(call) ?? ''}\n${answer}`)
  }
  return answers
}

/** The fields of Anna that each call returns; calls without any are left out. */
async function fieldsByCall(world: World, by: Session): Promise<Record<string, string[]>> {
  const [unpaid = '', paid = '', canceled = ''] = world.appointmentIds
  const markers: Record<Field, string[]> = {
    unpaid: [`"_id":"${unpaid}"`],
    paid: [`"_id":"${paid}"`],
    canceled: [`"_id":"${canceled}"`],
    child: ['"name":"Mia"'],
    name: [PRIVATE.name],
    email: [PRIVATE.email],
    phone: [PRIVATE.phone],
    address: [PRIVATE.address],
    payment: world.paymentIds,
    receipt: world.receipts,
    refund: ['"refunded":110', '"refund":110'],
  }
  const answers = [...(await answersTo(world, by))].map(([call, text]): [string, string[]] => [
    call,
    FIELDS.filter((field) => markers[field].some((mark) => text.includes(mark))),
  ])
  return Object.fromEntries(answers.filter(([, fields]) => fields.length > 0))
}

/** The fields of Anna that the answers of all calls contain. */
async function fieldsSeenBy(world: World, by: Session): Promise<string[]> {
  const seen = Object.values(await fieldsByCall(world, by)).flat()
  return FIELDS.filter((field) => seen.includes(field))
}

const APPOINTMENTS = ['unpaid', 'paid', 'canceled']
/** Guardians see each other's names in the list of guardians. */
const SHARED = [...APPOINTMENTS, 'child', 'name']
const RIGHTS = Object.keys(ALL_RIGHTS) as (keyof Rights)[]

/** Every combination of rights on and off. */
const COMBINATIONS = Array.from({ length: 2 ** RIGHTS.length }, (_, bits) =>
  Object.fromEntries(RIGHTS.map((right, index) => [right, (bits & (1 << index)) > 0])),
) as Rights[]

test('each role finds its fields, and no others, in the answers of all calls', async () => {
  const world = await buildWorld()
  const seen: Record<string, string[]> = {}
  for (const rights of COMBINATIONS) {
    world.allow(rights)
    seen[JSON.stringify(rights)] = await fieldsSeenBy(world, world.boris)
  }
  expect(seen).toEqual(
    Object.fromEntries(COMBINATIONS.map((rights) => [JSON.stringify(rights), SHARED])),
  )
  world.allow(null)
  const everything = [...SHARED, 'email', 'phone', 'address', 'payment', 'receipt', 'refund']
  const others: [role: string, who: Session, fields: string[]][] = [
    ['removed guardian', world.boris, []],
    ['stranger', world.stranger, []],
    ['who booked and paid', world.anna, everything],
    ['staff', world.staff, [...SHARED, 'email', 'phone', 'refund']],
    ['admin', world.admin, everything],
  ]
  for (const [role, who, fields] of others) {
    expect([role, await fieldsSeenBy(world, who)]).toEqual([role, fields])
  }
}, 120_000)

test('each call shows another guardian the fields of their role, and no others', async () => {
  const world = await buildWorld()
  const { boris, allow } = world
  const shown = {
    'GET /children': ['child'],
    'GET /children/appointments': [...APPOINTMENTS, 'child'],
    'GET /appointment/:id': [...APPOINTMENTS, 'child'],
    'GET /appointments/:id/options': APPOINTMENTS,
    'POST /appointments/:id/move': APPOINTMENTS,
    'POST /appointments/:id/cancel': APPOINTMENTS,
    'GET /children/:id/guardians': ['name'],
  }
  allow({ ...ALL_RIGHTS, isOwner: true })
  const owner = { ...shown, 'GET /children/:id/guardians': ['name', 'email'] }
  expect(await fieldsByCall(world, boris)).toEqual(owner)
  allow({ isOwner: false, mayBook: false, receivesEmail: false })
  expect(await fieldsByCall(world, boris)).toEqual(shown)
  // Mia turns 18 today.
  correctChild(world.db, world.childId, { birthDate: '2009-03-01' }, BY_ADMIN)
  expect(await fieldsByCall(world, boris)).toEqual({
    'GET /children': ['child'],
    'GET /children/:id/guardians': ['name'],
  })
  allow(null)
  expect(await fieldsByCall(world, boris)).toEqual({})
}, 120_000)

test('an offer that another guardian accepts shows them no data of the guardian who waited', async () => {
  const world = await buildWorld()
  const { anna, boris, staff, childId } = world
  const { phone, address } = PRIVATE
  const request = { treatment: 'Weight Loss', child: childId, from: FRIDAY, to: FRIDAY }
  const entry = await anna.post('/waitlist', { ...request, phone, address })
  const time = { date: FRIDAY, slot: '09:00 AM - 09:30 AM' }
  const offered = await staff.post(`/waitlist/${entry.json()._id}/offer`, time)
  const url = `/offers/${offered.json()._id}/accept`
  const refused = await boris.post(url, { version: 0 })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_contact'])
  const contact = { phone: '555 0202', address: '2 Boris Road' }
  const accepted = await boris.post(url, { version: 0, contact })
  expect(accepted.json()).toMatchObject({ state: 'accepted' })
  world.appointmentIds.push(accepted.json().appointmentId)
  expect(await fieldsSeenBy(world, boris)).toEqual(SHARED)
}, 120_000)
