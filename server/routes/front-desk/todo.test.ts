import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CallEntry, OwingList, TodoMarks } from '#contract/front-desk/todo.ts'
import { followTimeZone } from '#domain/notifications/sending/time-zone-change.ts'
import { expireNext } from '#domain/waitlist/offers/offer-times.ts'
import { cancelUnanswered } from '#domain/waitlist/reoffers/reoffer-appointments.ts'
import { markUnreachable } from '#drizzle/queries/notifications/unreachable.ts'
import { deskFamilies } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import {
  bookingOf,
  buildTestApp,
  closureOf,
  deskBookingOf,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
  takeEmails,
} from '#server/testing/test-app.ts'

// docs/requirements.md#to-do

const SLOTS = [
  '09:00 AM - 09:30 AM',
  '09:30 AM - 10:00 AM',
  '10:00 AM - 10:30 AM',
  '10:30 AM - 11:00 AM',
  '11:00 AM - 11:30 AM',
  '11:30 AM - 12:00 PM',
]

const openSessions = async (api: TestApp) => ({
  rita: await signInStaff(api, 'rita@example.com'),
})

async function openDesk() {
  const api = await buildTestApp()
  const rita = await signInStaff(api, 'rita@example.com')
  const sam = await signInStaff(api, 'sam@example.com')
  const ada = await signInAdmin(api, 'ada@example.com')
  const sent = () => takeEmails(api)
  /** A family for which the desk has booked. */
  async function bookFor(name: string, email: string, slot = SLOTS[0], date = 'Mar 9, 2027') {
    const details = { name, phone: '(503) 555-0142', email }
    const family: string = (await rita.call('POST', '/families', details)).body._id
    const booking = deskBookingOf({ date, slot })
    const booked = await rita.call('POST', `/families/${family}/appointments`, booking)
    return { family, id: booked.body.booking._id as string }
  }
  const calls = async () => (await rita.call('GET', '/todo/calls')).body as CallEntry[]
  const count = async (by = rita) => (await by.call('GET', '/todo')).body
  return { api, rita, sam, ada, sent, bookFor, calls, count }
}

const CLOSURE = closureOf('2027-03-09')

test('families without an email are named before a closure, and listed to call after it until they were called', async () => {
  const desk = await openDesk()
  const { api, rita, sam, ada } = desk
  const silent = ['None', 'Bounced', 'Neither', 'No']
  for (const [index, name] of silent.entries()) {
    const email = name === 'Bounced' ? 'bounced@example.com' : ''
    await desk.bookFor(`${name} Family`, email, SLOTS[index])
  }
  await desk.bookFor('Reached Family', 'reached@example.com', SLOTS[4])
  const unverified = await signIn(api, 'unverified@example.com', { emailVerified: false })
  const booking = deskBookingOf({ date: 'Mar 9, 2027', slot: SLOTS[5] })
  await rita.call('POST', `/families/${unverified.uid}/appointments`, booking)
  await desk.sent()
  markUnreachable(api.db, 'bounced@example.com', api.now())

  const { body: shown } = await ada.call('POST', '/schedule/closures/preview', CLOSURE)
  const names = shown.notTold.map(({ name }: { name: string }) => name)
  const expected = [...silent.map((name) => `${name} Family`), unverified.user.name].sort()
  expect(names.toSorted()).toEqual(expected)
  const decided = { appointments: 'cancel', fingerprint: shown.fingerprint }
  expect((await ada.call('POST', '/schedule/closures', { ...CLOSURE, ...decided })).status).toBe(
    201,
  )
  await desk.sent()

  const waiting = await desk.calls()
  expect(waiting.map(({ patientName }) => patientName).sort()).toEqual(expected)
  expect(waiting.map(({ why }) => why).sort()).toEqual([
    'bounced',
    ...['no_email', 'no_email', 'no_email'],
    'unverified',
  ])
  expect(waiting.every(({ what, phone }) => what === 'cancelled' && phone !== '')).toBe(true)
  const before = (await desk.count()).calls
  expect(before).toBe(waiting.length)

  // Of two desks, the first one claims it.
  const [first] = waiting
  const url = `/todo/calls/${first?._id}`
  const nothing = { claimed: null, outcome: null }
  expect((await rita.call('PUT', url, { claimed: true, seen: nothing })).body).toMatchObject({
    claimed: { name: 'rita' },
    outcome: null,
  })
  const late = await sam.call('PUT', url, { claimed: true, seen: nothing })
  expect(late).toMatchObject({ status: 409, body: { current: { claimed: { name: 'rita' } } } })
  const mine = { claimed: rita.uid, outcome: null }
  await rita.call('PUT', url, { outcome: 'no_answer', seen: mine })
  expect((await desk.count()).calls).toBe(before)
  const tried = { ...mine, outcome: 'no_answer' }
  await rita.call('PUT', url, { outcome: 'reached', seen: tried })
  expect((await desk.count()).calls).toBe(before - 1)
  expect((await desk.calls()).at(-1)).toMatchObject({
    _id: first?._id,
    outcome: { outcome: 'reached', name: 'rita' },
  })
  await rita.call('PUT', url, { outcome: null, seen: { ...mine, outcome: 'reached' } })
  expect((await desk.count()).calls).toBe(before)
  expect(eventsOf(api.db, first?._id ?? '').at(-1)).toMatchObject({
    kind: 'appointment.todo_marked',
    actor: rita.uid,
    data: { list: 'calls', claimed: true, outcome: null },
  })
})

