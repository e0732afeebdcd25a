import { expect, it } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { heldTimes } from '#contract/front-desk/held-times.ts'
import { callList } from '#contract/front-desk/todo.ts'
import { impact } from '#contract/schedule/schedule.ts'
import {
  type DeskEntry,
  offer,
  type WaitlistEntry,
  waitlistEntry,
} from '#contract/waitlist/waitlist.ts'
import { passOn, runHandlers } from '#domain/waitlist/testing/run-handlers.ts'
import type { Transaction } from '#drizzle/client.ts'
import { buildFamilyTest } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  closureOf,
  FIRST_SLOT,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
  takeEmails,
} from '#server/testing/test-app.ts'

const DAY = 'Mar 5, 2027'
const SOME_ID = '0190a1b2-0000-7000-8000-000000000000'
const REQUEST = { treatment: 'Allergy Testing', from: DAY, to: DAY, phone: '555 0100' }

async function setUp() {
  const test = await buildTestApp()
  const [owner, bea, stranger] = [
    await signIn(test, 'owner@example.com'),
    await signIn(test, 'bea@example.com'),
    await signIn(test, 'stranger@example.com'),
  ]
  const appointmentId = await book(test, owner, { date: DAY })
  return { test, owner, bea, stranger, appointmentId }
}

async function slotsOn(test: TestApp): Promise<string[]> {
  return (await availableOn(test, DAY)).find(({ name }) => name === 'Allergy Testing')?.slots ?? []
}

/** The family's offer, once the jobs have run. */
async function offerOf({ db, now }: TestApp, session: Session): Promise<string> {
  runHandlers(db as Transaction, now())
  const [entry] = (await session.get('/waitlist')).json<WaitlistEntry[]>()
  return entry?.offer?._id ?? ''
}

async function cancel(session: Session, id: string) {
  const cancelled = await session.post(`/appointments/${id}/cancel`, { version: 0, refund: 0 })
  expect(cancelled.statusCode).toBe(200)
}

it('holds a canceled time for the waiting family, until it accepts', async () => {
  const { test, owner, bea, stranger, appointmentId } = await setUp()
  const joined = await bea.post('/waitlist', REQUEST)
  expect(waitlistEntry.parse(joined.json())).toMatchObject({ state: 'open', turn: 'first' })
  const again = await bea.post('/waitlist', REQUEST)
  expect([again.statusCode, again.json().code]).toEqual([409, 'waiting_already'])

  await cancel(owner, appointmentId)
  expect(await slotsOn(test)).not.toContain(FIRST_SLOT)
  const id = await offerOf(test, bea)
  const shown = await bea.get(`/offers/${id}`)
  expect(offer.parse(shown.json())).toMatchObject({ state: 'open', slot: FIRST_SLOT, price: 110 })

  const refused = await stranger.post('/appointments', bookingOf(stranger, { date: DAY }))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'held'])
  const foreign = await stranger.post(`/offers/${id}/accept`, { version: 0 })
  expect(foreign.statusCode).toBe(404)

  const accepted = await bea.post(`/offers/${id}/accept`, { version: 0 })
  const { appointmentId: made, state } = offer.parse(accepted.json())
  expect(state).toBe('accepted')
  const repeated = await bea.post(`/offers/${id}/accept`, { version: 0 })
  expect(offer.parse(repeated.json()).appointmentId).toBe(made)
  const booked = await bea.get(`/appointment/${made}`)
  expect(booked.json()).toMatchObject({ date: DAY, slot: FIRST_SLOT, price: 110, paid: false })
  expect(await slotsOn(test)).not.toContain(FIRST_SLOT)
})

it.each([
  ['siblings who move one appointment', { children: ['mia', 'ben'], appointment: SOME_ID }],
  ['siblings and one child', { children: ['mia', 'ben'], child: 'zoe' }],
  ['the same child twice', { children: ['mia', 'mia'] }],
  ['nothing', { treatment: undefined }],
  ['days in the wrong order', { to: 'Mar 4, 2027' }],
  ['weekdays that are not among the days', { weekdays: [1] }],
])('refuses an entry for %s, which could never be accepted', async (_, changes) => {
  const { bea } = await setUp()
  const refused = await bea.post('/waitlist', { ...REQUEST, ...changes })
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_input'])
})

it('refuses an entry for a weekend, and names the next day', async () => {
  const { bea } = await setUp()
  const refused = await bea.post('/waitlist', {
    ...REQUEST,
    from: 'Mar 6, 2027',
    to: 'Mar 7, 2027',
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'closed', message: expect.stringContaining('Mar 8, 2027') },
  ])
})

