import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { DayStatus } from '#contract/front-desk/day-status.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { doctors, events, users } from '#drizzle/schema/index.ts'
import { readQueryPlans } from '#drizzle/testing/count-statements.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  changeClinic,
  closureOf,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

/** 08:30 on the day of `book`, whose appointment is at 09:00. */
const TUESDAY_MORNING = new Date('2027-03-02T13:30:00Z')

/** A booked appointment of Anna's, and a member of staff, on its day. */
async function openDesk() {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const id = await book(api, anna)
  api.setTime(TUESDAY_MORNING)
  const rita = await signInStaff(api, 'rita@example.com')
  return { api, anna: await signIn(api, 'anna@example.com'), id, rita }
}

async function readAgenda(staff: Session, query = 'date=2027-03-02') {
  const response = await staff.get(`/agenda?${query}`)
  expect(response.statusCode).toBe(200)
  return response.json<Agenda>()
}

const take = (staff: Session, id: string, attendance: AgendaEntry['attendance'], version = 0) =>
  staff.put(`/agenda/${id}/attendance`, { version, attendance })

describe('the agenda', () => {
  test('reads nothing of visits that families are asked to book', async () => {
    const { api, rita } = await openDesk()
    const plans = await readQueryPlans(api.db, () => readAgenda(rita))
    expect(plans.filter((step) => step.includes('appointments'))).not.toEqual([])
    expect(plans.filter((step) => /due_items|plan_rows|tickets/.test(step))).toEqual([])
  })

  test('shows staff the appointments of a day, and records whose they have seen', async () => {
    const { api, rita, anna, id } = await openDesk()
    expect(await readAgenda(rita)).toEqual({
      today: '2027-03-02',
      minute: 8 * 60 + 30,
      checkInMinutes: 60,
      lateMinutes: 5,
      rooms: [],
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
          firstVisit: true,
          email: 'anna@example.com',
          phone: '+1 212 555 0100',
          dialablePhone: '+12125550100',
          price: 110,
          paid: false,
          payment: null,
          childId: null,
          alerts: [],
          arrivedMinute: null,
          room: null,
          attendance: 'expected',
          step: null,
          note: '',
          noteVersion: 0,
          overrideReason: null,
          squeezed: false,
          missed: 0,
        },
      ],
    })
    await readAgenda(rita)
    const views = allOf(api.db, events).filter(({ kind }) => kind === 'user.viewed')
    expect(views).toMatchObject([{ actor: rita.uid, subject: anna.uid, data: { what: 'agenda' } }])
  })

  test('counts patients as late after the clinic’s number of minutes', async () => {
    const { api, rita } = await openDesk()
    const late = async () => {
      return (await rita.get('/agenda/status')).json<DayStatus>().late
    }
    api.setTime(new Date('2027-03-02T14:04:59Z'))
    expect(await late()).toBe(0)
    api.setTime(new Date('2027-03-02T14:05:00Z'))
    expect(await late()).toBe(1)
    await changeClinic(api, { lateMinutes: 15 })
    expect(await late()).toBe(0)
    expect((await readAgenda(rita)).lateMinutes).toBe(15)
  })

  test('names the language of a family, unless it is English', async () => {
    const { rita, anna } = await openDesk()
    const languages = async () => (await readAgenda(rita)).entries.map(({ language }) => language)
    expect(await languages()).toEqual([undefined])
    await anna.put('/email-settings', { language: 'es' })
    expect(await languages()).toEqual(['es'])
  })

  test('marks only the first visit of a patient', async () => {
    const { api, anna, rita, id } = await openDesk()
    const later = await book(api, anna, {
      treatment: 'Weight Loss',
      slot: '10:00 AM - 10:30 AM',
      price: 80,
    })
    const firsts = async () => {
      const { entries } = await readAgenda(rita)
      return entries.filter(({ firstVisit }) => firstVisit).map(({ _id }) => _id)
    }
    expect(await firsts()).toEqual([id])
    api.setTime(new Date('2027-03-02T14:30:00Z'))
    await take(rita, id, 'no_show')
    expect(await firsts()).toEqual([id, later])
  })

  test('lists canceled appointments of a day, with who canceled and when', async () => {
    const { anna, rita, id } = await openDesk()
    const listed = async (date: string) => {
      return (await rita.get(`/agenda/canceled?date=${date}`)).json()
    }
    expect(await listed('2027-03-02')).toEqual([])
    await rita.post(`/appointments/${id}/cancel`, { version: 0, refund: 0, byClinic: true })
    expect(await listed('2027-03-02')).toEqual([
      {
        _id: id,
        startMinute: 540,
        lengthMinutes: 30,
        treatment: 'Allergy Testing',
        doctor: null,
        family: anna.uid,
        patientName: 'anna',
        phone: '+1 212 555 0100',
        dialablePhone: '+12125550100',
        canceledAt: TUESDAY_MORNING.toISOString(),
        by: 'clinic',
      },
    ])
    expect(await listed('2027-03-03')).toEqual([])
  })

  test('has a frame of hours, closures and absences, with their reasons', async () => {
    const { api, rita } = await openDesk()
    const doctor = { id: 'doctor-1', name: 'Dr. Ada', email: 'ada@example.com' }
    writeAtOnce(api.db, (tx) => {
      tx.insert(doctors)
        .values({ ...doctor, specialty: 'Allergy Testing', createdAt: new Date() })
        .run()
      const closure = { ...closureOf('2027-03-02'), fromMinute: 720 }
      insertClosure(tx, { id: 'closure-1', doctorId: null, ...closure })
      insertClosure(tx, { id: 'closure-2', doctorId: 'doctor-1', ...closure, reason: 'Ill' })
    })
    const response = await rita.get('/agenda/frame?date=2027-03-02&days=2')
    const frame = response.json<AgendaFrame>()
    expect(frame.doctors[0]).toEqual({ _id: 'doctor-1', name: 'Dr. Ada', treatments: [] })
    expect(frame.days.map(({ date }) => date)).toEqual(['2027-03-02', '2027-03-03'])
    const { hours, closures, doctors: atWork } = frame.days[0] ?? {}
    expect(hours?.length).toBeGreaterThan(0)
    expect(closures).toEqual([{ from: 720, to: 1440, reason: 'Training' }])
    const absences = [{ from: 720, to: 1440, reason: 'Ill' }]
    expect(atWork?.[0]).toEqual({ _id: 'doctor-1', hours, absences })
    expect(frame.days[1]?.closures).toEqual([])
  })

  test('counts the appointments of a month, unpaid ones separately', async () => {
    const { api, rita, anna } = await openDesk()
    await book(api, anna, { date: 'Mar 3, 2027' })
    const month = async (text: string) => {
      return (await rita.get(`/agenda/month?month=${text}`)).json()
    }
    const ada = await signInAdmin(api)
    const closure = closureOf('2027-03-04')
    const { fingerprint } = (await ada.post('/schedule/closures/preview', closure)).json()
    const decided = { ...closure, appointments: 'keep', fingerprint }
    expect((await ada.post('/schedule/closures', decided)).statusCode).toBe(201)
    const { today, days } = await month('2027-03')
    expect([today, days.length]).toEqual(['2027-03-02', 31])
    const one = { appointments: 1, unpaid: 1, bookedMinutes: 30, closures: [] }
    const none = { appointments: 0, unpaid: 0, bookedMinutes: 0 }
    expect(days.slice(1, 6)).toEqual([
      { date: '2027-03-02', openMinutes: expect.any(Number), ...one },
      { date: '2027-03-03', openMinutes: expect.any(Number), ...one },
      { date: '2027-03-04', openMinutes: 0, ...none, closures: ['Training'] },
      { date: '2027-03-05', openMinutes: expect.any(Number), ...none, closures: [] },
      { date: '2027-03-06', openMinutes: 0, ...none, closures: [] },
    ])
    expect(days[1].openMinutes).toBeGreaterThan(30)
    expect((await month('2027-02')).days).toHaveLength(28)
    expect(await month('2027-13')).toMatchObject({ code: 'invalid_input' })
  })

  test('lists past appointments until they are settled', async () => {
    const { api, rita: early, id } = await openDesk()
    api.setTime(new Date('2027-03-03T15:00:00Z'))
    const rita = await signIn(api, early.email)
    const toSettle = () => rita.get('/agenda/to-settle')
    expect((await readAgenda(rita)).toSettle).toBe(1)
    expect((await toSettle()).json()).toMatchObject([{ _id: id }])
    await take(rita, id, 'no_show')
    expect((await toSettle()).json()).toEqual([])
    expect((await readAgenda(rita)).toSettle).toBe(0)
  })

  test('pages through the appointments to settle', async () => {
    const { api, rita: early, anna } = await openDesk()
    for (const date of ['Mar 3, 2027', 'Mar 4, 2027']) await book(api, anna, { date })
    api.setTime(new Date('2027-03-08T15:00:00Z'))
    const rita = await signIn(api, early.email)
    const days: string[] = []
    for (let after = ''; ; ) {
      const response = await rita.get(`/agenda/to-settle?limit=1${after}`)
      expect(response.headers['x-total-count']).toBe('3')
      const [entry] = response.json<AgendaEntry[]>()
      if (!entry) break
      days.push(entry.date)
      after = `&after=${entry._id}`
    }
    expect(days).toEqual(['2027-03-02', '2027-03-03', '2027-03-04'])
  })

  test('returns only the requested appointments that are on these days', async () => {
    const { api, rita, anna, id } = await openDesk()
    const other = await book(api, anna, { date: 'Mar 3, 2027' })
    const idsOf = async (query: string) =>
      (await readAgenda(rita, query)).entries.map(({ _id }) => _id)
    expect(await idsOf('date=2027-03-02&days=7')).toEqual([id, other])
    expect(await idsOf(`date=2027-03-02&days=7&ids=${other}`)).toEqual([other])
    expect(await idsOf(`date=2027-03-02&ids=${other},${id}`)).toEqual([id])
    const tooMany = Array.from({ length: 51 }, () => id).join(',')
    for (const ids of ['', 'x', tooMany]) {
      expect((await rita.get(`/agenda?date=2027-03-02&ids=${ids}`)).statusCode).toBe(400)
    }
  })

  test('counts the patient’s missed appointments', async () => {
    const { api, rita, anna } = await openDesk()
    const next = await book(api, anna, { date: 'Mar 3, 2027' })
    const [first] = (await readAgenda(rita)).entries
    api.setTime(new Date('2027-03-02T14:10:00Z'))
    await take(rita, first?._id ?? '', 'no_show')
    const [entry] = (await readAgenda(rita, 'date=2027-03-03')).entries
    expect(entry).toMatchObject({ _id: next, missed: 1 })
  })
})