describe('families that no email reaches are listed to call about held times', () => {
  const NOTHING = { claimed: null, outcome: null }

  async function reached(by: Session, id: string) {
    const answer = await by.call('PUT', `/todo/calls/${id}`, { outcome: 'reached', seen: NOTHING })
    expect(answer.status).toBe(200)
  }

  /** Two families without an email have appointments on a day that an admin closes with re-offers. */
  async function closeWithReoffers() {
    const desk = await openDesk()
    const { ada } = desk
    const first = await desk.bookFor('First Family', '')
    const second = await desk.bookFor('Second Family', '', SLOTS[1])
    await desk.bookFor('Reached Family', 'reached@example.com', SLOTS[2])
    const { body } = await ada.call('POST', '/schedule/closures/preview', CLOSURE)
    const decided = { appointments: 'reoffer', fingerprint: body.reoffer.fingerprint }
    await ada.call('POST', '/schedule/closures', { ...CLOSURE, ...decided })
    await desk.sent()
    return { ...desk, first, second }
  }

  test('after a closure, until the family has answered on the phone', async () => {
    const { api, rita, first, second, calls, count } = await closeWithReoffers()
    api.db
      .update(deskFamilies)
      .set({ language: 'es' })
      .where(eq(deskFamilies.name, 'Second Family'))
      .run()
    const listed = await calls()
    expect(listed.map(({ language }) => language)).toEqual([undefined, 'es'])
    expect(listed.map(({ _id, what, why }) => [_id, what, why])).toEqual([
      [first.id, 'reoffered', 'no_email'],
      [second.id, 'reoffered', 'no_email'],
    ])
    expect(listed[0]?.held).toMatchObject({ untilAt: { minute: 18 * 60 } })
    expect((await count()).calls).toBe(2)
    await reached(rita, first.id)
    expect((await count()).calls).toBe(1)
    expect((await calls()).at(-1)).toMatchObject({ _id: first.id, outcome: { name: 'rita' } })

    const [offer, other] = listed.map(({ held }) => held?.offer)
    expect((await rita.call('POST', `/offers/${offer}/accept`, { version: 0 })).status).toBe(200)
    expect((await calls()).map(({ _id }) => _id)).toEqual([second.id])
    // The family has answered itself, so no call is needed.
    expect((await rita.call('POST', `/offers/${other}/decline`)).status).toBe(200)
    expect([await calls(), (await count()).calls]).toEqual([[], 0])
  })

  test('about the cancellation when the time to answer is over, for a week', async () => {
    const { api, first, second, calls } = await closeWithReoffers()
    await reached((await openSessions(api)).rita, first.id)
    const day = async (at: string) => {
      api.setTime(new Date(at))
      return openSessions(api)
    }
    const over = new Date('2027-03-05T00:00:00Z')
    await day('2027-03-05T00:00:00Z')
    await writeTransaction(api.db, (tx) => {
      while (expireNext(tx, over));
      while (!cancelUnanswered(tx, over));
    })
    const idsNow = async () => {
      const { rita } = await openSessions(api)
      const entries = (await rita.call('GET', '/todo/calls')).body as CallEntry[]
      return entries.map(({ _id, what, outcome }) => [_id, what, outcome])
    }
    // An earlier call about another time does not count.
    const canceled = [
      [first.id, 'cancelled', null],
      [second.id, 'cancelled', null],
    ]
    expect(await idsNow()).toEqual(canceled)
    expect(await calls()).toHaveLength(2)
    // A cancellation of today's appointments counts from its own day on.
    await day('2027-03-10T15:00:00Z')
    expect(await idsNow()).toEqual(canceled)
    await day('2027-03-13T15:00:00Z')
    expect(await idsNow()).toEqual([])
  })

  async function waitFor({ rita }: Awaited<ReturnType<typeof openDesk>>) {
    const details = { name: 'Gia Grandmother', phone: '555 0100' }
    const family: string = (await rita.call('POST', '/families', details)).body._id
    const days = { from: '2027-03-09', to: '2027-03-12' }
    const request = { treatment: 'Allergy Testing', ...days, family }
    return (await rita.call('POST', '/waitlist', request)).body._id as string
  }

  test('while a family on the waiting list has an offer', async () => {
    const desk = await openDesk()
    const { rita, calls, count } = desk
    const entry = await waitFor(desk)
    expect(await calls()).toEqual([])
    const time = { date: '2027-03-09', slot: SLOTS[1] }
    const made = (await rita.call('POST', `/waitlist/${entry}/offer`, time)).body
    expect(await calls()).toMatchObject([
      { _id: entry, what: 'offered', why: 'no_email', held: { offer: made._id, ...time } },
    ])
    expect((await count()).calls).toBe(1)
    await reached(rita, entry)
    expect([(await calls()).length, (await count()).calls]).toEqual([1, 0])
    await rita.call('POST', `/offers/${made._id}/accept`, { version: made.version })
    expect(await calls()).toEqual([])
  })

  test('until the offer of a family on the waiting list expires, and anew about the next one', async () => {
    const desk = await openDesk()
    const { api } = desk
    const entry = await waitFor(desk)
    const offer = (by: Session, slot = SLOTS[1]) =>
      by.call('POST', `/waitlist/${entry}/offer`, { date: '2027-03-09', slot })
    const listed = async ({ rita }: { rita: Session }) => {
      const entries = (await rita.call('GET', '/todo/calls')).body as CallEntry[]
      const { calls: open } = (await rita.call('GET', '/todo')).body
      return { open, entries: entries.map(({ _id, outcome }) => [_id, outcome?.outcome ?? null]) }
    }
    await offer(desk.rita)
    expect(await listed(desk)).toEqual({ open: 1, entries: [[entry, null]] })
    await reached(desk.rita, entry)
    expect(await listed(desk)).toEqual({ open: 0, entries: [[entry, 'reached']] })

    const until = new Date('2027-03-03T13:00:00Z')
    api.setTime(until)
    const later = await openSessions(api)
    expect(await listed(later)).toEqual({ open: 0, entries: [] })
    await writeTransaction(api.db, (tx) => {
      while (expireNext(tx, until));
    })
    expect((await offer(later.rita, SLOTS[2])).status).toBe(201)
    expect(await listed(later)).toEqual({ open: 1, entries: [[entry, null]] })
  })
})

