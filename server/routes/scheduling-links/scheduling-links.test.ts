import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, toIsoDate, weekdayOf } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { readNamespace } from '#drizzle/queries/schedule/clinic-settings.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { clinicSettings, doctors, events, treatments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf, closeDays } from '#drizzle/testing/seeded-database.ts'
import { signInPatients } from '#server/testing/booking-race.ts'
import { book } from '#server/testing/paying.ts'
import {
  availableOn,
  bookingOf,
  buildTestApp,
  closureOf,
  DOCTOR_DETAILS,
  repeat,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'

// The numbered statements of the guide: docs/smart-scheduling-links.md.

interface Resource {
  resourceType: string
  id: string
  [element: string]: unknown
}
interface PublishedSlot extends Resource {
  schedule: { reference: string }
  status: string
  start: string
  end: string
  extension?: { url: string; valueUrl?: string; valueString?: string }[]
}
interface Output {
  type: string
  url: string
  extension: { state: string[] }
}

/** More with `PUBLISHED_BOOKINGS=1000`. */
const BOOKINGS = Number(process.env.PUBLISHED_BOOKINGS ?? 20)

const STATUSES = ['free', 'busy', 'busy-tentative', 'busy-unavailable']

const MANIFEST = '/fhir/$bulk-publish'

/** FHIR R4's definitions of the published resources and their types. */
const STRUCTURES = join(import.meta.dirname, '../../../tests/fixtures/fhir-r4-structures.json')

beforeAll(() => {
  indexStructureDefinitionBundle(JSON.parse(readFileSync(STRUCTURES, 'utf8')))
})

const pathOf = (url: string) => new URL(url).pathname

async function manifestOf({ app }: TestApp) {
  const response = await app.inject(MANIFEST)
  expect(response.statusCode).toBe(200)
  return response.json<{
    transactionTime: string
    request: string
    output: Output[]
    error: unknown[]
  }>()
}

/** Reads everything that is published. */
async function publishedBy(api: TestApp): Promise<Resource[]> {
  const { output } = await manifestOf(api)
  const files = await Promise.all(
    output.map(async ({ type, url }) => {
      const { statusCode, body } = await api.app.inject(pathOf(url))
      expect(statusCode).toBe(200)
      const resources = body.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
      expect(resources.every(({ resourceType }) => resourceType === type)).toBe(true)
      return resources as Resource[]
    }),
  )
  return files.flat()
}

const slotsIn = (resources: readonly Resource[]) =>
  resources.filter(({ resourceType }) => resourceType === 'Slot') as PublishedSlot[]

const spacesOf = (free: readonly Treatment[]) =>
  free.reduce((sum, one) => sum + (one.spaces ?? one.slots.length), 0)

/** A clinic with doctors, a closed day, ages and an NPI. */
async function buildClinic() {
  const api = await buildTestApp()
  const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing', 'Weight Loss')
  addTreatingDoctor(api.db, 'Benno', 'Allergy Testing')
  api.db.update(doctors).set({ npi: '1234567893' }).where(sql`id = ${ada}`).run()
  closeDays(api.db, '2027-03-10', '2027-03-10')
  return api
}

/** Closes the clinic on 2027-03-04 from 9 to 10. */
function closeForTraining(api: TestApp) {
  insertClosure(api.db, {
    id: '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3',
    doctorId: null,
    ...closureOf('2027-03-04'),
    fromMinute: 9 * 60,
    toMinute: 10 * 60,
  })
}

/** The same with booked times, times held for a waiting family, and times within a closure. */
async function buildBusyClinic() {
  const api = await buildClinic()
  closeForTraining(api)
  const [anna, bea] = [await signIn(api, 'anna@example.com'), await signIn(api, 'bea@example.com')]
  const time = { treatment: 'Weight Loss', price: 80, date: 'Mar 5, 2027' }
  await book(api, anna, { ...time, treatment: 'Parenatal/Newborn', price: 95 })
  const cancelled = await book(api, anna, { ...time, slot: '10:00 AM - 10:30 AM' })
  const request = { treatment: time.treatment, from: time.date, to: time.date, phone: '555 0100' }
  expect((await bea.post('/waitlist', request)).statusCode).toBe(201)
  const cancellation = { version: 0, refund: 0 }
  const { statusCode } = await anna.post(`/appointments/${cancelled}/cancel`, cancellation)
  expect(statusCode).toBe(200)
  return api
}

test('the manifest names all files with their type and state, and is the same for each Accept (sched-2, sched-4, sched-8)', async () => {
  const api = await buildClinic()
  const { transactionTime, request, output, error } = await manifestOf(api)
  expect(transactionTime).toBe(api.now().toISOString())
  expect(request).toBe(`${api.env.siteUrl}${MANIFEST}`)
  expect(error).toEqual([])
  expect([...new Set(output.map(({ type }) => type))]).toEqual([
    'Location',
    'HealthcareService',
    'Practitioner',
    'PractitionerRole',
    'Schedule',
    'Slot',
  ])
  for (const { extension } of output) expect(extension.state).toEqual(['OR'])
  for (const headers of [{}, { accept: 'application/json' }]) {
    const response = await api.app.inject({ url: MANIFEST, headers })
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.json().output).toEqual(output)
  }
  // sched-8: `_since` may be ignored.
  const since = { url: MANIFEST, query: { _since: transactionTime } }
  expect((await api.app.inject(since)).json().output).toEqual(output)
})