describe('an attendance', () => {
  test('is set with time and user, and refused for an outdated version', async () => {
    const { rita, id } = await openDesk()
    const arrived = await take(rita, id, 'arrived')
    expect(arrived.json()).toMatchObject({
      attendance: 'arrived',
      version: 1,
      step: { by: 'rita', at: TUESDAY_MORNING.toISOString(), day: '2027-03-02' },
    })
    const again = await take(rita, id, 'arrived')
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'stale', current: { attendance: 'arrived' } })
  })

  test('is refused too early, with the reason', async () => {
    const { api, rita, anna, id } = await openDesk()
    const missed = await take(rita, id, 'no_show')
    expect(missed.statusCode).toBe(409)
    expect(missed.json()).toMatchObject({ code: 'too_early', current: { version: 0 } })
    expect(missed.json().message).toContain('the appointment hasn’t begun')
    // A refusal contains the appointment, too.
    expect(eventsOf(api.db, anna.uid)).toContainEqual({
      kind: 'user.viewed',
      actor: rita.uid,
      data: { what: 'agenda' },
    })
    api.setTime(new Date(TUESDAY_MORNING.getTime() - 45 * 60_000))
    const early = await take(rita, id, 'arrived')
    expect(early.json().message).toContain('opens 60 minutes before')
  })
})

