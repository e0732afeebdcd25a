import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { events, users } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

/** The day of `book`, at 08:30; the appointment is at 09:00. */
const TUESDAY_MORNING = new Date('2027-03-02T13:30:00Z')

/** A booked appointment of Anna's, and a member of staff on its day. */
async function openDesk() {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const id = await book(api, anna)
  api.setTime(TUESDAY_MORNING)
  const rita = await signInStaff(api, 'rita@example.com')
  return { api, anna: await signIn(api, 'anna@example.com'), id, rita }
}

async function readAgenda(api: TestApp, { headers }: Session, query = 'date=2027-03-02') {
  const response = await api.app.inject({ url: `/agenda?${query}`, headers })
  expect(response.statusCode).toBe(200)
  return response.json<Agenda>()
}

function take(
  api: TestApp,
  { headers }: Session,
  id: string,
  payload: { version: number; attendance: AgendaEntry['attendance'] },
) {
  return api.app.inject({ method: 'PUT', url: `/agenda/${id}/attendance`, headers, payload })
}

describe('the agenda', () => {
  test('shows staff the appointments of a day, and records whom they have seen', async () => {
    const { api, rita, anna, id } = await openDesk()
    expect(await readAgenda(api, rita)).toEqual({
      today: '2027-03-02',
      minute: 8 * 60 + 30,
      checkInMinutes: 60,
      toSettle: 0,
      toHandBack: 0,
      entries: [
        {
          _id: id,
          version: 0,
          date: '2027-03-02',
          startMinute: 540,
          lengthMinutes: 30,
          treatment: 'Allergy Testing',
          doctor: null,
          family: anna.uid,
          patientName: 'anna',
          email: 'anna@example.com',
          phone: '+1 212 555 0100',
          price: 110,
          paid: false,
          payment: null,
          attendance: 'expected',
          step: null,
          note: '',
          noteVersion: 0,
          overrideReason: null,
          missed: 0,
        },
      ],
    })
    await readAgenda(api, rita)
    const views = api.db
      .select()
      .from(events)
      .all()
      .filter(({ kind }) => kind === 'user.viewed')
    expect(views).toMatchObject([{ actor: rita.uid, subject: anna.uid, data: { what: 'agenda' } }])
  })

  test('shows a week at once', async () => {
    const { api, rita, id } = await openDesk()
    const week = await readAgenda(api, rita, 'date=2027-02-28&days=7')
    expect(week.entries.map(({ _id }) => _id)).toEqual([id])
    expect((await readAgenda(api, rita, 'date=2027-03-03')).entries).toEqual([])
  })

  test('counts the appointments of a month, unpaid ones apart', async () => {
    const { api, rita, anna } = await openDesk()
    await book(api, anna, { date: 'Mar 3, 2027' })
    const month = async (text: string) => {
      const url = `/agenda/month?month=${text}`
      return (await api.app.inject({ url, headers: rita.headers })).json()
    }
    expect(await month('2027-03')).toEqual({
      today: '2027-03-02',
      days: [
        { date: '2027-03-02', appointments: 1, unpaid: 1 },
        { date: '2027-03-03', appointments: 1, unpaid: 1 },
      ],
    })
    expect(await month('2027-02')).toMatchObject({ days: [] })
    expect(await month('2027-13')).toMatchObject({ code: 'invalid_input' })
  })

  test('lists past appointments until they are settled', async () => {
    const { api, rita: early, id } = await openDesk()
    api.setTime(new Date('2027-03-03T15:00:00Z'))
    const rita = await signIn(api, early.email)
    const toSettle = () => api.app.inject({ url: '/agenda/to-settle', headers: rita.headers })
    expect((await readAgenda(api, rita)).toSettle).toBe(1)
    expect((await toSettle()).json()).toMatchObject([{ _id: id }])
    await take(api, rita, id, { version: 0, attendance: 'no_show' })
    expect((await toSettle()).json()).toEqual([])
    expect((await readAgenda(api, rita)).toSettle).toBe(0)
  })

  test('counts appointments that the patient has missed before', async () => {
    const { api, rita, anna } = await openDesk()
    const next = await book(api, anna, { date: 'Mar 3, 2027' })
    const [first] = (await readAgenda(api, rita)).entries
    api.setTime(new Date('2027-03-02T14:10:00Z'))
    await take(api, rita, first?._id ?? '', { version: 0, attendance: 'no_show' })
    const [entry] = (await readAgenda(api, rita, 'date=2027-03-03')).entries
    expect(entry).toMatchObject({ _id: next, missed: 1 })
  })
})

describe('an attendance', () => {
  test('is set with who and when, and refused at an outdated version', async () => {
    const { api, rita, id } = await openDesk()
    const arrived = await take(api, rita, id, { version: 0, attendance: 'arrived' })
    expect(arrived.json()).toMatchObject({
      attendance: 'arrived',
      version: 1,
      step: { by: 'rita', at: TUESDAY_MORNING.toISOString(), day: '2027-03-02' },
    })
    const again = await take(api, rita, id, { version: 0, attendance: 'arrived' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'stale', current: { attendance: 'arrived' } })
  })

  test('is refused too early, with the reason', async () => {
    const { api, rita, anna, id } = await openDesk()
    const missed = await take(api, rita, id, { version: 0, attendance: 'no_show' })
    expect(missed.statusCode).toBe(409)
    expect(missed.json()).toMatchObject({ code: 'too_early', current: { version: 0 } })
    expect(missed.json().message).toContain('the appointment hasn’t begun')
    // A refusal shows the appointment as well.
    expect(eventsOf(api.db, anna.uid)).toContainEqual({
      kind: 'user.viewed',
      actor: rita.uid,
      data: { what: 'agenda' },
    })
    api.setTime(new Date(TUESDAY_MORNING.getTime() - 45 * 60_000))
    const early = await take(api, rita, id, { version: 0, attendance: 'arrived' })
    expect(early.json().message).toContain('opens 60 minutes before')
  })
})

