import { describe, expect, test } from 'vitest'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { dayAfter, formatWireDate, weekdayOf } from '#contract/dates.ts'
import type { OpeningState } from '#contract/opening/opening.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { migratedDatabase } from '#drizzle/testing/migrated-database.ts'
import { eventsOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { addChildren, blockOf } from '#server/testing/blocks.ts'
import { signInPatients } from '#server/testing/booking-race.ts'
import { askForIntent } from '#server/testing/paying.ts'
import { seriesOf } from '#server/testing/series.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  CLINIC_SETTINGS,
  changeClinic,
  closureOf,
  deskBookingOf,
  signIn,
  signInAdmin,
  signInStaff,
  withoutChange,
} from '#server/testing/test-app.ts'

// docs/requirements.md#opening

/** Texts that a clinic writes itself, so that none is a sample. */
const OWN_DETAILS = {
  fullName: 'Meadow Pediatrics',
  phone: '(503) 555-0177',
  email: 'hello@meadow.example',
  street: '1 Meadow Road',
}

/** A new site with real providers. */
async function startNew(env?: Record<string, string>) {
  const db = migratedDatabase()
  seedDatabase(db, NOW, { isReal: true })
  const api = await buildTestApp({ db, ...(env && { env }) })
  const admin = await signInAdmin(api)
  const read = async (): Promise<OpeningState> => (await admin.get('/opening')).json()
  const change = async (wanted: object) =>
    admin.call('POST', '/opening', { version: (await read()).version, ...wanted })
  /** Replaces all samples. */
  const prepare = async () => {
    await changeClinic(api, OWN_DETAILS)
    for (const { _id: id, version } of (await admin.get('/treatments')).json().treatments) {
      const times = { startMinutes: [540, 570], lengthMinutes: 30 }
      const name = `Own ${id}`
      const own = { name, active: true, minAgeMonths: null, maxAgeMonths: null, ...times }
      const saved = await admin.put(`/treatments/${id}`, { ...own, version })
      expect(saved.statusCode).toBe(200)
    }
    expect((await admin.delete('/opening/samples')).statusCode).toBe(200)
  }
  return { api, db, admin, read, change, prepare }
}

/** A site that is open. */
async function startOpen() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const pause = (reason = 'The phones are down') =>
    admin.call('POST', '/opening', { state: 'paused', reason, version: 0 })
  return { api, admin, pause }
}

test('a site with stand-ins is open, without any notice', async () => {
  const { api, admin } = await startOpen()
  expect((await admin.get('/opening')).json()).toEqual({
    state: 'open',
    from: null,
    reason: null,
    version: 0,
    samples: [],
    hasNotice: false,
    facts: [],
  })
  expect((await api.app.inject('/clinic')).json()).not.toHaveProperty('notOpen')
})

