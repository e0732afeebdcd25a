import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { allOf, changePrice } from '#drizzle/testing/seeded-database.ts'
import {
  bookingOf,
  buildTestApp,
  changeClinic,
  FIRST_SLOT,
  type Session,
  signIn,
  type TestApp,
  TUESDAY,
  WEDNESDAY,
  withoutChange,
} from '#server/testing/test-app.ts'

const ANNA = 'anna@example.com'
const BORIS = 'boris@example.com'

let api: TestApp
let anna: Session

beforeEach(async () => {
  api = await buildTestApp()
  anna = await signIn(api, ANNA)
})

function book(session: Session, changes: Record<string, unknown> = {}) {
  return session.post('/appointments', bookingOf(session, changes))
}

async function booked(session: Session, changes: Record<string, unknown> = {}) {
  const response = await book(session, changes)
  expect(response.statusCode).toBe(201)
  return response.json().booking as Appointment
}

const change = (id: string, to: object, { db } = api) =>
  db.update(appointments).set(to).where(eq(appointments.id, id)).run()

describe('POST /appointments', () => {
  test('books, with name and email of the account', async () => {
    const anna = await signIn(api, ANNA, { name: 'Anna Lind' })
    const wakesBefore = api.wakes()
    const response = await book(anna, { patientName: 'Another Name' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      success: true,
      booking: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        treatment: 'Allergy Testing',
        date: TUESDAY,
        slot: FIRST_SLOT,
        price: 110,
        paid: false,
        status: 'booked',
        patient: ANNA,
        patientName: 'Anna Lind',
        email: ANNA,
        phone: '+1 212 555 0100',
        address: '1 Main Street',
        terms: DEFAULT_TERMS,
        refundCeiling: null,
        moves: 0,
      },
    })
    expect(api.wakes()).toBe(wakesBefore + 1)
  })

  test('accepts an ISO date, an email in another case, and a request without `paid`', async () => {
    const changes = { date: '2027-03-02', email: 'ANNA@Example.com', paid: undefined }
    expect(await booked(anna, changes)).toMatchObject({ date: TUESDAY, email: ANNA })
  })

  test('books once on a double click and reports the duplicate', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => book(anna)))
    const refusals = responses.filter(({ statusCode }) => statusCode === 409)
    expect(refusals).toHaveLength(19)
    for (const refusal of refusals) {
      expect(refusal.json()).toEqual({
        success: false,
        code: 'already_booked',
        message: `You already have an appointment on ${TUESDAY} at ${FIRST_SLOT}`,
        booking: { date: TUESDAY, slot: FIRST_SLOT },
      })
    }
    expect(allOf(api.db, appointments)).toHaveLength(1)
  })

  test('suggests the nearest free slots when another patient has just taken the slot', async () => {
    await booked(await signIn(api, BORIS))
    const response = await book(await signIn(api, ANNA))
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      success: false,
      code: 'slot_taken',
      message: 'Someone else just booked this time. Please choose another one.',
      booking: { date: TUESDAY, slot: FIRST_SLOT },
      alternatives: ['09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM'],
    })
  })

  test('asks an account without a name for it first', async () => {
    const nameless = await signIn(api, 'nameless@example.com', { name: null })
    expect((await book(nameless)).json()).toEqual({
      code: 'name_missing',
      message: 'Add your name in My Profile before you book.',
    })
    expect(allOf(api.db, appointments)).toEqual([])
  })

  test('refuses an outdated price and books nothing', async () => {
    changePrice(api.db, 'Allergy Testing', { validFrom: '2027-03-02', priceCents: 125_50 })
    const response = await book(anna)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      success: false,
      code: 'price_changed',
      message: 'The price is now $125.50. Please review it and book again.',
      booking: { date: TUESDAY, slot: FIRST_SLOT },
      price: 125.5,
    })
    expect(allOf(api.db, appointments)).toEqual([])
    expect(await booked(anna, { price: 125.5 })).toMatchObject({ price: 125.5 })
  })

  test('refuses outdated refund terms with the current ones, and books nothing', async () => {
    const terms = { bands: [{ hours: 0, percent: 50 }] }
    await changeClinic(api, { refundBands: terms.bands })
    const response = await book(anna, { terms: DEFAULT_TERMS })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      success: false,
      code: 'terms_changed',
      message: 'The clinic’s refund terms have changed. Please read them and book again.',
      terms,
    })
    expect(allOf(api.db, appointments)).toEqual([])
    await booked(anna, { terms })
    // Clients that send no terms book under the current ones.
    await booked(anna, { date: WEDNESDAY })
    expect(allOf(api.db, appointments)).toMatchObject([{ terms }, { terms }])
  })

  test.each([
    ['an unknown treatment', { treatment: 'Surgery' }, 'unknown_treatment', 'treatment'],
    ['a day that cannot be booked', { date: 'Mar 6, 2027' }, 'day_not_bookable', 'date'],
    ['a slot not offered', { slot: '05:00 PM - 05:30 PM' }, 'slot_not_offered', 'slot'],
  ])('answers %s with 400 and a sentence at its field', async (_, changes, code, path) => {
    const response = await withoutChange(api, () => book(anna, changes))
    expect(response.statusCode).toBe(400)
    const { message, ...rest } = response.json()
    expect(message).toMatch(/^[A-Z].+\.$/)
    expect(rest).toEqual({ code, issues: [{ path, message }] })
  })
})