describe('every file', () => {
  test('needs no key, may be kept for a minute, and is sent again only when it has changed (sched-3, sched-5, sched-7, sched-9)', async () => {
    const api = await buildClinic()
    const { output } = await manifestOf(api)
    for (const url of [MANIFEST, ...output.map(({ url }) => pathOf(url))]) {
      const { headers, body } = await api.app.inject(url)
      expect(headers['cache-control']).toBe('max-age=60')
      if (url !== MANIFEST) expect(headers['content-type']).toBe('application/fhir+ndjson')
      const again = { url, headers: { 'if-none-match': String(headers.etag) } }
      expect(await api.app.inject(again)).toMatchObject({ statusCode: 304, body: '' })
      const asked = { url, headers: { accept: 'application/fhir+ndjson' } }
      expect((await api.app.inject(asked)).body).toBe(body)
    }
  })

  test('is the same compressed and uncompressed, also once a time is taken', async () => {
    const api = await buildClinic()
    const patient = await signIn(api, 'patient@example.com')
    const { output } = await manifestOf(api)
    const url = pathOf(String(output.find(({ type }) => type === 'Slot')?.url))
    const readAll = async () => {
      const { body } = await api.app.inject(url)
      for (const accepted of ['gzip', 'br, gzip']) {
        const asked = { url, headers: { 'accept-encoding': accepted } }
        const { headers, rawPayload } = await api.app.inject(asked)
        expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
        expect(String(gunzipSync(rawPayload))).toBe(body)
      }
      const { headers, body: plain } = await api.app.inject({
        url,
        headers: { 'accept-encoding': 'br' },
      })
      expect(headers).not.toHaveProperty('content-encoding')
      expect(plain).toBe(body)
      return body
    }
    const before = await readAll()
    await book(api, patient)
    expect(await readAll()).not.toBe(before)
  })

  test('is not found under another name', async () => {
    const { app } = await buildClinic()
    for (const name of [
      'Slot.ndjson',
      'Slot-2027-03-02.ndjson',
      'Slot-2030-01-07.ndjson',
      'valueOf',
    ]) {
      expect((await app.inject(`/fhir/${name}`)).statusCode).toBe(404)
    }
  })

  test('has valid FHIR R4 on each line, with unique ids and valid references', async () => {
    const resources = await publishedBy(await buildBusyClinic())
    const keys = resources.map(({ resourceType, id }) => `${resourceType}/${id}`)
    expect(new Set(keys).size).toBe(keys.length)
    const known = new Set(keys)
    const references = [...JSON.stringify(resources).matchAll(/"reference":"([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(1_000)
    for (const [, reference = ''] of references) expect(known).toContain(reference)
    // The same checks run for all slots, so a few of each status suffice.
    const slots = slotsIn(resources)
    const some = STATUSES.flatMap((status) =>
      slots.filter((slot) => slot.status === status).slice(0, 20),
    )
    expect(new Set(some.map(({ status }) => status))).toEqual(new Set(STATUSES))
    for (const resource of [...resources.filter((one) => !slots.includes(one as never)), ...some]) {
      expect(resource.id).toMatch(/^[A-Za-z0-9.-]{1,64}$/)
      expect(() => validateResource(resource as never)).not.toThrow()
    }
  })
})

describe('the resources', () => {
  test('are the clinic, its treatments and doctors, without their emails', async () => {
    const api = await buildClinic()
    const resources = await publishedBy(api)
    const of = (type: string) => resources.filter(({ resourceType }) => resourceType === type)
    expect(of('Location')).toMatchObject([
      { status: 'active', address: { state: 'OR' }, telecom: [{ value: '+15035550142' }, {}] },
    ])
    expect(of('HealthcareService')).toHaveLength(6)
    expect(of('Practitioner').slice(-2)).toMatchObject([
      { identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }] },
      { identifier: [{ system: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/) }] },
    ])
    // Two for Allergy Testing, one for Weight Loss with Ada, four without doctors.
    expect(of('Schedule')).toHaveLength(7)
    for (const { email } of allOf(api.db, doctors)) {
      expect(JSON.stringify(resources)).not.toContain(email)
    }
  })

  test('have identifiers and codes of a system that stays when the site’s address changes (sched-22)', async () => {
    const { db, ...api } = await buildClinic()
    const resources = await publishedBy({ db, ...api })
    const named = resources.filter(({ resourceType }) => resourceType !== 'Slot')
    const system = `urn:uuid:${readNamespace(db)}`
    expect(named[0]).toMatchObject({ identifier: [{ system, value: 'clinic' }] })
    expect(JSON.stringify(named)).not.toContain(new URL(api.env.siteUrl).hostname)
    expect(() => db.update(clinicSettings).set({ namespace: 'other' }).run()).toThrow(
      'clinic_settings:namespace',
    )
  })

  test('include no schedule for a treatment whose doctors are removed', async () => {
    const api = await buildTestApp()
    api.db.update(treatments).set({ needsDoctor: true }).run()
    const resources = await publishedBy(api)
    expect(slotsIn(resources)).toEqual([])
    expect(resources.some(({ resourceType }) => resourceType === 'Schedule')).toBe(false)
  })
})