it('shows a declined time to all visitors when no other family waits', async () => {
  const { test, owner, bea, appointmentId } = await setUp()
  await bea.post('/waitlist', REQUEST)
  await cancel(owner, appointmentId)
  const id = await offerOf(test, bea)
  const declined = await bea.post(`/offers/${id}/decline`)
  expect(offer.parse(declined.json()).state).toBe('declined')
  expect(await slotsOn(test)).toContain(FIRST_SLOT)
  const late = await bea.post(`/offers/${id}/accept`, { version: 0 })
  expect([late.statusCode, late.json().code]).toEqual([409, 'gone'])
})

it('shows staff who waits, for a day and in total, and lets them add an urgent family', async () => {
  const { test, bea } = await setUp()
  const staff = await signInStaff(test)
  const urgent = { ...REQUEST, family: bea.uid, urgent: 'Cannot sleep' }
  expect((await bea.post('/waitlist', urgent)).statusCode).toBe(403)
  expect((await staff.post('/waitlist', urgent)).statusCode).toBe(201)
  const url = `/waitlist?date=${encodeURIComponent(DAY)}`
  const list = await staff.get(url)
  expect(list.json()).toMatchObject([{ family: { _id: bea.uid }, urgent: 'Cannot sleep' }])
  const all = await staff.get('/waitlist?everyone=true')
  expect(all.json()).toEqual(list.json())
  expect((await bea.get(url)).statusCode).toBe(403)
  expect((await bea.get('/waitlist?everyone=true')).statusCode).toBe(403)
})

it('pages the list, with re-offers after all waiting families', async () => {
  const { test, owner, bea, stranger } = await setUp()
  const admin = await signInAdmin(test)
  const closure = closureOf(DAY)
  const preview = await admin.post('/schedule/closures/preview', closure)
  const fingerprint = impact.parse(preview.json()).reoffer?.fingerprint ?? ''
  await admin.post('/schedule/closures', { ...closure, appointments: 'reoffer', fingerprint })
  const later = { ...REQUEST, to: 'Mar 12, 2027' }
  await bea.post('/waitlist', later)
  await stranger.post('/waitlist', later)

  const pages = []
  for (let after = ''; pages.length < 4; after = `&after=${pages.at(-1)?._id}`) {
    const page = await admin.get(`/waitlist?everyone=true&limit=1${after}`)
    expect(page.headers['x-total-count']).toBe('3')
    const [entry] = page.json<DeskEntry[]>()
    if (!entry) break
    pages.push(entry)
  }
  expect(pages.map(({ family, isReoffer }) => [family._id, isReoffer])).toEqual([
    [bea.uid, false],
    [stranger.uid, false],
    [owner.uid, true],
  ])
})

it('lets staff add a child of a family without an account, offer a time and accept it', async () => {
  const { test } = await setUp()
  const staff = await signInStaff(test)
  const added = await staff.post('/families', { name: 'Gia Grandmother', phone: '555 0100' })
  const family = added.json<{ _id: string }>()._id
  const mia = { name: 'Mia', birthDate: '2021-06-05' }
  const child = (await staff.post(`/families/${family}/children`, mia)).json()._id
  const request = { ...REQUEST, family, child }
  const unknown = await staff.post('/waitlist', { ...request, child: 'another' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'unknown_child'])
  const entry = waitlistEntry.parse((await staff.post('/waitlist', request)).json())
  expect(entry).toMatchObject({ child: 'Mia', state: 'open' })

  const time = { date: DAY, slot: '09:30 AM - 10:00 AM' }
  const made = offer.parse((await staff.post(`/waitlist/${entry._id}/offer`, time)).json())
  expect(await slotsOn(test)).not.toContain(time.slot)
  const held = async () => heldTimes.parse((await staff.get(`/agenda/held?date=${DAY}`)).json())
  const [shown, ...others] = await held()
  expect([shown, others]).toMatchObject([
    {
      ...{
        _id: made._id,
        slot: time.slot,
        startMinute: 570,
        lengthMinutes: 30,
        untilAt: made.untilAt,
      },
      ...{ appointment: null, isReoffer: false },
      patients: [{ patientName: 'Mia', child: { bookedBy: 'Gia Grandmother' } }],
    },
    [],
  ])
  const accepted = await staff.post(`/offers/${made._id}/accept`, { version: made.version })
  expect(offer.parse(accepted.json())).toMatchObject({ state: 'accepted', child: 'Mia' })
  expect(await held()).toEqual([])
  const known = await staff.get(`/families/${family}`)
  expect(known.json().appointments).toMatchObject([{ child: { name: 'Mia' }, startMinute: 570 }])
})

