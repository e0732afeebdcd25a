import { beforeEach, describe, expect, it } from 'vitest'
import { appointment as appointmentSchema } from '#contract/booking/appointments.ts'
import type { NextTimes } from '#contract/booking/next-times.ts'
import type { TodoCounts } from '#contract/front-desk/todo.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'
import { tickets, users } from '#drizzle/schema/index.ts'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { book } from '#server/testing/paying.ts'
import {
  availableOn,
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  signInDoctor,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

const AROUND = '2027-04-13'
const TREATMENT = 'Allergy Testing'

let test: TestApp
let anna: Session
let staff: Session
let child: string
let visit: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com')
  staff = await signInStaff(test)
  child = addChildren(test, anna, ['Mia'])[0] ?? ''
  visit = await book(test, anna, { date: 'Mar 2, 2027', child })
})

const open = (by: Session, more = {}) =>
  by.post('/tickets', { appointment: visit, around: AROUND, ...more })

const listOf = async (by: Session, query = '') =>
  (await by.get(`/next-visits${query}`)).json<NextVisit[]>()

/** Has an admin say which families book the treatment online. */
async function restrict(booking: AdminTreatment['booking']) {
  const admin = await signInAdmin(test)
  const { treatments } = (await admin.get('/treatments')).json<{ treatments: AdminTreatment[] }>()
  const found = treatments.find(({ name }) => name === TREATMENT)
  if (!found) throw new Error('There is no such treatment.')
  const { _id, prices: _, doctors: __, ...fields } = found
  const { sample: ___, ...body } = { sample: undefined, ...fields, booking }
  const saved = await admin.put(`/treatments/${_id}`, body)
  expect(saved.json()).toMatchObject({ booking })
}

describe('a next visit', () => {
  it('is asked for by staff, seen by the family, and booked', async () => {
    const opened = await open(staff, { note: 'Please bring the vaccination card.' })
    expect(opened.statusCode).toBe(201)
    const [ticket] = await listOf(anna)
    expect(ticket).toMatchObject({
      state: 'open',
      child: { name: 'Mia' },
      treatment: { name: TREATMENT },
      around: AROUND,
      from: '2027-04-06',
      to: '2027-05-04',
      note: 'Please bring the vaccination card.',
      canBook: true,
      atDesk: false,
      opensOn: null,
    })
    expect(await listOf(anna, `?ticket=${ticket?._id}`)).toMatchObject([{ firstDay: '2027-04-06' }])
    const id = await book(test, anna, { date: 'Apr 13, 2027', child })
    expect(await listOf(anna)).toEqual([])
    const [booked] = await listOf(anna, `?ticket=${ticket?._id}`)
    expect(booked).toMatchObject({
      state: 'booked',
      appointment: { _id: id, date: 'Apr 13, 2027' },
    })
  })

  it('can be booked on any day once its own days have passed, until it lapses', async () => {
    await open(staff)
    const [ticket] = await listOf(anna)
    expect(ticket).toMatchObject({ isOver: false })
    const past = { fromDate: '2027-02-02', dueDate: '2027-02-09', toDate: '2027-02-26' }
    test.db.update(tickets).set(past).run()
    const [over] = await listOf(anna, `?ticket=${ticket?._id}`)
    expect(over).toMatchObject({ state: 'open', isOver: true, canBook: true })
    expect(over?.firstDay).toMatch(/^2027-03-0/)
  })

  it('says from which day on it can be booked', async () => {
    await open(staff, { around: '2027-08-31' })
    expect(await listOf(anna)).toMatchObject([{ canBook: false, opensOn: '2027-05-26' }])
  })

  it('is asked for by a doctor after an own appointment, who sees no price, phone or family', async () => {
    const doctorId = addTreatingDoctor(test.db, 'Ada', TREATMENT)
    const other = addTreatingDoctor(test.db, 'Ben', TREATMENT)
    const own = await book(test, anna, { date: 'Mar 3, 2027', child, doctor: doctorId })
    const doctor = await signInDoctor(doctorId)(test)
    const colleague = await signInDoctor(other)(test, 'ben@example.com')
    expect((await open(colleague, { appointment: own })).statusCode).toBe(404)
    const opened = await open(doctor, { appointment: own })
    expect(opened.json()).toMatchObject({ state: 'open', doctor: { name: 'Ada' } })
    expect(Object.keys(opened.json()).sort()).toEqual(
      [
        '_id',
        'appointment',
        'around',
        'atDesk',
        'canBook',
        'child',
        'doctor',
        'from',
        'isOver',
        'mayAnswer',
        'note',
      ].concat(['opensOn', 'state', 'to', 'treatment', 'version']),
    )
  })

  it('says why it cannot be asked for', async () => {
    await open(staff)
    const again = await open(staff, { around: '2027-05-11' })
    expect(again.json()).toMatchObject({
      code: 'asked_already',
      message:
        'The family is already asked to book a visit around Tue, Apr 13, 2027. Withdraw that request first.',
    })
    const [ticket] = await listOf(staff, `?child=${child}`)
    const withdrawn = await staff.delete(`/tickets/${ticket?._id}`)
    expect(withdrawn.json()).toMatchObject({ state: 'withdrawn' })
    expect((await open(staff, { around: '2027-05-11' })).statusCode).toBe(201)
  })

  it('is answered by the family, and open again when it takes that back', async () => {
    await open(staff)
    const [ticket] = await listOf(anna)
    const path = `/next-visits/${ticket?._id}`
    const elsewhere = await anna.post(`${path}/done-elsewhere`, { month: '2027-02' })
    expect(elsewhere.json()).toMatchObject({ state: 'elsewhere' })
    expect((await anna.post(`${path}/reopen`, {})).json()).toMatchObject({ state: 'open' })
    expect((await anna.post(`${path}/not-for-us`, {})).json()).toMatchObject({ state: 'declined' })
    const future = await anna.post(`${path}/done-elsewhere`, { month: '2027-04' })
    expect(future.json()).toMatchObject({ code: 'wrong_month' })
  })
})