describe('a new site with real providers', () => {
  test('is being prepared: families see no times and cannot book, but the desk can', async () => {
    const { api, admin } = await startNew()
    const parent = await signIn(api, 'parent@example.com')
    const refusal = {
      code: 'not_open',
      message: 'Online booking is not open yet. To book, call (503) 555-0142.',
      opensOn: null,
    }
    await withoutChange(api, async () => {
      const booked = await parent.call('POST', '/appointments', bookingOf(parent))
      expect(booked).toMatchObject({ status: 409, body: refusal })
      const request = {
        from: 'Mar 2, 2027',
        to: 'Mar 9, 2027',
        weekdays: [1, 2, 3, 4, 5],
        part: 'any',
      }
      const joined = await parent.call('POST', '/waitlist', {
        ...{ treatment: 'Allergy Testing', phone: '(503) 555-0100', address: '1 Main Street' },
        ...request,
      })
      expect(joined).toMatchObject({ status: 409, body: refusal })
    })
    const treatments: Treatment[] = await availableOn(api, 'Mar 2, 2027')
    expect(treatments.map(({ slots }) => slots.length)).toEqual([0, 0, 0, 0, 0, 0])
    const next: NextTimes[] = (await api.app.inject('/available/next')).json()
    expect(next.map(({ days }) => days.length)).toEqual([0, 0, 0, 0, 0, 0])
    const published = await api.app.inject('/fhir/Slot-2027-03-01.ndjson')
    expect(published.body).not.toContain('"free"')
    expect((await api.app.inject('/clinic')).json().notOpen).toBe('Online booking is not open yet')

    const { _id: family } = (
      await admin.post('/families', { name: 'Ada Family', phone: '(503) 555-0142' })
    ).json()
    const atDesk = await admin.post(`/families/${family}/appointments`, deskBookingOf())
    expect(atDesk.statusCode).toBe(201)
    const toMove = await parent.get('/available/to-move', { date: 'Mar 3, 2027' })
    expect(toMove.json().some(({ slots }: Treatment) => slots.length > 0)).toBe(true)
  })

  test('opens once it has no samples', async () => {
    const { api, admin, read, change, prepare } = await startNew()
    const { samples } = await read()
    expect(samples.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 6 }, () => 'treatment'),
      ...Array.from({ length: 4 }, () => 'doctor'),
      ...Array.from({ length: 4 }, () => 'detail'),
    ])
    const refused = await withoutChange(api, () => change({ state: 'open' }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'samples', current: { samples } } })

    await prepare()
    expect(await read()).toMatchObject({ state: 'preparing', samples: [] })
    expect((await admin.get('/doctor')).json()).toEqual([])
    expect(await change({ state: 'open' })).toMatchObject({
      status: 200,
      body: { state: 'open', version: 1 },
    })
    const kinds = eventsOf(api.db, 'clinic').map(({ kind }) => kind)
    expect(kinds.at(-1)).toBe('clinic.opened')
    const next: NextTimes[] = (await api.app.inject('/available/next')).json()
    expect(next.every(({ days }) => days.length > 0)).toBe(true)
  })

  test('removes samples with one press: treatments are not offered, doctors are deleted', async () => {
    const { api, admin, read } = await startNew()
    await admin.delete('/opening/samples')
    expect((await read()).samples.map(({ name }) => name)).toEqual([
      'Name',
      'Phone',
      'Email',
      'Street',
    ])
    expect((await api.app.inject('/services')).json()).toEqual([])
    expect((await api.app.inject('/team')).json()).toEqual([])
    // A start does not restore them.
    expect(seedDatabase(api.db, NOW, { isReal: true })).toBe(false)
  })

  test('opens at midnight of a day, also if clocks skip midnight', async () => {
    // On Apr 30, 2027, clocks in Cairo go from 00:00 to 01:00.
    const { api, change, prepare } = await startNew({ CLINIC_TIMEZONE: 'Africa/Cairo' })
    await prepare()
    const opened = await change({ state: 'opens', from: '2027-04-30' })
    expect(opened).toMatchObject({ status: 200, body: { state: 'opens', from: '2027-04-30' } })
    const notOpen = async () => (await api.app.inject('/clinic')).json().notOpen
    expect(await notOpen()).toBe('Online booking opens on Fri, Apr 30')
    const inSpanish = { url: '/clinic', headers: { 'x-language': 'es' } }
    expect((await api.app.inject(inSpanish)).json().notOpen).toBe(
      'Las reservas en línea se abren el viernes 30 de abril',
    )
    const parent = await signIn(api, 'parent@example.com')
    expect(await parent.call('POST', '/appointments', bookingOf(parent))).toMatchObject({
      status: 409,
      body: { code: 'not_open', opensOn: '2027-04-30' },
    })
    const hasTimes = async () =>
      (await availableOn(api, 'May 3, 2027')).some(({ slots }: Treatment) => slots.length > 0)
    api.setTime(new Date('2027-04-29T21:59:59Z'))
    expect([await notOpen(), await hasTimes()]).toEqual([
      'Online booking opens on Fri, Apr 30',
      false,
    ])
    api.setTime(new Date('2027-04-29T22:00:00Z'))
    expect([await notOpen(), await hasTimes()]).toEqual([undefined, true])
  })

  test('proposes the next open day, and accepts no past day', async () => {
    const { db, change, prepare } = await startNew()
    await prepare()
    insertClosure(db, {
      id: 'training',
      doctorId: null,
      forFamilies: null,
      ...closureOf('2027-03-08'),
    })
    expect(await change({ state: 'opens', from: '2027-03-06' })).toMatchObject({
      status: 409,
      body: { code: 'closed_day', next: '2027-03-09' },
    })
    expect((await change({ state: 'opens', from: '2027-02-26' })).body.code).toBe('past')
    expect((await change({ state: 'paused', reason: 'Too early' })).body.code).toBe('not_possible')
  })
})