it('re-offers the appointments of a closed day, and refuses a decision about times that are taken', async () => {
  const { test, owner, stranger, appointmentId } = await setUp()
  const admin = await signInAdmin(test)
  const closure = closureOf(DAY)
  const preview = async () =>
    impact.parse((await admin.post('/schedule/closures/preview', closure)).json())
  const close = (fingerprint = '') =>
    admin.post('/schedule/closures', { ...closure, appointments: 'reoffer', fingerprint })

  const { reoffer } = await preview()
  const [time] = reoffer?.times ?? []
  expect(reoffer).toMatchObject({ total: 1, untilAt: { date: '2027-03-03', minute: 18 * 60 } })
  expect(time).toMatchObject({ _id: appointmentId, date: '2027-03-12', slot: FIRST_SLOT })
  await book(test, stranger, { date: time?.date ?? '' })
  const refused = await close(reoffer?.fingerprint)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'outdated'])
  const now = impact.parse(refused.json().impact).reoffer
  expect(now?.times).toMatchObject([{ date: '2027-03-12', slot: '09:30 AM - 10:00 AM' }])

  const closed = await close(now?.fingerprint)
  expect([closed.statusCode, closed.json()]).toMatchObject([201, { reoffered: 1, cancelled: 0 }])
  const list = await owner.get('/waitlist')
  const [entry] = list.json<WaitlistEntry[]>()
  expect(entry).toMatchObject({ isReoffer: true, appointment: { _id: appointmentId } })
  const left = await owner.delete(`/waitlist/${entry?._id}`)
  expect(left.statusCode).toBe(404)
  const id = entry?.offer?._id ?? ''
  const shown = await owner.get(`/offers/${id}`)
  expect(offer.parse(shown.json())).toMatchObject({ reoffer: { others: [] }, state: 'open' })
  const accepted = await owner.post(`/offers/${id}/accept`, { version: 0 })
  expect(offer.parse(accepted.json())).toMatchObject({ state: 'accepted', appointmentId })
  const moved = await owner.get(`/appointments/${appointmentId}/options`)
  expect(moved.json()).toMatchObject({ date: '2027-03-12', movesLeft: 3 })
})

it('tells the family why and until when, and the desk to call it if it has not answered', async () => {
  const { test, owner, appointmentId } = await setUp()
  const [admin, staff] = [await signInAdmin(test), await signInStaff(test)]
  const closure = { ...closureOf(DAY), forFamilies: 'A pipe has burst.' }
  const preview = impact.parse((await admin.post('/schedule/closures/preview', closure)).json())
  const { fingerprint } = preview.reoffer ?? {}
  await admin.post('/schedule/closures', { ...closure, appointments: 'reoffer', fingerprint })

  const answerByAt = { date: '2027-03-03', minute: 18 * 60 }
  const untilAt = { date: '2027-03-04', minute: 18 * 60 }
  const why = 'A pipe has burst.'
  const entryOf = async () => {
    const [entry] = (await owner.get('/waitlist')).json<WaitlistEntry[]>()
    return entry
  }
  const entry = await entryOf()
  expect(entry).toMatchObject({ why, offer: { answerByAt, untilAt } })
  const shown = offer.parse((await owner.get(`/offers/${entry?.offer?._id}`)).json())
  expect(shown).toMatchObject({ answerByAt, untilAt, reoffer: { why } })
  const calls = async () => callList.parse((await staff.get('/todo/calls')).json())
  expect(await calls()).toEqual([])

  test.setTime(new Date('2027-03-03T23:00:00Z'))
  const [again, desk] = [await signIn(test, owner.email), await signInStaff(test)]
  const [late] = (await again.get('/waitlist')).json<WaitlistEntry[]>()
  expect(late?.offer).toMatchObject({ untilAt })
  expect(late?.offer?.answerByAt).toBeUndefined()
  const listed = callList.parse((await desk.get('/todo/calls')).json())
  const { date, slot, _id } = shown
  expect(listed).toMatchObject([
    {
      _id: appointmentId,
      what: 'reoffered',
      why: 'no_answer',
      held: { offer: _id, date, slot, untilAt },
    },
  ])
  expect((await desk.get('/todo')).json()).toMatchObject({ calls: 1 })
  const seen = { claimed: null, outcome: null }
  await desk.put(`/todo/calls/${appointmentId}`, { outcome: 'reached', seen })
  expect((await desk.get('/todo')).json()).toMatchObject({ calls: 0 })
  await desk.post(`/offers/${_id}/accept`, { version: 0 })
  expect((await desk.get('/todo/calls')).json()).toEqual([])
})