describe('a slot', () => {
  test('is free while GET /available offers it, and links to it (sched-10, sched-12, sched-13)', async () => {
    const api = await buildClinic()
    const anna = await signIn(api, 'anna@example.com')
    const free = async () => {
      const slots = slotsIn(await publishedBy(api))
      return slots.filter(({ status }) => status === 'free')
    }
    const offered = async () => {
      const days = new Set(slotsIn(await publishedBy(api)).map(({ start }) => start.slice(0, 10)))
      const all = await Promise.all(
        [...days].map(async (date) => spacesOf(await availableOn(api, date))),
      )
      return all.reduce((sum, count) => sum + count, 0)
    }
    const before = await free()
    expect(before).toHaveLength(await offered())
    expect((await anna.post('/appointments', bookingOf(anna))).statusCode).toBe(201)
    const after = await free()
    // The doctor with two treatments may be the booked one.
    expect(before.length - after.length).toBeGreaterThanOrEqual(1)
    expect(after).toHaveLength(await offered())
    const ids = new Set(before.map(({ id }) => id))
    expect(after.every(({ id }) => ids.has(id))).toBe(true)
    for (const { extension = [] } of after.slice(0, 50)) {
      const [link, phone, type, ...forReadersOfTheDraft] = extension
      const { pathname, searchParams } = new URL(link?.valueUrl ?? '')
      expect(pathname).toBe('/times')
      expect([...searchParams.keys()]).toEqual(
        expect.arrayContaining(['date', 'treatment', 'slot']),
      )
      expect(phone).toMatchObject({ valueContactPoint: { system: 'phone', value: '+15035550142' } })
      expect(type).toMatchObject({ valueCoding: { code: 'newpt' } })
      const draft = 'http://fhir-registry.smarthealthit.org/StructureDefinition'
      expect(forReadersOfTheDraft).toEqual([
        { url: `${draft}/booking-phone`, valueString: '+15035550142' },
        { url: `${draft}/booking-deep-link`, valueUrl: link?.valueUrl },
      ])
    }
  })

  test('is tentatively busy while it is held for a family, and then has no link', async () => {
    const api = await buildBusyClinic()
    const held = slotsIn(await publishedBy(api)).filter((slot) => slot.status === 'busy-tentative')
    // Ada's, for both of her treatments.
    expect(new Set(held.map(({ start }) => start))).toEqual(
      new Set(['2027-03-05T10:00:00.000-05:00']),
    )
    expect(held.filter((slot) => 'extension' in slot)).toEqual([])
  })

  test('is busy while it is booked, unavailable outside of the doctor’s hours, and absent on closed days', async () => {
    const api = await buildClinic()
    const anna = await signIn(api, 'anna@example.com')
    await anna.post('/appointments', bookingOf(anna, { treatment: 'Parenatal/Newborn', price: 95 }))
    closeForTraining(api)
    const slots = slotsIn(await publishedBy(api))
    const of = (status: string) => slots.filter((slot) => slot.status === status)
    expect(of('busy').map(({ start }) => start)).toEqual(['2027-03-02T09:00:00.000-05:00'])
    expect(of('busy')[0]).not.toHaveProperty('extension')
    expect(of('busy-unavailable').every(({ start }) => start.startsWith('2027-03-04T09'))).toBe(
      true,
    )
    expect(of('busy-unavailable')).toHaveLength(14)
    expect(slots.some(({ start }) => start.startsWith('2027-03-10'))).toBe(false)
  })

  test('has an instant with the clinic’s offset, also after the clock has changed (sched-1)', async () => {
    const slots = slotsIn(await publishedBy(await buildClinic()))
    for (const { start, end } of slots) {
      expect(start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000-0[45]:00$/)
      expect(Date.parse(end) - Date.parse(start)).toBe(30 * 60_000)
    }
    // Clocks in New York are set forward on 2027-03-14.
    const nines = slots.filter(({ start }) => start.includes('T09:00'))
    expect(nines.find(({ start }) => start.startsWith('2027-03-12'))?.start).toMatch(/-05:00$/)
    expect(nines.find(({ start }) => start.startsWith('2027-03-15'))?.start).toMatch(/-04:00$/)
  })

  test(
    `is in no file as free if it was taken before the manifest, while ${BOOKINGS} bookings arrive`,
    async () => {
      const api = await buildClinic()
      const patients = signInPatients(api, BOOKINGS)
      let at = api.now().getTime()
      let booked = 0
      for (let date = '2027-03-02'; booked < BOOKINGS; date = dayAfter(date)) {
        const offered = await availableOn(api, date)
        // For a file of slots, the Monday of their week.
        const file = `/fhir/Slot-${dayAfter(date, -((weekdayOf(date) + 6) % 7))}.ndjson`
        const wanted = offered.flatMap(({ name, price, slots }) =>
          slots.map((slot) => ({ date, treatment: name, price, slot })),
        )
        for (const want of wanted) {
          const patient = patients[booked]
          if (!patient) break
          const published = api.app.inject(file)
          const { statusCode } = await patient.post('/appointments', bookingOf(patient, want))
          await published
          // Ada gives another treatment then.
          if (statusCode === 409) continue
          expect(statusCode).toBe(201)
          booked += 1
          const takenAt = at
          at += 1_000
          api.setTime(new Date(at))
          const { transactionTime } = await manifestOf(api)
          expect(Date.parse(transactionTime)).toBeGreaterThan(takenAt)
          const { body } = await api.app.inject(file)
          const slots = body.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
          const shown = slots.filter(
            ({ status, start }: PublishedSlot) => status === 'free' && start.startsWith(date),
          )
          expect(shown).toHaveLength(spacesOf(await availableOn(api, date)))
        }
      }
    },
    60_000 + BOOKINGS * 1_000,
  )
})

