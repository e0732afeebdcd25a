import { describe, expect, test } from 'vitest'
import type {
  AdminTreatment,
  TreatmentAdministration,
} from '#contract/treatments/treatment-admin.ts'
import { appointments, doctors } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  contentsOf,
  signIn,
  signInAdmin,
  TREATMENT,
  TUESDAY,
  WEDNESDAY,
  withoutChange,
} from '#server/testing/test-app.ts'

const ALLERGY = 'Allergy Testing'

async function start() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const { uid, call } = admin
  const read = async (): Promise<TreatmentAdministration> => (await admin.get('/treatments')).json()
  const find = async (name: string) => {
    const found = (await read()).treatments.find((treatment) => treatment.name === name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  /** A valid body of `PUT /treatments/{id}`, with changes. */
  const change = (treatment: AdminTreatment, changes: object = {}) => {
    const { _id, prices: _, doctors: __, ...fields } = treatment
    return call('PUT', `/treatments/${_id}`, { ...fields, ...changes })
  }
  const plan = ({ _id, version }: AdminTreatment, price: number, validFrom: string) =>
    call('POST', `/treatments/${_id}/prices`, { price, validFrom, version })
  const offered = async (name: string, date = TUESDAY) =>
    (await availableOn(api, date)).find((treatment) => treatment.name === name)
  const book = async (changes: object = {}) => {
    const anna = await signIn(api, 'anna@example.com')
    return anna.post('/appointments', bookingOf(anna, { ...changes }))
  }
  return { api, uid, call, read, find, change, plan, offered, book }
}

test('GET /treatments lists every treatment with its times and prices', async () => {
  const { read, find } = await start()
  expect(await find(ALLERGY)).toMatchObject({
    active: true,
    lengthMinutes: 30,
    minAgeMonths: null,
    version: 0,
    prices: [{ validFrom: '2000-01-01', price: 110 }],
  })
  const { today, week, treatments } = await read()
  expect([today, week[1], treatments.length]).toEqual(['2027-03-01', [{ from: 540, to: 1020 }], 6])
})

test('GET /treatments/{id}/coming counts upcoming appointments by their time', async () => {
  const { find, book, call } = await start()
  await book()
  const { _id } = await find(ALLERGY)
  const { body } = await call('GET', `/treatments/${_id}/coming`)
  expect(body).toEqual([
    { date: '2027-03-02', startMinute: 540, lengthMinutes: 30, ageMonths: null, count: 1 },
  ])
})

describe('POST /treatments', () => {
  test('adds a treatment that can be booked at once, after all others', async () => {
    const { api, uid, call, read, offered } = await start()
    const { status, body } = await call('POST', '/treatments', { ...TREATMENT, price: 64.5 })
    expect(status).toBe(201)
    expect((await read()).treatments.at(-1)).toMatchObject({ _id: body.insertedId, ...TREATMENT })
    expect(await offered(TREATMENT.name)).toMatchObject({
      price: 64.5,
      slots: ['09:00 AM - 09:45 AM', '10:00 AM - 10:45 AM'],
    })
    expect(eventsOf(api.db, body.insertedId)).toMatchObject([
      { kind: 'treatment.added', actor: uid },
    ])
  })

  test('refuses each wrong value at its field, and changes nothing', async () => {
    const { api, call } = await start()
    const before = contentsOf(api.db)
    for (const [changes, path, message] of [
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ name: 'allergy testing' }, 'name', 'Another treatment has this name'],
      [{ lengthMinutes: 3 }, 'lengthMinutes', 'Enter a length from 5 minutes to 8 hours'],
      [{ startMinutes: [540, 540] }, 'startMinutes', 'Enter each time once'],
      [{ startMinutes: [1400] }, 'startMinutes', 'Every time has to end before midnight'],
      [{ minAgeMonths: 24 }, 'maxAgeMonths', 'The upper age has to be above the lower one'],
      [{ price: 0.49 }, 'price', 'Enter a price of at least $0.50'],
      [{ price: 9.999 }, 'price', 'Enter whole cents'],
    ] as const) {
      const wanted = { ...TREATMENT, price: 50, ...changes }
      const { status, body } = await call('POST', '/treatments', wanted)
      expect([status, body.issues]).toEqual([400, [{ path, message }]])
    }
    expect(contentsOf(api.db)).toEqual(before)
  })
})

describe('PUT /treatments/{id}', () => {
  test('changes what patients can book, and no appointments', async () => {
    const { api, uid, find, change, offered, book } = await start()
    await book()
    const before = allOf(api.db, appointments)
    const treatment = await find(ALLERGY)
    const changes = { name: 'Allergies', startMinutes: [600, 540], lengthMinutes: 60 }
    const { status, body } = await change(treatment, changes)
    expect([status, body.version]).toEqual([200, 1])
    expect((await offered('Allergies', WEDNESDAY))?.slots).toEqual([
      '09:00 AM - 10:00 AM',
      '10:00 AM - 11:00 AM',
    ])
    expect(allOf(api.db, appointments)).toEqual(before)
    const specialties = allOf(api.db, doctors).map(({ specialty }) => specialty)
    expect(specialties).toContain('Allergies')
    expect(eventsOf(api.db, treatment._id)).toMatchObject([
      { kind: 'treatment.changed', actor: uid, data: { fields: ['name', 'times'] } },
    ])

    await change(await find('Allergies'), { active: false })
    expect(await offered('Allergies')).toBeUndefined()
  })

  test('writes nothing when nothing differs', async () => {
    const { api, find, change } = await start()
    const treatment = await find(ALLERGY)
    const saved = await withoutChange(api, () => change(treatment))
    expect(saved.status).toBe(200)
  })

  test('refuses the second of two admins, a taken name and an unknown treatment', async () => {
    const { api, find, change, call } = await start()
    const treatment = await find(ALLERGY)
    await change(treatment, { lengthMinutes: 60 })
    const before = contentsOf(api.db)
    const late = await change(treatment, { name: 'Allergies' })
    expect([late.status, late.body.code, late.body.current]).toEqual([
      409,
      'stale',
      await find(ALLERGY),
    ])
    const taken = await change(await find(ALLERGY), { name: 'Weight loss' })
    expect(taken.body.issues).toEqual([
      { path: 'name', message: 'Another treatment has this name' },
    ])
    const id = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
    expect((await call('PUT', `/treatments/${id}`, { ...TREATMENT, version: 0 })).status).toBe(404)
    expect(contentsOf(api.db)).toEqual(before)
  })
})