describe('a treatment that only asked families book', () => {
  const namesOn = async (ticket?: string, by?: Session) => {
    const query = ticket ? `&ticket=${ticket}` : ''
    const url = `/available?date=2027-04-13${query}`
    const shown = by ? await by.get(url) : await test.app.inject(url)
    return shown.json<{ name: string }[]>().map(({ name }) => name)
  }

  it('is shown to the family of the ticket, and to no one else', async () => {
    await open(staff)
    const [ticket] = await listOf(anna)
    await restrict('ticket')
    const zoe = await signIn(test, 'zoe@example.com')
    expect(await namesOn()).not.toContain(TREATMENT)
    expect(await namesOn(ticket?._id)).not.toContain(TREATMENT)
    expect(await namesOn(ticket?._id, zoe)).not.toContain(TREATMENT)
    expect(await namesOn(ticket?._id, anna)).toContain(TREATMENT)
    const next = (await test.app.inject('/available/next')).json<NextTimes[]>()
    expect(next.map(({ name }) => name)).not.toContain(TREATMENT)
    const published = await test.app.inject('/fhir/Schedule.ndjson')
    expect(published.body).not.toContain(TREATMENT)
    const id = await book(test, anna, { date: 'Apr 13, 2027', child })
    expect(appointmentSchema.shape._id.parse(id)).toBe(id)
  })

  it('is booked at the desk when the clinic says so: the card has no booking', async () => {
    await open(staff)
    await restrict('desk')
    expect(await listOf(anna)).toMatchObject([{ canBook: false, atDesk: true }])
    const day = await availableOn(test, 'Apr 13, 2027')
    expect(day.map(({ name }) => name)).not.toContain(TREATMENT)
  })
})

describe('a call about a visit', () => {
  it('is recorded by staff, who see each call with the family’s number', async () => {
    const opened = (await open(staff)).json<NextVisit>()
    test.db.update(users).set({ bouncedEmail: 'anna@example.com', language: 'es' }).run()
    const count = async () => (await staff.get('/todo')).json<TodoCounts>().due
    expect(await count()).toBe(1)
    const path = `/todo/due/${opened._id}/attempts`
    const made = await staff.post(path, { outcome: 'message', note: 'Told the father' })
    expect(made.statusCode).toBe(201)
    expect((await staff.get('/todo/due')).json()).toMatchObject([
      {
        _id: opened._id,
        treatment: TREATMENT,
        family: anna.uid,
        language: 'es',
        patients: [{ patientName: 'Mia', child: { _id: child } }],
        why: 'bounced',
        attempts: [{ outcome: 'message', note: 'Told the father', by: 'staff' }],
      },
    ])
    expect((await staff.post(path, { outcome: 'declined' })).statusCode).toBe(201)
    expect(await listOf(anna, `?ticket=${opened._id}`)).toMatchObject([{ state: 'declined' }])
    expect((await staff.post(path, { outcome: 'reached' })).json()).toMatchObject({ code: 'ended' })
    expect(await count()).toBe(0)
  })

  it('has a note of at most 200 characters', async () => {
    const opened = (await open(staff)).json<NextVisit>()
    const path = `/todo/due/${opened._id}/attempts`
    const long = await staff.post(path, { outcome: 'message', note: 'x'.repeat(201) })
    expect(long.statusCode).toBe(400)
  })
})