test('a booking from a link of another site keeps its source and referral in its event', async () => {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const referral = { source: 'source-abc', bookingReferral: '34d1a803-cd6c-4420' }
  const response = await anna.post('/appointments', bookingOf(anna, referral))
  expect(response.statusCode).toBe(201)
  const all = allOf(api.db, events)
  expect(all.find(({ kind }) => kind === 'appointment.booked')?.data).toMatchObject(referral)
  for (const source of ['', 'a'.repeat(101), '<b>', 'a b']) {
    const payload = bookingOf(anna, { source, slot: '10:00 AM - 10:30 AM' })
    expect((await anna.post('/appointments', payload)).statusCode).toBe(400)
  }
})

test('an admin sets a doctor’s NPI, whose check digit is verified', async () => {
  const api = await buildTestApp()
  addTreatingDoctor(api.db, 'Ada', 'Weight Loss')
  const [doctor] = allOf(api.db, doctors)
  const admin = await signInAdmin(api)
  const put = (npi: string, version: number) =>
    admin.put(`/doctor/${doctor?.email}`, { ...DOCTOR_DETAILS, email: doctor?.email, npi, version })
  expect((await put('1234567890', 0)).statusCode).toBe(400)
  expect((await put('1234567893', 0)).json()).toMatchObject({ npi: '1234567893' })
  expect((await put('', 1)).json()).not.toHaveProperty('npi')
})

test('publishes at most 90 days, however far ahead patients can book', async () => {
  const api = await buildTestApp({ env: { BOOKING_HORIZON_DAYS: '730' } })
  const today = toIsoDate(api.now())
  const weeks = (await manifestOf(api)).output.filter(({ type }) => type === 'Slot')
  expect(weeks).toHaveLength(13)
  const last = dayAfter(today, 89)
  const starts: string[] = []
  for (const { url } of weeks) {
    const { body } = await api.app.inject(pathOf(url))
    for (const line of body.split('\n').filter(Boolean)) starts.push(JSON.parse(line).start)
  }
  expect(starts.filter((start) => start.slice(0, 10) > last)).toEqual([])
  expect(starts.length).toBeGreaterThan(0)
  const next = dayAfter(today, 91)
  expect((await api.app.inject(`/fhir/Slot-${next}.ndjson`)).statusCode).toBe(404)
})

test('limits an address to 60 files a minute', async () => {
  const api = await buildTestApp({ env: { RATE_LIMIT: 'on' } })
  const read = () => api.app.inject('/fhir/Location.ndjson')
  expect(await repeat(61, read)).toEqual({ 200: 60, 429: 1 })
})