test('PUT /treatments/order changes the order that patients see', async () => {
  const { api, call, read } = await start()
  const seen = (await read()).treatments.map(({ _id }) => _id)
  const [first = '', second = '', ...rest] = seen
  const order = [second, first, ...rest]
  expect((await call('PUT', '/treatments/order', { seen, order })).status).toBe(200)
  const services = (await api.app.inject('/services')).json()
  expect(services.map(({ _id }: { _id: string }) => _id)).toEqual(order)
  expect(eventsOf(api.db, first)).toMatchObject([{ data: { fields: ['order'] } }])

  const before = contentsOf(api.db)
  const late = await call('PUT', '/treatments/order', { seen, order: seen.toReversed() })
  expect([late.status, late.body]).toEqual([
    409,
    { code: 'stale', message: expect.any(String), current: order },
  ])
  for (const wrong of [rest, [...order, first], [first, first, ...rest]]) {
    const { status } = await call('PUT', '/treatments/order', { seen: order, order: wrong })
    expect(status).toBe(400)
  }
  expect(contentsOf(api.db)).toEqual(before)
})

describe('prices', () => {
  test('apply from their day on; an appointment keeps its own', async () => {
    const { api, uid, find, plan, offered, book } = await start()
    await book({ date: '2027-03-04' })
    const treatment = await find(ALLERGY)
    const { status, body } = await plan(treatment, 125.5, 'Mar 3, 2027')
    expect([status, body.prices, body.version]).toEqual([
      201,
      [
        { validFrom: '2000-01-01', price: 110 },
        { validFrom: '2027-03-03', price: 125.5 },
      ],
      1,
    ])
    expect((await offered(ALLERGY, '2027-03-02'))?.price).toBe(110)
    expect((await offered(ALLERGY, '2027-03-03'))?.price).toBe(125.5)
    const [booked] = allOf(api.db, appointments)
    expect(booked?.priceCents).toBe(110_00)
    expect(eventsOf(api.db, treatment._id)).toMatchObject([
      {
        kind: 'price.planned',
        actor: uid,
        data: { validFrom: '2027-03-03', priceCents: 125_50 },
      },
    ])
  })

  test('can be withdrawn before their day, and planned again', async () => {
    const { api, call, find, plan } = await start()
    const treatment = await find(ALLERGY)
    await plan(treatment, 125, '2027-03-03')
    const url = `/treatments/${treatment._id}/prices/2027-03-03`
    expect((await call('DELETE', `${url}?version=0`)).body.code).toBe('stale')
    const { status, body } = await call('DELETE', `${url}?version=1`)
    expect([status, body.prices]).toEqual([200, treatment.prices])
    expect(eventsOf(api.db, treatment._id).at(-1)).toMatchObject({ kind: 'price.withdrawn' })
    expect((await plan(await find(ALLERGY), 125, '2027-03-03')).status).toBe(201)
    expect((await call('DELETE', `${url.replace('03-03', '03-04')}?version=3`)).status).toBe(404)

    api.setTime(new Date('2027-03-04T17:00:00Z'))
    const late = await call('DELETE', `${url}?version=3`)
    expect([late.status, late.body.code]).toEqual([409, 'in_effect'])
  })

  test('of today can be corrected until an appointment is booked at them', async () => {
    const { call, find, plan, book } = await start()
    const treatment = await find(ALLERGY)
    await book({ date: '2027-03-04' })
    await plan(treatment, 1250, '2027-03-01')
    const url = `/treatments/${treatment._id}/prices/2027-03-01`
    expect((await call('DELETE', `${url}?version=1`)).body.prices).toEqual(treatment.prices)
    await plan(await find(ALLERGY), 125, '2027-03-01')
    await book({ date: '2027-03-05', price: 125 })
    const late = await call('DELETE', `${url}?version=3`)
    expect([late.status, late.body.code]).toEqual([409, 'booked_at'])
    const first = `/treatments/${treatment._id}/prices/2000-01-01?version=3`
    expect((await call('DELETE', first)).body.code).toBe('in_effect')
  })

  test('are refused in the past, twice from one day, below 50 cents, and after another admin’s change', async () => {
    const { api, find, plan } = await start()
    const treatment = await find(ALLERGY)
    await plan(treatment, 125, '2027-03-03')
    const before = contentsOf(api.db)
    const current = await find(ALLERGY)
    const messages = [
      await plan(current, 125, '2027-02-28'),
      await plan(current, 130, '2027-03-03'),
      await plan(current, 0.49, '2027-03-05'),
    ].map(({ status, body }) => [status, body.issues[0].message])
    expect(messages).toEqual([
      [400, 'Choose today or a later day'],
      [400, 'A price already starts on Mar 3, 2027. Withdraw it first, or choose another date.'],
      [400, 'Enter a price of at least $0.50'],
    ])
    const late = await plan(treatment, 130, '2027-03-04')
    expect([late.status, late.body.current]).toEqual([409, current])
    expect(contentsOf(api.db)).toEqual(before)
  })
})