it('accepts no payment for an appointment until its family has answered, and notifies each guardian', async () => {
  const test = await buildFamilyTest()
  const { anna, boris, appointmentId: id } = test
  // He may pay, but not book.
  test.allow({ mayBook: false })
  const admin = await signInAdmin(test)
  const { date, price } = (await anna.get(`/appointment/${id}`)).json<Appointment>()
  const closure = closureOf(date)
  const preview = impact.parse((await admin.post('/schedule/closures/preview', closure)).json())
  const { fingerprint } = preview.reoffer ?? {}
  const decided = { ...closure, appointments: 'reoffer', fingerprint }
  expect((await admin.post('/schedule/closures', decided)).json()).toMatchObject({ reoffered: 1 })

  const listOf = (session: Session) => session.get(`/appointments?patient=${session.email}`)
  const own = await listOf(anna)
  expect(own.headers['x-to-answer']).toBe('1')
  const [{ reoffer } = {}] = own.json<Partial<Appointment>[]>()
  expect(reoffer).toEqual({ offer: expect.any(String) })
  expect((await anna.get(`/appointment/${id}`)).json().reoffer).toEqual(reoffer)
  const shared = await boris.get('/children/appointments')
  expect(shared.json()).toMatchObject([{ _id: id, reoffer: { offer: null } }])
  expect((await listOf(boris)).headers['x-to-answer']).toBe('0')
  const options = await anna.get(`/appointments/${id}/options`)
  expect(options.json()).toMatchObject({ reoffered: true, canMove: true })

  const payment = { price, appointment: id }
  for (const payer of [anna, boris]) {
    const answers = [
      await payer.post('/create-payment-intent', payment),
      await payer.post('/payments', { appointments: [payment] }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409])
    expect(answers.map((answer) => answer.json().code)).toEqual(['reoffered', 'reoffered'])
  }

  const accepted = await anna.post(`/offers/${reoffer?.offer}/accept`, { version: 0 })
  expect(accepted.statusCode).toBe(200)
  expect((await anna.get(`/appointment/${id}`)).json().reoffer).toBeUndefined()
  expect((await listOf(anna)).headers['x-to-answer']).toBe('0')
  expect((await anna.post('/create-payment-intent', payment)).statusCode).not.toBe(409)
})

it('informs everyone involved that a closed day has ended a wait: the family by email or call, list and desk', async () => {
  const { test, owner, bea, appointmentId } = await setUp()
  const [staff, admin] = [await signInStaff(test), await signInAdmin(test)]
  const later = 'Mar 12, 2027'
  const family = await staff.post('/families', { name: 'Gia Grandmother', phone: '555 0100' })
  const gia = family.json<{ _id: string }>()._id
  const requests: [Session, object][] = [
    [bea, REQUEST],
    [staff, { ...REQUEST, family: gia }],
    [
      owner,
      {
        ...REQUEST,
        treatment: undefined,
        appointment: await book(test, owner, { date: later, treatment: 'Weight Loss', price: 80 }),
      },
    ],
  ]
  for (const [session, request] of requests) {
    expect((await session.post('/waitlist', request)).statusCode).toBe(201)
  }
  await cancel(owner, appointmentId)
  await takeEmails(test)
  const closed = { ...closureOf(DAY), appointments: 'list' }
  expect((await admin.post('/schedule/closures', closed)).statusCode).toBe(201)
  passOn(test.db as Transaction, test.now())

  const emails = await takeEmails(test)
  const about = { kind: 'wait_closed', from: '2027-03-05', to: '2027-03-05', next: '2027-03-08' }
  expect(emails.map(({ recipient, ...email }) => [recipient.address, email])).toMatchObject([
    ['bea@example.com', { ...about, stays: null }],
    ['owner@example.com', { ...about, next: '2027-03-08', stays: { date: '2027-03-12' } }],
  ])

  const listed = async () => (await bea.get('/waitlist')).json<WaitlistEntry[]>()
  const [entry] = await listed()
  expect(entry).toMatchObject({ state: 'ended', closed: { next: '2027-03-08' } })
  const atDesk = async () => {
    const page = await staff.get('/waitlist?everyone=true&closed=true&limit=2')
    return [page.headers['x-total-count'], page.json<DeskEntry[]>().length]
  }
  expect(await atDesk()).toEqual(['3', 2])
  expect((await bea.get('/waitlist?closed=true')).statusCode).toBe(403)

  const calls = callList.parse((await staff.get('/todo/calls')).json())
  expect(calls).toMatchObject([{ what: 'closed', family: gia, why: 'no_email', phone: '555 0100' }])
  expect((await staff.get('/todo')).json().calls).toBe(1)
  const seen = { claimed: null, outcome: null }
  const call = await staff.put(`/todo/calls/${calls[0]?._id}`, { outcome: 'reached', seen })
  expect(call.json()).toMatchObject({ outcome: { outcome: 'reached' } })
  expect((await staff.get('/todo')).json().calls).toBe(0)
  const log = (await admin.get('/audit?limit=5')).json<{ events: { kind: string }[] }>()
  expect(log.events).toContainEqual(expect.objectContaining({ kind: 'todo.claimed' }))

  // A family that waits for other days is no longer told about the closed ones.
  await bea.post('/waitlist', { ...REQUEST, from: later, to: later })
  expect((await listed()).map(({ state }) => state)).toEqual(['open'])
  expect(await atDesk()).toEqual(['2', 2])
})
