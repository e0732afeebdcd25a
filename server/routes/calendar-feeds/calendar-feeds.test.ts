import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { revokeStaff } from '#domain/identity/roles.ts'
import { appointments, calendarFeeds, events } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

let api: TestApp
let staff: Session

beforeEach(async () => {
  api = await buildTestApp()
  staff = await signInStaff(api)
})

async function make(payload: object = { doctor: null, withNames: false }, by = staff) {
  const response = await by.post('/calendar-feeds', payload)
  const { url, feed } = response.json()
  return { status: response.statusCode, path: url && new URL(url).pathname, feed }
}

const bookFor = async (email: string, changes: Record<string, unknown> = {}) =>
  book(api, await signIn(api, email), changes)

/** The events of a calendar, parsed as a calendar program does. */
function eventsIn(file: string) {
  return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      start: event.startDate.toJSDate().toISOString(),
      minutes: event.duration.toSeconds() / 60,
    }
  })
}

describe('a calendar feed', () => {
  test('shows appointments as neutral events, including canceled and moved ones', async () => {
    const kept = await bookFor('anna@example.com')
    const gone = await bookFor('bea@example.com', { slot: '10:00 AM - 10:30 AM' })
    const [row] = api.db.select().from(appointments).where(eq(appointments.id, gone)).all()
    if (row) cancelByClinic(api.db, row, { actor: 'admin', now: api.now() })
    const { status, path } = await make()
    expect(status).toBe(201)
    const { headers, body } = await api.app.inject(path)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(body).not.toMatch(/^(METHOD|ORGANIZER)/m)
    expect(eventsIn(body)).toEqual([
      {
        uid: kept,
        title: 'Appointment',
        sequence: 0,
        status: 'CONFIRMED',
        start: '2027-03-02T14:00:00.000Z',
        minutes: 30,
      },
      expect.objectContaining({ uid: gone, sequence: 1, status: 'CANCELLED' }),
    ])
    for (const secret of ['anna', 'Ignored', 'Allergy', '555 0100', 'Main Street']) {
      expect(body).not.toContain(secret)
    }
  })

  test('is sent again only when it has changed', async () => {
    await bookFor('anna@example.com')
    const { path } = await make()
    const { etag } = (await api.app.inject(path)).headers
    const ask = () => api.app.inject({ url: path, headers: { 'if-none-match': String(etag) } })
    expect(await ask()).toMatchObject({ statusCode: 304, body: '' })
    // The day changed, but nothing that the file shows.
    api.db.update(appointments).set({ overrideReason: 'By phone' }).run()
    expect(await ask()).toMatchObject({ statusCode: 304, headers: { etag } })
    await bookFor('bea@example.com', { slot: '10:00 AM - 10:30 AM' })
    expect((await ask()).statusCode).toBe(200)
  })

  test('contains 30 past and 180 future days', async () => {
    const { path } = await make()
    const id = await bookFor('anna@example.com')
    for (const [date, isThere] of [
      ['2027-01-30', true],
      ['2027-01-29', false],
      ['2027-08-28', true],
      ['2027-08-29', false],
    ] as const) {
      api.db.update(appointments).set({ date }).run()
      const { body } = await api.app.inject(path)
      expect(body.includes(id), date).toBe(isThere)
    }
  })

  test('of a doctor contains only that doctor’s appointments', async () => {
    const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
    const benno = addTreatingDoctor(api.db, 'Benno', 'Weight Loss')
    await bookFor('anna@example.com')
    const of = async (doctor: string) => {
      const { path } = await make({ doctor, withNames: false })
      return eventsIn((await api.app.inject(path)).body)
    }
    expect(await of(ada)).toHaveLength(1)
    expect(await of(benno)).toEqual([])
  })

  test('contains names only if an admin chooses so, and reading it counts as a view by that admin', async () => {
    await bookFor('anna@example.com')
    const names = { doctor: null, withNames: true }
    expect((await make(names)).status).toBe(403)
    const admin = await signInAdmin(api)
    const { path } = await make(names, admin)
    const [event] = eventsIn((await api.app.inject(path)).body)
    expect(event?.title).toMatch(/: Allergy Testing$/)
    const views = allOf(api.db, events)
    expect(views).toContainEqual(expect.objectContaining({ kind: 'user.viewed', actor: admin.uid }))
  })

  test('stores only a hash of its token, and when it was used', async () => {
    const { path } = await make()
    const token = /\/feeds\/([\w-]{43})\.ics$/.exec(path)?.[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(allOf(api.db, calendarFeeds))).not.toContain(token)
    const list = async () => (await staff.get('/calendar-feeds')).json().feeds
    expect(await list()).toMatchObject([{ lastUsedAt: null, isOwn: true }])
    await api.app.inject(path)
    expect(await list()).toMatchObject([{ lastUsedAt: api.now().toISOString() }])
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  test('ends when its creator or an admin revokes it, and no other user can', async () => {
    const other = await signInStaff(api, 'other@example.com')
    const admin = await signInAdmin(api)
    const revoke = async (id: string, by: Session) =>
      (await by.delete(`/calendar-feeds/${id}`)).statusCode
    for (const ender of [staff, admin]) {
      const { path, feed } = await make()
      expect(await revoke(feed._id, other)).toBe(404)
      expect((await api.app.inject(path)).statusCode).toBe(200)
      expect(await revoke(feed._id, ender)).toBe(200)
      expect((await api.app.inject(path)).statusCode).toBe(404)
    }
  })

  test('ends when its creator is no longer staff', async () => {
    const { path } = await make()
    revokeStaff(api.db, { email: 'staff@example.com', actor: null, now: api.now() })
    expect((await api.app.inject(path)).statusCode).toBe(404)
  })

  test('is not created for an unknown doctor, nor without end', async () => {
    const unknown = { doctor: '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3', withNames: false }
    expect((await make(unknown)).status).toBe(422)
  })
})