test('a note is trimmed and limited in length, and a note that another user has changed is refused with theirs', async () => {
  const { rita, id } = await openDesk()
  const write = (note: string) => rita.put(`/agenda/${id}/note`, { version: 0, note })
  expect((await write('x'.repeat(501))).statusCode).toBe(400)
  await write(' Allergic to penicillin. ')
  const refused = await write('Brings a wheelchair.')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'stale',
    current: { note: 'Allergic to penicillin.', noteVersion: 1 },
  })
  const history = await rita.get(`/agenda/${id}/notes`)
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
      read: () => text,
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
    /** Makes the user a patient; resolves when their stream has ended. */
    async function end(api: TestApp, { uid }: Session, { stream }: { stream: Readable }) {
      const ended = once(stream, 'end')
      api.db.update(users).set({ role: 'patient' }).where(eq(users.uid, uid)).run()
      beat()
      await ended
    }
    return { beat, end }
  }

  test('names changed appointments, including changes that a screen has missed', async () => {
    const { api, rita, id } = await openDesk()
    const first = await openStream(api, rita)
    await first.until(/^:/)
    await take(rita, id, 'arrived')
    const position = await first.until(new RegExp(`id: (\\d+)\ndata: \\["${id}"\\]\n\n`))
    first.stream.destroy()

    await take(rita, id, 'completed', 1)
    const second = await openStream(api, rita, position)
    await second.until(new RegExp(`data: \\["${id}"\\]`))
    second.stream.destroy()
  })

  test('reports that a colleague takes care of an entry on any list', async () => {
    const { api, rita } = await openDesk()
    const sam = await signInStaff(api, 'sam@example.com')
    const details = { name: 'Zoë', phone: '(503) 555-0142', email: '' }
    const family = (await rita.post('/families', details)).json()._id
    const { stream, until } = await openStream(api, sam)
    await until(/^:/)
    const seen = { claimed: null, outcome: null }
    await rita.put(`/todo/unreachable/${family}`, { claimed: true, seen })
    await until(/data: \[\]\n\n/)
    stream.destroy()
  })

  test('reports other changes separately from concurrent changes of appointments', async () => {
    const { api, rita, id } = await openDesk()
    const { stream, until } = await openStream(api, rita)
    await until(/^:/)
    writeAtOnce(api.db, (tx) => {
      const actor = rita.uid
      appendEvent(tx, { kind: 'appointment.noted', subject: id, actor, data: {} }, api.now())
      const data = { list: 'settle', claimed: true }
      appendEvent(tx, { kind: 'todo.claimed', subject: id, actor, data }, api.now())
    })
    await until(new RegExp(`data: \\["${id}"\\]\n\nid: \\d+\ndata: \\[\\]\n\n`))
    stream.destroy()
  })

  test('ends at the next heartbeat after the user stops being staff', async () => {
    const { api, rita } = await openDesk()
    const { end, beat } = controlHeartbeats()
    const stream = await openStream(api, rita)
    beat()
    await stream.until(/^:\n\n:\n\n$/)
    await end(api, rita, stream)
  })

  test.each<[string, (admin: Session, rita: Session) => Promise<{ statusCode: number }>]>([
    ['the demotion', (admin, { email }) => admin.delete(`/user/staff/${email}`)],
    ['the removal', (admin, { email }) => admin.delete(`/user/${email}`)],
    ['the logout', (_, rita) => rita.delete('/sessions/current')],
  ])('ends with %s of its reader, without naming concurrent changes', async (_, lose) => {
    const { api, rita, id } = await openDesk()
    const admin = await signInAdmin(api)
    const { stream, until, read } = await openStream(api, rita)
    await until(/^:/)
    const ended = once(stream, 'end')
    expect((await lose(admin, rita)).statusCode).toBe(200)
    writeAtOnce(api.db, (tx) =>
      appendEvent(tx, { kind: 'appointment.noted', subject: id, actor: null, data: {} }, api.now()),
    )
    await ended
    expect(read()).not.toContain(id)
  })

  const openTen = (api: TestApp, session: Session) =>
    Promise.all(Array.from({ length: 10 }, () => openStream(api, session)))

  test('is refused to a user who has ten, and allowed again when one has ended', async () => {
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

  test('ends with the server', async () => {
    const { api, rita } = await openDesk()
    const { stream } = await openStream(api, rita)
    const end = once(stream, 'end')
    await api.app.close()
    await end
  })
})
