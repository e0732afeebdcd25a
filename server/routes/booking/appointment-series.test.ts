import { beforeEach, describe, expect, it } from 'vitest'
import { formatWireDate } from '#contract/dates.ts'
import { DEFAULT_TERMS, termsChanged } from '#contract/payments/refund-bands.ts'
import { seriesDates, seriesRefusal, seriesSuccess } from '#contract/series/series.ts'
import { chooseSeriesDoctors } from '#contract/series/series-doctors.ts'
import { createRandom } from '#domain/testing/random.ts'
import { findBookingErrors } from '#drizzle/checks/bookings.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { appointments, treatments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, changePrice, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { book } from '#server/testing/paying.ts'
import { getSeries, seriesOf, WEEKLY_DAYS, WEEKLY_SERIES } from '#server/testing/series.ts'
import {
  buildTestApp,
  changeClinic,
  FIRST_SLOT,
  type Session,
  signIn,
  signInStaff,
  type TestApp,
  TUESDAY,
  withoutChange,
} from '#server/testing/test-app.ts'

let test: TestApp
let anna: Session
let boris: Session
let mia: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com')
  boris = await signIn(test, 'boris@example.com')
  mia = addChildren(test, anna, ['Mia'])[0] ?? ''
})

const SECOND_SLOT = '09:30 AM - 10:00 AM'
const [, SECOND_WEEK = '', THIRD_WEEK = ''] = WEEKLY_DAYS

async function list(query: object = {}) {
  return seriesDates.parse((await getSeries(anna, query)).json())
}

const bookSeries = (payload: object) => anna.post('/appointment-series', payload)

const rows = () => test.db.select().from(appointments).all()