describe('pausing', () => {
  test('stops new bookings, and still allows moves, payments and cancellations', async () => {
    const { api, admin, pause } = await startOpen()
    const parent = await signIn(api, 'parent@example.com')
    const booked = await parent.call('POST', '/appointments', bookingOf(parent))
    expect(await pause()).toMatchObject({
      status: 200,
      body: { state: 'paused', reason: 'The phones are down', version: 1 },
    })
    const again = await parent.call(
      'POST',
      '/appointments',
      bookingOf(parent, { date: 'Mar 3, 2027' }),
    )
    expect(again).toMatchObject({ status: 409, body: { code: 'not_open' } })
    expect(again.body.message).toMatch(/^Online booking is paused: The phones are down\. To book,/)
    const moved = await parent.call('POST', `/appointments/${booked.body.booking._id}/move`, {
      version: 0,
      date: 'Mar 3, 2027',
      slot: '10:00 AM - 10:30 AM',
    })
    expect(moved.status).toBe(200)
    const appointmentId = booked.body.booking._id
    expect((await askForIntent({ session: parent, appointmentId })).statusCode).toBe(200)
    const canceled = await parent.call('POST', `/appointments/${appointmentId}/cancel`, {
      version: 1,
      refund: 0,
    })
    expect(canceled.status).toBe(200)

    const resumed = await admin.call('POST', '/opening', { state: 'open', version: 1 })
    expect(resumed).toMatchObject({ status: 200, body: { state: 'open', version: 2 } })
    const last = await parent.call(
      'POST',
      '/appointments',
      bookingOf(parent, { date: 'Mar 4, 2027' }),
    )
    expect(last.status).toBe(201)
  })

  test('refuses each way to book before anything else of it is judged, and publishes no free time', async () => {
    const { api, pause } = await startOpen()
    const parent = await signIn(api, 'parent@example.com')
    const children = addChildren(api, parent)
    await pause()
    const { email } = parent
    // Otherwise refused: a past day, and another price.
    const past = { date: 'Feb 26, 2027', price: 1 }
    const wait = { from: 'Feb 1, 2027', to: 'Feb 9, 2027', weekdays: [1], part: 'any' }
    const contact = { phone: '(503) 555-0100', address: '1 Main Street' }
    const requests: [url: string, body: object][] = [
      ['/appointments', bookingOf(parent, past)],
      ['/appointment-blocks', blockOf(parent, children, past)],
      ['/appointment-series', seriesOf({ email }, { days: ['2027-02-23', '2027-02-26'] })],
      ['/waitlist', { treatment: 'Allergy Testing', ...contact, ...wait }],
    ]
    await withoutChange(api, async () => {
      for (const [url, body] of requests) {
        const refused = await parent.call('POST', url, body)
        expect(refused, url).toMatchObject({
          status: 409,
          body: {
            code: 'not_open',
            message: expect.stringMatching(
              /^Online booking is paused: The phones are down\. To book,/,
            ),
            opensOn: null,
          },
        })
      }
    })
    const { body } = await api.app.inject('/fhir/Slot-2027-03-01.ndjson')
    const published = body.match(/"status":"[^"]+"/g) ?? []
    expect(published.length).toBeGreaterThan(100)
    expect(published).not.toContain('"status":"free"')
    const next: NextTimes[] = (await api.app.inject('/available/next')).json()
    expect(next.flatMap(({ days }) => days)).toEqual([])
  })

  test('answers a repeated press with the current state, and refuses an outdated one', async () => {
    const { api, admin, pause } = await startOpen()
    await pause()
    await withoutChange(api, async () => {
      expect(await pause()).toMatchObject({ status: 200, body: { state: 'paused', version: 1 } })
      expect(await pause('Another reason')).toMatchObject({
        status: 409,
        body: { code: 'stale', current: { reason: 'The phones are down' } },
      })
      const opens = { state: 'opens', from: '2027-03-09', version: 1 }
      const refused = await admin.call('POST', '/opening', opens)
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    })
  })

  test('accepts or refuses each of 100 concurrent bookings', async () => {
    const { api, admin } = await startOpen()
    const patients = signInPatients(api, 100)
    const slots = (await availableOn(api, 'Mar 2, 2027')).find(
      ({ name }: Treatment) => name === 'Allergy Testing',
    )?.slots as string[]
    const days = Array.from({ length: 20 }, (_, index) => dayAfter('2027-03-02', index)).filter(
      (date) => ![0, 6].includes(weekdayOf(date)),
    )
    const wanted = days.flatMap((date) =>
      slots.map((slot) => ({ date: formatWireDate(date), slot })),
    )
    const reason = 'Trouble'
    const race = patients.map(async (patient, index) => {
      const answer = patient.call('POST', '/appointments', bookingOf(patient, wanted[index]))
      if (index === 49) await admin.post('/opening', { state: 'paused', reason, version: 0 })
      return answer
    })
    const answers = await Promise.all(race)
    const outcomes = answers.map(({ status, body }) => (status === 201 ? 'booked' : body.code))
    expect(new Set(outcomes).difference(new Set(['booked', 'not_open']))).toEqual(new Set())
    const kinds = api.db.$client
      .prepare<[], string>(
        "SELECT kind FROM events WHERE kind IN ('appointment.booked', 'clinic.paused') ORDER BY rowid",
      )
      .pluck()
      .all()
    const booked = outcomes.filter((outcome) => outcome === 'booked').length
    expect(kinds).toEqual([...Array(booked).fill('appointment.booked'), 'clinic.paused'])
  })

  test('does not apply to staff who book for a family', async () => {
    const { api, pause } = await startOpen()
    await pause()
    const rita = await signInStaff(api, 'rita@example.com')
    const details = { name: 'Ada Family', phone: CLINIC_SETTINGS.phone }
    const { _id: family } = (await rita.post('/families', details)).json()
    const booked = await rita.post(`/families/${family}/appointments`, deskBookingOf())
    expect(booked.statusCode).toBe(201)
  })
})

test('ends a reason with a single period', async () => {
  const { api, pause } = await startOpen()
  await pause('The phones are down.')
  const { notOpen } = (await api.app.inject('/clinic')).json()
  expect(notOpen).toBe('Online booking is paused: The phones are down')
})