describe('GET /appointments?patient=', () => {
  const list = (patient: string) => anna.get('/appointments', { patient })

  test('lists the user’s own appointments, latest day first', async () => {
    expect((await list(ANNA)).json()).toEqual([])
    const first = await booked(anna)
    const second = await booked(anna, { date: WEDNESDAY })
    await booked(await signIn(api, BORIS), { slot: '10:00 AM - 10:30 AM' })
    const response = await list('Anna@Example.com')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual([second, first])
  })

  test('shows what is paid and what is cancelled', async () => {
    const { _id: paid } = await booked(anna)
    const { _id: cancelled } = await booked(anna, { date: WEDNESDAY })
    change(paid, { paid: true, transactionId: 'pi_1' })
    change(cancelled, { status: 'cancelled' })
    expect((await list(ANNA)).json()).toMatchObject([
      { _id: cancelled, status: 'cancelled', paid: false },
      { _id: paid, status: 'booked', paid: true, transactionId: 'pi_1' },
    ])
  })
})

describe('the limit on unpaid upcoming appointments', () => {
  const dates = ['Mar 2, 2027', 'Mar 3, 2027', 'Mar 4, 2027', 'Mar 5, 2027', 'Mar 8, 2027']

  async function bookAll(emailVerified: boolean) {
    const api = await buildTestApp({ env: { RATE_LIMIT: 'on' } })
    const anna = await signIn(api, ANNA, { emailVerified })
    const responses = []
    for (const date of dates) responses.push(await book(anna, { date }))
    return { api, anna, responses }
  }

  test.each([
    [true, 4, 'You have 4 unpaid appointments coming up. Pay for one of them, or call us'],
    [false, 2, 'You have 2 unpaid appointments coming up. Pay for one of them, or confirm your'],
  ])('for an account with a verified email (%s) is %i', async (emailVerified, limit, message) => {
    const { responses } = await bookAll(emailVerified)
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses).toEqual(dates.map((_date, index) => (index < limit ? 201 : 422)))
    expect(responses.at(-1)?.json()).toMatchObject({
      code: 'too_many_unpaid',
      message: expect.stringContaining(message),
    })
  })

  test('ignores paid and canceled appointments', async () => {
    const { api, anna, responses } = await bookAll(true)
    const [first, second] = responses.map((response) => response.json().booking?._id)
    change(first, { paid: true, transactionId: 'pi_1' }, api)
    change(second, { status: 'cancelled' }, api)
    expect((await book(anna, { date: dates.at(-1) })).statusCode).toBe(201)
    expect((await book(anna, { date: 'Mar 9, 2027' })).statusCode).toBe(201)
    expect((await book(anna, { date: 'Mar 10, 2027' })).statusCode).toBe(422)
  })

  test('does not hide that the patient has the appointment already', async () => {
    const { anna } = await bookAll(false)
    const response = await book(anna, { date: dates[0] })
    expect([response.statusCode, response.json().code]).toEqual([409, 'already_booked'])
  })
})

test('the event of an appointment is in the language of the page that downloads it', async () => {
  const { _id } = await booked(anna)
  const url = `/appointment/${_id}/calendar`
  const headers = { ...anna.headers, 'x-language': 'es' }
  const { body } = await api.app.inject({ url, headers })
  const lines = body.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('SUMMARY:Cita')
  expect(lines.find((line) => line.startsWith('URL'))).toMatch(/\/es\/dashboard\/appointment\//)
})

test('an appointment can be downloaded as an event that does not name the treatment', async () => {
  const { _id, treatment } = await booked(anna)
  const response = await anna.get(`/appointment/${_id}/calendar`)
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="appointment.ics"',
    'cache-control': 'no-store',
  })
  expect(response.body.split('\r\n')).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      `UID:${_id}`,
      'SEQUENCE:0',
      'SUMMARY:Appointment',
      'DTSTART:20270302T140000Z',
      'DTEND:20270302T143000Z',
      'STATUS:CONFIRMED',
    ]),
  )
  expect(response.body).not.toContain(treatment)
  expect(response.body).not.toContain('ATTENDEE')
})

test('GET /appointment/{id} shows one’s own', async () => {
  const booking = await booked(anna)
  const response = await anna.get(`/appointment/${booking._id}`)
  expect([response.statusCode, response.json()]).toEqual([200, booking])
})