test('past visits that are not paid are listed with their age until they are paid', async () => {
  const desk = await openDesk()
  const { api, rita } = desk
  const reached = await desk.bookFor('Paying Family', 'paying@example.com')
  const silent = await desk.bookFor('Silent Family', '', SLOTS[1])
  const missed = await desk.bookFor('Missed Family', '', SLOTS[2])
  expect((await desk.count()).owing).toBe(0)
  api.setTime(new Date('2027-03-09T20:00:00Z'))
  await rita.call('PUT', `/agenda/${missed.id}/attendance`, { version: 0, attendance: 'no_show' })
  await desk.sent()
  api.setTime(new Date('2027-04-20T20:00:00Z'))
  const read = async () => (await rita.call('GET', '/todo/owing')).body as OwingList
  const { entries, total, ages } = await read()
  expect(entries.map(({ _id, days, isReachable }) => [_id, days, isReachable])).toEqual([
    [reached.id, 42, true],
    [silent.id, 42, false],
  ])
  expect(total).toBe(2)
  expect(ages.map(({ count }) => count)).toEqual([0, 2, 0, 0])
  expect((await rita.call('GET', '/todo/owing?limit=1')).body.entries).toHaveLength(1)
  const next = await rita.call('GET', `/todo/owing?limit=1&after=${reached.id}`)
  expect(next.body.entries).toMatchObject([{ _id: silent.id }])

  expect((await rita.call('POST', `/todo/owing/${reached.id}/ask`)).status).toBe(200)
  expect(await desk.sent()).toMatchObject([
    { kind: 'payment_due', recipient: { address: 'paying@example.com' } },
  ])
  expect((await read()).entries[0]?.askedAt).toBe('2027-04-20T20:00:00.000Z')
  expect((await rita.call('POST', `/todo/owing/${silent.id}/ask`)).body.code).toBe('unreachable')

  await rita.call('POST', `/agenda/${reached.id}/payment`, { version: 0, method: 'cash' })
  expect((await read()).entries.map(({ _id }) => _id)).toEqual([silent.id])
  expect((await rita.call('POST', `/todo/owing/${reached.id}/ask`)).body.code).toBe('not_owing')
})

