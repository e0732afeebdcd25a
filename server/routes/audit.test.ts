import { beforeEach, describe, expect, test } from 'vitest'
import { type AuditQuery, auditPage, MOST_AUDIT_PEOPLE } from '#contract/audit/audit.ts'
import { relinkAccount } from '#domain/identity/admission.ts'
import { appendEvent, LINK_ACTOR } from '#drizzle/queries/events.ts'
import { events } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { askForIntent, book, openIntent } from '../testing/paying.ts'
import {
  buildTestApp,
  MONDAY_MORNING,
  queryOf,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '../testing/test-app.ts'
import { upload } from '../testing/uploading.ts'

let api: TestApp
let admin: Session

beforeEach(async () => {
  api = await buildTestApp()
  admin = await signInAdmin(api)
})

const ask = async (query: AuditQuery) =>
  auditPage.parse((await admin.get('/audit', queryOf(query))).json())

async function read(query: AuditQuery = {}) {
  const { events: entries, next } = await ask(query)
  // Reading a person's entries is recorded, too: see the tests of GET /users.
  return { events: entries.filter(({ kind }) => kind !== 'user.viewed'), next }
}

/** A clinic in which an admin has done everything that admins can do. */
async function workADay() {
  const anna = await signIn(api, 'anna@example.com', { name: 'Anna' })
  const boris = await signIn(api, 'boris@example.com', { name: 'Boris' })
  const appointmentId = await book(api, anna)
  const img = await upload(api, admin)
  await admin.post('/doctor', { name: 'Ada', email: 'ada@x.co', specialty: 'Weight Loss', img })
  await admin.put(`/user/admin/${boris.email}`)
  await admin.delete('/doctor/ada@x.co')
  await admin.delete(`/user/${anna.email}`)
  return { anna, boris, appointmentId, img }
}

describe('GET /audit', () => {
  test('lists the entries of a range of days, of all users and of one person', async () => {
    // The days end at midnight in New York.
    const at = ['2026-06-05T03:59:59.999Z', '2026-06-05T04:00:00.000Z', '2026-06-06T03:59:59.999Z']
    const ids = at.map((instant) => {
      const hex = Date.parse(instant).toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-9abc-0123456789ab`
    })
    const row = { kind: 'user.registered', actor: admin.uid, subject: admin.uid, data: {} } as const
    const rows = ids.map((id, index) => ({ id, ...row, occurredAt: new Date(at[index] ?? '') }))
    api.db.insert(events).values(rows).run()
    const found = async (query: AuditQuery) =>
      (await read(query)).events.map(({ _id }) => ids.indexOf(_id))
    const days = { from: '2026-06-05', to: '2026-06-05' }
    expect(await found(days)).toEqual([2, 1])
    expect(await found({ ...days, person: admin.uid, kind: 'user.registered' })).toEqual([2, 1])
    expect(await found({ to: '2026-06-04' })).toEqual([0])
    expect(await found({ ...days, before: ids[2] })).toEqual([1])
  })

  test('lists every change with actor, subject and time, newest first', async () => {
    const { anna, boris, appointmentId, img } = await workADay()
    const { events: entries, next } = await read()
    const byAdmin = { _id: admin.uid, name: 'admin', email: admin.email }
    const act = (kind: string, subject: object) => ({
      _id: expect.any(String),
      kind,
      occurredAt: MONDAY_MORNING.toISOString(),
      actor: byAdmin,
      subject: expect.objectContaining(subject),
    })
    const imageId = img.replace('/images/', '')
    expect(entries.filter(({ actor }) => actor?._id === admin.uid)).toEqual([
      // Her name is kept, but not her email.
      act('user.removed', {
        type: 'user',
        _id: anna.uid,
        label: 'Anna',
        person: expect.objectContaining({ name: 'Anna', email: null }),
      }),
      act('appointment.cancelled', {
        type: 'appointment',
        _id: appointmentId,
        label: 'Allergy Testing, Mar 2, 2027, 9:00 AM',
      }),
      act('image.removed', { type: 'image', _id: imageId, label: 'a photo of Ada' }),
      act('doctor.removed', { type: 'doctor', label: 'Ada' }),
      act('user.promoted', { type: 'user', _id: boris.uid, label: 'Boris' }),
      act('doctor.added', { type: 'doctor', label: 'Ada' }),
      act('image.received', { type: 'image', _id: imageId, label: 'a photo of Ada' }),
      act('user.registered', { type: 'user', _id: admin.uid }),
    ])
    expect(next).toBeNull()
    // The events contain no personal data.
    const data = JSON.stringify(api.db.select({ data: events.data }).from(events).all())
    expect(data).not.toMatch(/anna|boris|admin|@|example/i)
  })

  test('is filtered by kind and by user: email or id, actor or subject, removed or not', async () => {
    const { anna, boris } = await workADay()
    const kinds = async (query: AuditQuery) => (await read(query)).events.map(({ kind }) => kind)
    expect(await kinds({ kind: 'doctor.added' })).toEqual(['doctor.added'])
    expect(await kinds({ person: ` ${boris.email.toUpperCase()} ` })).toEqual([
      'user.promoted',
      'user.registered',
    ])
    const annas = ['user.removed', 'appointment.cancelled', 'appointment.booked', 'user.registered']
    expect(await kinds({ person: anna.uid })).toEqual(annas)
    expect(await kinds({ person: 'ANN' })).toEqual(annas)
    expect(await kinds({ person: admin.email, kind: 'user.removed' })).toEqual(['user.removed'])
    expect(await kinds({ person: 'nobody@example.com' })).toEqual([])
  })

  test('is filtered by what links in emails did, which the name in the log links to', async () => {
    const { uid: subject } = await signIn(api, 'linka@example.com', { name: 'Linka' })
    const change = { subject, data: { reminders: false } }
    await writeTransaction(api.db, (tx) => {
      for (const actor of [subject, LINK_ACTOR]) {
        appendEvent(tx, { kind: 'user.reminders_changed', actor, ...change }, new Date())
      }
    })
    const person = { _id: LINK_ACTOR, name: 'A link in an email', email: null }
    expect(await ask({ person: LINK_ACTOR })).toMatchObject({
      people: [person],
      events: [{ actor: person }],
    })
  })

  test('finds a patient’s payments, which are named by their appointment and have no actor', async () => {
    const anna = await signIn(api, 'anna@example.com', { name: 'Anna' })
    const paying = { ...api, session: anna, appointmentId: await book(api, anna) }
    const intentId = await openIntent(paying)
    api.stripe.decline(intentId)
    await askForIntent(paying)
    const { events: entries } = await read({ person: 'anna' })
    expect(entries.map(({ kind, subject }) => [kind, subject.person?.name])).toEqual([
      ['payment.failed', 'Anna'],
      ['appointment.booked', 'Anna'],
      ['user.registered', 'Anna'],
    ])
    expect(entries[0]).toMatchObject({
      actor: null,
      subject: {
        type: 'payment',
        _id: intentId,
        label: 'Allergy Testing, Mar 2, 2027, 9:00 AM',
        person: { _id: anna.uid, email: anna.email },
      },
    })
  })

  test('names a removed doctor if a link leads to the doctor’s entries', async () => {
    await workADay()
    const { events: removals } = await read({ kind: 'doctor.removed' })
    const person = removals[0]?.subject._id ?? ''
    const { people, events: entries } = await ask({ person })
    expect(people).toEqual([{ _id: person, name: 'Ada', email: null }])
    expect(entries.map(({ kind }) => kind)).toContain('doctor.added')
  })

  test('lists views only when filtered by their kind or by person', async () => {
    const { boris } = await workADay()
    const kinds = async (query: AuditQuery) =>
      new Set((await ask(query)).events.map(({ kind }) => kind))
    await kinds({ person: boris.email })
    expect(await kinds({})).not.toContain('user.viewed')
    expect(await kinds({ kind: 'user.viewed' })).toEqual(new Set(['user.viewed']))
    expect(await kinds({ person: boris.email })).toContain('user.viewed')
  })

  test('asks for a longer name if a filter matches too many people', async () => {
    const names = Array.from({ length: MOST_AUDIT_PEOPLE + 1 }, (_, index) => `kim${index}`)
    for (const name of names) await signIn(api, `${name}@example.com`, { name })
    const counts = async (person: string) => {
      const { isTooBroad, people, events: entries } = await ask({ person })
      return [isTooBroad, people.length, entries.length > 0]
    }
    expect(await counts('kim')).toEqual([true, 0, false])
    expect(await counts('kim1')).toEqual([false, 11, true])
  })

  test('finds a user by each of their accounts, also after removal', async () => {
    const { boris } = await workADay()
    for (const [from, uid] of [
      [boris.uid, 'second'],
      ['second', 'third'],
    ] as const) {
      const account = { uid, email: boris.email, name: 'Boris', photo: null, emailVerified: true }
      relinkAccount(api.db, account, { from, now: MONDAY_MORNING })
    }
    const acts = [
      'user.relinked',
      'user.sessions_ended',
      'user.demoted',
      'user.relinked',
      'user.sessions_ended',
      'user.promoted',
      'user.registered',
    ]
    for (const person of [boris.email, 'third']) {
      const { events: entries } = await read({ person })
      expect(entries.map(({ kind }) => kind)).toEqual(acts)
      const people = entries.map(({ subject }) => [subject.label, subject.person?.email])
      expect(people).toEqual(acts.map(() => ['Boris', boris.email]))
    }
    await admin.delete(`/user/${boris.email}`)
    const { events: entries } = await read({ person: 'third' })
    expect(entries.map(({ kind }) => kind)).toEqual(['user.removed', ...acts])
    expect(new Set(entries.map(({ subject }) => subject.label))).toEqual(new Set(['Boris']))
  })

  test('names an image by its subject, before and after removal, not by its uploader', async () => {
    const anna = await signIn(api, 'anna@example.com', { name: 'Anna' })
    await upload(api, admin)
    await upload(api, anna, { url: '/profile/photo' })
    await upload(api, anna, { url: '/profile/photo' })
    const { events: entries } = await read({ kind: 'image.received' })
    expect(entries.map(({ subject }) => subject.label)).toEqual([
      'a photo of Anna',
      'a photo of Anna',
      'a photo',
    ])
  })

  test('continues where the previous page ended, also after new events', async () => {
    await workADay()
    const all = await read()
    const first = await read({ limit: 4 })
    appendEvent(
      api.db,
      { kind: 'user.promoted', actor: admin.uid, subject: admin.uid },
      MONDAY_MORNING,
    )
    const rest = await read({ limit: 200, before: first.next ?? '' })
    expect([...first.events, ...rest.events]).toEqual(all.events)
    expect(rest.next).toBeNull()
  })

  test('rejects unknown parameters', async () => {
    for (const query of ['kind=unheard.of', 'limit=0', 'limit=201', 'before=x', 'page=2']) {
      const { statusCode } = await admin.get(`/audit?${query}`)
      expect([query, statusCode]).toEqual([query, 400])
    }
  })
})