test('a note is for staff only', async () => {
  const { api, rita, anna, id } = await openDesk()
  const request = { method: 'PUT', url: `/agenda/${id}/note`, headers: rita.headers } as const
  const payload = { version: 0, note: ' Brings a wheelchair. ' }
  const response = await api.app.inject({ ...request, payload })
  expect(response.json()).toMatchObject({ note: 'Brings a wheelchair.' })
  for (const url of [`/appointment/${id}`, `/appointments?patient=${anna.email}`]) {
    const own = await api.app.inject({ url, headers: anna.headers })
    expect(own.statusCode).toBe(200)
    expect(own.body).not.toContain('wheelchair')
  }
  const tooLong = await api.app.inject({
    ...request,
    payload: { version: 1, note: 'x'.repeat(501) },
  })
  expect(tooLong.statusCode).toBe(400)
})

test('a note that someone else has changed is refused with theirs, and all are listed', async () => {
  const { api, rita, id } = await openDesk()
  const url = `/agenda/${id}/note`
  const write = (note: string) =>
    api.app.inject({ method: 'PUT', url, headers: rita.headers, payload: { version: 0, note } })
  await write('Allergic to penicillin.')
  const refused = await write('Brings a wheelchair.')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'stale',
    current: { note: 'Allergic to penicillin.', noteVersion: 1 },
  })
  const history = await api.app.inject({ url: `/agenda/${id}/notes`, headers: rita.headers })
  expect(history.json()).toMatchObject([
    { version: 1, note: 'Allergic to penicillin.', by: 'rita' },
  ])
})

describe('the stream of changes', () => {
  async function openStream(api: TestApp, { headers }: Session, lastEventId?: string) {
    const response = await api.app.inject({
      url: '/agenda/changes',
      headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
      payloadAsStream: true,
    })
    const stream = response.stream()
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    return {
      stream,
      async until(pattern: RegExp) {
        while (!pattern.test(text)) await once(stream, 'data')
        return pattern.exec(text)?.[1] ?? ''
      },
    }
  }

  function controlHeartbeats() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const beat = () => vi.advanceTimersByTime(20_000)
    /** Makes them a patient; resolves when their stream has ended. */
    async function end(api: TestApp, { uid }: Session, { stream }: { stream: Readable }) {
      const ended = once(stream, 'end')
      api.db.update(users).set({ role: 'patient' }).where(eq(users.uid, uid)).run()
      beat()
      await ended
    }
    return { beat, end }
  }

  test('names changed appointments, and what a screen has missed meanwhile', async () => {
    const { api, rita, id } = await openDesk()
    const first = await openStream(api, rita)
    await first.until(/^:/)
    await take(api, rita, id, { version: 0, attendance: 'arrived' })
    const position = await first.until(new RegExp(`id: (\\d+)\ndata: \\["${id}"\\]\n\n`))
    first.stream.destroy()

    await take(api, rita, id, { version: 1, attendance: 'completed' })
    const second = await openStream(api, rita, position)
    await second.until(new RegExp(`data: \\["${id}"\\]`))
    second.stream.destroy()
  })

  test('ends at the next heartbeat when the user is no longer staff', async () => {
    const { api, rita } = await openDesk()
    const { end, beat } = controlHeartbeats()
    const stream = await openStream(api, rita)
    beat()
    await stream.until(/^:\n\n:\n\n$/)
    await end(api, rita, stream)
  })

  const openTen = (api: TestApp, session: Session) =>
    Promise.all(Array.from({ length: 10 }, () => openStream(api, session)))

  test('is refused to a user who has ten, and given again when one has ended', async () => {
    const { api, rita } = await openDesk()
    const { end } = controlHeartbeats()
    const [one] = await openTen(api, rita)
    const ask = (session: Session) =>
      api.app.inject({ method: 'HEAD', url: '/agenda/changes', headers: session.headers })
    const refused = await ask(rita)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect((await ask(await signInStaff(api, 'sam@example.com'))).statusCode).toBe(200)
    if (one) await end(api, rita, one)
    api.db.update(users).set({ role: 'staff' }).where(eq(users.uid, rita.uid)).run()
    expect((await ask(rita)).statusCode).toBe(200)
  })

  test('is refused while 2,000 are open, and given again when one has ended', async () => {
    const { api, rita } = await openDesk()
    const sam = await signInStaff(api, 'sam@example.com')
    const { end } = controlHeartbeats()
    const [one] = await openTen(api, sam)
    for (let desk = 1; desk < 200; desk += 1) {
      await openTen(api, await signInStaff(api, `desk${desk}@example.com`))
    }
    const refused = await api.app.inject({ url: '/agenda/changes', headers: rita.headers })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    if (one) await end(api, sam, one)
    await (await openStream(api, rita)).until(/^:/)
  }, 30_000)

  test('ends with the server', async () => {
    const { api, rita } = await openDesk()
    const { stream } = await openStream(api, rita)
    const end = once(stream, 'end')
    await api.app.close()
    await end
  })
})