test('calendar files of another time zone are listed until staff send them again', async () => {
  const { api, rita, sent, bookFor, count } = await openDesk()
  await bookFor('Ada Family', 'ada.family@example.com')
  await sent()
  expect((await count()).invitations).toBe(0)
  await followTimeZone({ db: api.db, timeZone: 'Europe/Paris', now: api.now })
  expect((await count()).invitations).toBe(1)
  const resent = await rita.call('POST', '/notifications/invitations')
  expect([resent.status, resent.body]).toEqual([202, { invitations: 1 }])
  expect((await count()).invitations).toBe(0)
  expect((await sent()).map(({ kind }) => kind)).toEqual(['calendar_event'])
})

test('only admins see how many payments there are to check', async () => {
  const desk = await openDesk()
  expect(await desk.count()).not.toHaveProperty('payments')
  expect(await desk.count(desk.ada)).toMatchObject({ payments: 0, settle: 0, calls: 0 })
})

test('staff move an appointment outside opening hours with a reason, families do not', async () => {
  const desk = await openDesk()
  const { rita } = desk
  const { id } = await desk.bookFor('Night Family', '')
  const url = `/appointments/${id}/move`
  const wanted = { version: 0, date: '2027-03-09', slot: '08:00 PM - 08:30 PM' }
  expect((await rita.call('POST', url, wanted)).body.code).toBe('not_offered')
  const moved = await rita.call('POST', url, { ...wanted, reason: 'In pain.' })
  expect(moved.body.options).toMatchObject({ slot: wanted.slot, version: 1 })
  expect(eventsOf(desk.api.db, id).at(-1)?.data).toMatchObject({ outsideHours: true })
  expect((await desk.count()).conflicts).toBe(0)

  const zoe = await signIn(desk.api, 'zoe@example.com')
  const { email } = zoe
  const { body } = await zoe.call(
    'POST',
    '/appointments',
    bookingOf({ email }, { date: 'Mar 10, 2027' }),
  )
  const own = `/appointments/${body.booking._id}/move`
  const reason = { ...wanted, date: '2027-03-10', reason: 'I would like to.' }
  expect((await zoe.call('POST', own, reason)).body.code).toBe('not_offered')
})

test('shows on every list who takes care of an entry, and of payments to admins only', async () => {
  const { rita, sam, ada, bookFor, api } = await openDesk()
  const { id, family } = await bookFor('Noah Abara', '')
  const nothing = { claimed: null, outcome: null }
  const claim = { claimed: true, seen: nothing }
  const marks = async (by: Session) =>
    (await by.call('GET', '/todo/marks')).body.map(
      ({ list, subject, claimed }: TodoMarks[number]) => [list, subject, claimed?.name],
    )
  expect((await rita.call('PUT', `/todo/settle/${id}`, claim)).status).toBe(200)
  expect((await rita.call('PUT', `/todo/unreachable/${family}`, claim)).status).toBe(200)
  expect(await marks(sam)).toEqual([
    ['settle', id, 'rita'],
    ['unreachable', family, 'rita'],
  ])
  expect((await sam.call('PUT', `/todo/settle/${id}`, claim)).status).toBe(409)
  const given = { claimed: false, seen: { claimed: rita.uid, outcome: null } }
  expect((await sam.call('PUT', `/todo/settle/${id}`, given)).status).toBe(200)
  expect(await marks(rita)).toEqual([['unreachable', family, 'rita']])

  expect((await rita.call('PUT', `/todo/unreachable/${id}`, claim)).status).toBe(404)
  expect((await rita.call('PUT', `/todo/handBack/${id}`, claim)).status).toBe(404)
  expect((await rita.call('PUT', `/todo/payments/${id}`, claim)).status).toBe(403)
  expect((await ada.call('PUT', `/todo/payments/${id}`, claim)).status).toBe(404)
  const answered = { outcome: 'reached', seen: nothing }
  expect((await rita.call('PUT', `/todo/conflicts/${id}`, answered)).status).toBe(400)
  expect(eventsOf(api.db, family).at(-1)).toEqual({
    kind: 'todo.claimed',
    actor: rita.uid,
    data: { list: 'unreachable', claimed: true },
  })
  // After a week the claim has expired.
  api.setTime(new Date(api.now().getTime() + 8 * 24 * 3_600_000))
  expect((await marks(rita)).length).toBe(0)
})