describe('GET /appointment-series', () => {
  it('lists a date for each week at the same time, with its doctor and price', async () => {
    changePrice(test.db, 'Allergy Testing', { validFrom: SECOND_WEEK, priceCents: 120_00 })
    const doctors = [{ _id: addTreatingDoctor(test.db, 'Ada', 'Allergy Testing'), name: 'Ada' }]
    expect(await list({ count: 3 })).toEqual(
      WEEKLY_DAYS.slice(0, 3).map((day, index) => {
        const date = formatWireDate(day)
        const price = index === 0 ? 110 : 120
        return { date, times: [{ date, slot: FIRST_SLOT, doctors, price }] }
      }),
    )
  })

  it('offers the nearest times of the day only if the time is taken', async () => {
    await book(test, boris, { date: SECOND_WEEK, slot: FIRST_SLOT })
    const [first, second, third] = await list({ count: 3 })
    expect([first?.obstacle, third?.obstacle]).toEqual([undefined, undefined])
    expect(second?.obstacle).toBe('taken')
    expect(second?.times.map(({ slot }) => slot)).toEqual([
      SECOND_SLOT,
      '10:00 AM - 10:30 AM',
      '10:30 AM - 11:00 AM',
    ])
  })

  it('offers times of a later day if the clinic is closed, and none on another date of the series', async () => {
    // Thursday, Friday, Saturday, Sunday, Monday, Tuesday
    const dates = await list({ date: 'Mar 4, 2027', count: 6, every: 1, unit: 'days' })
    expect(dates.map(({ obstacle }) => obstacle)).toEqual([
      undefined,
      undefined,
      'closed',
      'closed',
      undefined,
      undefined,
    ])
    expect(dates[2]?.times[0]).toMatchObject({ date: 'Mar 10, 2027', slot: FIRST_SLOT })
  })

  it('names existing appointments of the patient, and excludes their days', async () => {
    await book(test, anna, { child: mia, date: SECOND_WEEK, slot: '03:00 PM - 03:30 PM' })
    const [, forChild] = await list({ child: mia })
    expect(forChild?.obstacle).toBe('own')
    expect(forChild?.times[0]?.date).not.toBe(formatWireDate(SECOND_WEEK))
    const [, forParent] = await list()
    expect(forParent?.obstacle).toBeUndefined()
  })

  it('keeps the chosen doctor', async () => {
    const ada = addTreatingDoctor(test.db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
    await book(test, boris, { date: SECOND_WEEK, doctor: ada })
    const [, withAda] = await list({ doctor: ada })
    const [, withAny] = await list()
    expect([withAda?.obstacle, withAny?.obstacle]).toEqual(['taken', undefined])
  })

  it('rejects invalid series', async () => {
    for (const [what, status, code, query] of [
      ['a date after the last day', 400, 'beyond_horizon', { count: 12, every: 30, unit: 'days' }],
      ['more than a series has', 400, 'series_too_long', { count: 13 }],
      ['one appointment', 400, 'invalid_input', { count: 1 }],
      ['an unknown unit', 400, 'invalid_input', { unit: 'months' }],
      ['a time that is not offered', 400, 'slot_not_offered', { slot: '09:10 AM - 09:40 AM' }],
      ['a Saturday', 400, 'day_not_bookable', { date: 'Mar 6, 2027' }],
      ['an unknown treatment', 400, 'unknown_treatment', { treatment: 'Surgery' }],
      ['an unknown doctor', 400, 'unknown_doctor', { doctor: crypto.randomUUID() }],
      ['an unknown child', 404, 'not_found', { child: crypto.randomUUID() }],
    ] as const) {
      const response = await getSeries(anna, query)
      expect([response.statusCode, response.json().code], what).toEqual([status, code])
    }
  })

  it('says how many of the dates can be booked, and until when', async () => {
    const response = await getSeries(anna, { count: 8, every: 2, unit: 'weeks' })
    expect(response.json().message).toBe(
      'Only 7 of these 8 dates can be booked now: the last day is Sun, May 30, 2027. Choose fewer appointments, or a shorter time between them.',
    )
  })

  it('refuses a series during which the child grows too old for the treatment', async () => {
    test.db.update(treatments).set({ maxAgeMonths: 94 }).run()
    expect((await getSeries(anna, { child: mia, count: 2 })).statusCode).toBe(200)
    const response = await getSeries(anna, { child: mia, count: 8 })
    expect([response.statusCode, response.json().code]).toEqual([422, 'age_limit'])
  })

  it('accepts as many dates as an admin has set', async () => {
    await changeClinic(test, { mostInSeries: 3 })
    const response = await getSeries(anna, { count: 4 })
    expect(response.json()).toMatchObject({
      code: 'series_too_long',
      message: 'A series has at most 3 appointments.',
    })
  })
})

describe('POST /appointment-series', () => {
  it('books each date with its event, its price and its position in the series', async () => {
    changePrice(test.db, 'Allergy Testing', { validFrom: SECOND_WEEK, priceCents: 120_00 })
    const wanted = seriesOf(anna, { child: mia, prices: [110, 120, 120] })
    const response = await bookSeries({
      ...wanted,
      times: wanted.times.toReversed(),
      source: 'poster.spring',
    })
    expect(response.statusCode).toBe(201)
    const { bookings } = seriesSuccess.parse(response.json())
    expect(bookings.map(({ date, price, series }) => ({ date, price, series }))).toEqual(
      WEEKLY_DAYS.slice(0, 3).map((day, index) => ({
        date: formatWireDate(day),
        price: index === 0 ? 110 : 120,
        series: { number: index + 1, size: 3 },
      })),
    )
    for (const [index, { _id }] of bookings.entries()) {
      expect(eventsOf(test.db, _id)).toMatchObject([
        {
          kind: 'appointment.booked',
          actor: anna.uid,
          data: { source: 'poster.spring', series: { number: index + 1, size: 3 } },
        },
      ])
    }
    expect(new Set(rows().map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(findBookingErrors(test.db)).toEqual([])
  })

  it('has the doctor who is free on most dates, and another one only when that doctor is busy', async () => {
    const doctors = ['Ada', 'Benno', 'Clara'].map((name) => ({
      _id: addTreatingDoctor(test.db, name, 'Allergy Testing'),
      name,
    }))
    const days = WEEKLY_DAYS.slice(0, 5)
    const random = createRandom(7)
    for (const [index, date] of days.entries()) {
      // On no date all of them.
      for (const [place, { _id: doctor }] of doctors.entries()) {
        if (place === index % 3 || random.chance(50)) continue
        const session = await signIn(test, `busy${index}${place}@example.com`)
        await book(test, session, { date, doctor })
      }
    }
    const proposed = await list({ count: 5 })
    const free = proposed.map(({ times: [time] }) => time?.doctors.map(({ _id }) => _id) ?? [])
    const expected = chooseSeriesDoctors(free)
    const response = await bookSeries(seriesOf(anna, { days }))
    const { bookings } = seriesSuccess.parse(response.json())
    const booked = bookings.map(({ doctor }) => doctors.find(({ name }) => name === doctor)?._id)
    expect(booked).toEqual(expected)
    const freeOn = (doctor = '') => free.filter((ids) => ids.includes(doctor)).length
    const most = Math.max(...doctors.map(({ _id }) => freeOn(_id)))
    const usual = doctors.find(({ _id }) => freeOn(_id) === most && booked.includes(_id))?._id
    expect(booked.filter((doctor) => doctor === usual)).toHaveLength(most)
  })

  it('is confirmed by one email with an invitation for each date', async () => {
    const response = await bookSeries(seriesOf(anna))
    const { bookings } = seriesSuccess.parse(response.json())
    const [first, ...others] = bookings.map(({ _id }) => _id)
    for (const { _id } of bookings) {
      const kinds = listNotifications(test.db, { appointmentId: _id, limit: 50 }).map(
        ({ notification: { kind, data } }) => ({ kind, data }),
      )
      expect(kinds).toContainEqual({ kind: 'booked', data: { others } })
      expect(kinds.filter(({ kind }) => kind === 'calendar_event')).toHaveLength(1)
    }
    expect(first).toBeDefined()
  })

  it('books nothing if one of the times was taken, and names its date', async () => {
    await book(test, boris, { date: THIRD_WEEK })
    const response = await withoutChange(test, () => bookSeries(seriesOf(anna)))
    expect(response.statusCode).toBe(409)
    expect(seriesRefusal.parse(response.json())).toEqual({
      success: false,
      code: 'slot_taken',
      message: 'Someone else just booked 9:00 AM on Tue, Mar 16, 2027. Nothing was booked.',
    })
  })

  it('answers a repeated request with its first appointment, and changes nothing', async () => {
    await bookSeries(seriesOf(anna))
    const response = await withoutChange(test, () => bookSeries(seriesOf(anna)))
    expect([response.statusCode, response.json()]).toEqual([
      409,
      {
        success: false,
        code: 'already_booked',
        message: `You already have an appointment on ${TUESDAY} at ${FIRST_SLOT}`,
      },
    ])
  })

  it('is booked once if 20 tabs send it, and completely or not at all if single bookings compete', async () => {
    const tabs = Array.from({ length: 20 }, () => bookSeries(seriesOf(anna)))
    const rival = book(test, boris, { date: THIRD_WEEK })
    const statuses = (await Promise.all(tabs)).map(({ statusCode }) => statusCode)
    await rival
    const ofAnna = rows().filter(({ patientUid }) => patientUid === anna.uid)
    const wins = statuses.filter((status) => status === 201).length
    expect(statuses.every((status) => [201, 409].includes(status))).toBe(true)
    expect(ofAnna).toHaveLength(3 * wins)
    expect(wins).toBeLessThanOrEqual(1)
    expect(rows().filter(({ date }) => date === THIRD_WEEK)).toHaveLength(1)
    expect(findBookingErrors(test.db)).toEqual([])
  })

  it('refuses an outdated price with the one of its day', async () => {
    changePrice(test.db, 'Allergy Testing', { validFrom: THIRD_WEEK, priceCents: 120_00 })
    const response = await bookSeries(seriesOf(anna))
    expect(seriesRefusal.parse(response.json())).toMatchObject({
      code: 'price_changed',
      message: 'The price on Tue, Mar 16, 2027 is now $120. Please review it and book again.',
    })
    expect(rows()).toEqual([])
  })

  it('refuses outdated refund terms with the current ones', async () => {
    await changeClinic(test, { refundBands: [{ hours: 0, percent: 50 }] })
    const refused = await bookSeries({
      ...seriesOf(anna),
      terms: DEFAULT_TERMS,
    })
    const { terms, code } = termsChanged.parse(refused.json())
    expect([refused.statusCode, code, rows()]).toEqual([409, 'terms_changed', []])
    expect((await bookSeries({ ...seriesOf(anna), terms })).statusCode).toBe(201)
  })

  it.each<[string, number, string, () => object]>([
    ['a day twice', 400, 'invalid_input', () => seriesOf(anna, { days: [TUESDAY, TUESDAY] })],
    ['one appointment', 400, 'invalid_input', () => seriesOf(anna, { days: [TUESDAY] })],
    [
      'a day after the last one',
      400,
      'day_not_bookable',
      () => seriesOf(anna, { days: [TUESDAY, '2027-08-03'] }),
    ],
    [
      'another’s child',
      404,
      'not_found',
      () => seriesOf(anna, { child: addChildren(test, boris, ['Ida'])[0] }),
    ],
  ])('refuses %s with %i %s', async (_, status, code, wanted) => {
    const payload = wanted()
    const response = await withoutChange(test, () => bookSeries(payload))
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  it('is changed one by one: the other dates keep their times, money and position', async () => {
    const { bookings } = seriesSuccess.parse((await bookSeries(seriesOf(anna))).json())
    const [, second] = bookings
    const cancelled = await anna.post(`/appointments/${second?._id}/cancel`, {
      version: 0,
      reason: 'other',
      refund: 0,
    })
    expect(cancelled.statusCode).toBe(200)
    expect(
      rows().map(({ status, seriesNumber, version }) => [status, seriesNumber, version]),
    ).toEqual([
      ['booked', 1, 0],
      ['cancelled', 2, 1],
      ['booked', 3, 0],
    ])
    expect(findBookingErrors(test.db)).toEqual([])
  })
})

describe('the limit of unpaid appointments', () => {
  it.each(['account', 'child'] as const)('counts each date for the %s', async (whose) => {
    const env = { RATE_LIMIT: 'on', UNPAID_APPOINTMENTS: '3' }
    const limited = await buildTestApp({ env })
    const session = await signIn(limited, 'anna@example.com')
    const [child] = addChildren(limited, session, ['Mia'])
    await book(limited, session, { date: 'Mar 3, 2027', child })
    const of = whose === 'child' ? { child } : {}
    const asked = await getSeries(session, { ...of, count: 3 })
    const sent = await session.post('/appointment-series', seriesOf(session, of))
    for (const response of [asked, sent]) {
      expect([response.statusCode, response.json().code]).toEqual([422, 'too_many_unpaid'])
      expect(response.json().message).toMatch(/can have 3 unpaid appointments at a time/)
    }
    expect((await getSeries(session, { ...of, count: 2 })).statusCode).toBe(200)
    const days = WEEKLY_DAYS.slice(0, 2)
    expect(
      (await session.post('/appointment-series', seriesOf(session, { ...of, days }))).statusCode,
    ).toBe(201)
  })
})

describe('for a family, by staff', () => {
  async function family() {
    const staff = await signInStaff(test)
    const added = await staff.post('/families', { name: 'Olga Often', phone: '503 555 0100' })
    return { staff, id: String(added.json()._id) }
  }

  it('books more than a family could, and names the staff in each event', async () => {
    const limited = { unpaidAppointments: 2, mostInSeries: 8 }
    await changeClinic(test, limited)
    const { staff, id } = await family()
    const url = `/families/${id}/appointment-series`
    const proposed = await staff.get(url, { ...WEEKLY_SERIES, count: '8' })
    expect(seriesDates.parse(proposed.json())).toHaveLength(8)
    const { email: _, ...payload } = seriesOf(anna, { days: WEEKLY_DAYS })
    const booked = await staff.post(url, payload)
    expect(booked.statusCode).toBe(201)
    const { bookings } = seriesSuccess.parse(booked.json())
    expect(bookings).toHaveLength(8)
    for (const { _id } of bookings) {
      expect(eventsOf(test.db, _id)).toMatchObject([
        { actor: staff.uid, data: { by: 'staff', family: id } },
      ])
    }
    const page = await staff.get(`/families/${id}`)
    expect(page.json().appointments[0].series).toEqual({ number: 8, size: 8 })
  })

  it('does not find another family', async () => {
    const staff = await signInStaff(test)
    const url = '/families/unknown/appointment-series'
    const { email: _, ...payload } = seriesOf(anna)
    const asked = await staff.get(url, WEEKLY_SERIES)
    const sent = await staff.post(url, payload)
    expect([asked.statusCode, sent.statusCode]).toEqual([404, 404])
  })
})
