import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import type { CallEntry, TodoCounts } from '#contract/front-desk/todo.ts'
import type { AbsenceApproval, AbsencePreview, AbsenceResult } from '#contract/schedule/absences.ts'
import { findLatestPosition, listLiveChanges } from '#drizzle/queries/events.ts'
import { markUnreachable } from '#drizzle/queries/notifications/unreachable.ts'
import { appointments, closures, notifications, offers } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  changeClinic,
  type Session,
  sendEmails,
  signIn,
  signInAdmin,
  signInStaff,
} from '#server/testing/test-app.ts'

const TODAY = '2027-03-01'
const SLOTS = ['09:00 AM - 09:30 AM', '10:00 AM - 10:30 AM', '11:00 AM - 11:30 AM']

/** Ada has three patients today; Benno, who gives the same treatment, has one at ten. */
async function openClinic() {
  const api = await buildTestApp()
  const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
  const benno = addTreatingDoctor(api.db, 'Benno', 'Allergy Testing')
  const rita = await signInStaff(api, 'rita@example.com')
  const bookWith = async (doctor: string, slot: string, name: string) =>
    book(api, await signIn(api, `${name}@example.com`), { date: 'Mar 1, 2027', slot, doctor })
  const ids: string[] = []
  for (const [index, slot] of SLOTS.entries())
    ids.push(await bookWith(ada, slot, `patient${index}`))
  await bookWith(benno, SLOTS[1] ?? '', 'other')
  const preview = async () =>
    (await rita.post('/absences/preview', { doctor: ada, fromMinute: 0 })).json<AbsencePreview>()
  const record = (fingerprint: string, decisions: object[]) =>
    rita.post('/absences', { doctor: ada, fromMinute: 0, reason: 'Ill', fingerprint, decisions })
  const rowOf = (id = '') => api.db.select().from(appointments).where(eq(appointments.id, id)).get()
  return { api, ada, benno, rita, ids, preview, record, rowOf }
}

test('hands over to a free colleague, moves, cancels, and lists what is left', async () => {
  const { api, ada, benno, ids, preview, record, rowOf } = await openClinic()
  const list = await preview()
  const [first, second, third] = list.appointments
  expect(list.appointments.map(({ handOver }) => handOver?.name ?? null)).toEqual([
    'Benno',
    null,
    'Benno',
  ])
  const before = allOf(api.db, notifications).length
  const answer = await record(list.fingerprint, [
    { _id: first?._id, version: first?.version, action: 'hand_over', doctor: benno },
    { _id: second?._id, version: second?.version, action: 'cancel' },
  ])
  const result = answer.json<AbsenceResult>()
  expect(result.results.map(({ outcome }) => outcome)).toEqual([
    'handed_over',
    'cancelled',
    'later',
  ])
  expect(result.left.appointments.map(({ _id }) => _id)).toEqual([third?._id])
  expect([rowOf(ids[0])?.doctorId, rowOf(ids[1])?.status]).toEqual([benno, 'cancelled'])
  expect(allOf(api.db, closures)).toMatchObject([
    { doctorId: ada, fromDate: TODAY, toDate: TODAY, reason: 'Ill' },
  ])
  const sent = allOf(api.db, notifications).slice(before)
  const now = sent.filter(({ kind }) => kind === 'moved' || kind === 'cancelled')
  expect(now.map(({ appointmentId }) => appointmentId).sort()).toEqual([ids[0], ids[1]].sort())

  // The rest in a second step; the absence is recorded once.
  const later = { _id: third?._id, version: third?.version, action: 'move', date: '2027-03-03' }
  const rest = await record(result.left.fingerprint, [{ ...later, slot: SLOTS[2] }])
  expect(rest.json<AbsenceResult>()).toMatchObject({
    results: [{ outcome: 'moved' }],
    left: { appointments: [] },
  })
  expect(rowOf(ids[2])).toMatchObject({ date: '2027-03-03', status: 'booked' })
  expect(allOf(api.db, closures)).toHaveLength(1)
})

test('lists families that no email reaches about a change as families to call', async () => {
  const { api, benno, ids, preview, record } = await openClinic()
  const list = await preview()
  const [first, second] = list.appointments
  markUnreachable(api.db, 'patient0@example.com', api.now())
  await record(list.fingerprint, [
    { _id: first?._id, version: first?.version, action: 'hand_over', doctor: benno },
    { _id: second?._id, version: second?.version, action: 'cancel' },
  ])
  await sendEmails(api)
  const rita = await signInStaff(api, 'sam@example.com')
  const calls = await rita.get('/todo/calls')
  expect(calls.json<CallEntry[]>()).toMatchObject([{ _id: ids[0], what: 'moved', why: 'bounced' }])
})

describe('patients who are here, or whose time has begun', () => {
  /**
   * It is 10:15: the first patient is in a room, the second one is waiting, and the third one comes at
   * eleven.
   */
  async function openLate() {
    const clinic = await openClinic()
    const { api, ids } = clinic
    api.setTime(new Date('2027-03-01T15:15:00Z'))
    const rita = await signInStaff(api, 'rita@example.com')
    const step = (id = '', attendance: string, version: number) =>
      rita.put(`/agenda/${id}/attendance`, { attendance, version })
    await step(ids[0], 'arrived', 0)
    await step(ids[0], 'in_room', 1)
    await step(ids[1], 'arrived', 0)
    const read = async (fromMinute: number) => {
      const answer = await rita.post('/absences/preview', { doctor: clinic.ada, fromMinute })
      return answer.json<AbsencePreview>()
    }
    const record = (fingerprint: string, decisions: object[]) => {
      const absence = { doctor: clinic.ada, fromMinute: 0, reason: 'Ill' }
      return rita.post('/absences', { ...absence, fingerprint, decisions })
    }
    return { ...clinic, rita, step, read, record }
  }

  test('are listed, with a colleague’s next time that is reserved for each', async () => {
    const { ids, read, step } = await openLate()
    const { appointments: listed } = await read(0)
    expect(listed.map(({ _id, attendance }) => [_id, attendance])).toEqual([
      [ids[0], 'in_room'],
      [ids[1], 'arrived'],
      [ids[2], 'expected'],
    ])
    // Eleven o'clock with Benno is proposed for the patient of eleven.
    expect(listed[2]?.handOver).toMatchObject({ name: 'Benno', slot: SLOTS[2] })
    expect(listed.slice(0, 2).map(({ handOver }) => handOver?.slot)).not.toContain(SLOTS[2])
    // Also if the doctor leaves after their time; not if that is later today.
    const ofLater = async (minute: number) =>
      (await read(minute)).appointments.map((one) => one._id)
    expect(await ofLater(10 * 60 + 45 - 30)).toEqual(ids)
    expect(await ofLater(10 * 60 + 45)).toEqual([ids[2]])
    await step(ids[0], 'completed', 2)
    expect((await read(0)).appointments.map(({ _id }) => _id)).toEqual(ids.slice(1))
  })

  test('are marked as no longer here if they get another day or none', async () => {
    const { ids, read, record, rowOf, api } = await openLate()
    const { appointments: listed, fingerprint } = await read(0)
    const [first, second] = listed
    const answer = await record(fingerprint, [
      { _id: first?._id, version: first?.version, action: 'cancel' },
      {
        _id: second?._id,
        version: second?.version,
        action: 'move',
        date: '2027-03-03',
        slot: SLOTS[1],
      },
    ])
    expect(answer.json<AbsenceResult>().results.map(({ outcome }) => outcome)).toEqual([
      'cancelled',
      'moved',
      'later',
    ])
    const gone = { attendance: 'expected', arrivedAt: null, room: null }
    expect(rowOf(ids[0])).toMatchObject({ ...gone, status: 'cancelled' })
    expect(rowOf(ids[1])).toMatchObject({ ...gone, status: 'booked', date: '2027-03-03' })
    const kinds = eventsOf(api.db, ids[1] ?? '').map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['appointment.moved', 'appointment.reopened'])
  })

  test('are marked as no longer here if they are re-offered another day, and answer as usual', async () => {
    const { ids, read, record, rowOf, api } = await openLate()
    const { appointments: listed, fingerprint } = await read(0)
    const { _id, version, otherTime } = listed[1] ?? {}
    const { date, slot } = otherTime ?? {}
    const answer = await record(fingerprint, [{ _id, version, action: 'reoffer', date, slot }])
    expect(answer.json<AbsenceResult>().results[1]?.outcome).toBe('reoffered')
    expect(rowOf(ids[1])).toMatchObject({ attendance: 'expected', status: 'booked', date: TODAY })
    const patient = await signIn(api, 'patient1@example.com')
    const offer = api.db.select().from(offers).get()
    const accepted = await patient.post(`/offers/${offer?.id}/accept`, { version: 0 })
    expect(accepted.statusCode).toBe(200)
    expect(rowOf(ids[1])).toMatchObject({ date, attendance: 'expected' })
  })
})

test('lists a family that no email reaches as one to call about its held time', async () => {
  const { api, ids, preview, record } = await openClinic()
  markUnreachable(api.db, 'patient1@example.com', api.now())
  const { appointments: listed, fingerprint } = await preview()
  const { _id, version, otherTime } = listed[1] ?? {}
  const { date, slot } = otherTime ?? {}
  const answer = await record(fingerprint, [{ _id, version, action: 'reoffer', date, slot }])
  expect(answer.json<AbsenceResult>().results[1]).toMatchObject({ toCall: true })
  const rita = await signInStaff(api, 'sam@example.com')
  const calls = await rita.get('/todo/calls')
  expect(calls.json<CallEntry[]>()).toMatchObject([
    { _id: ids[1], what: 'reoffered', why: 'bounced', held: { date, slot } },
  ])
  const waiting = async () => (await rita.get('/todo')).json<TodoCounts>().calls
  expect(await waiting()).toBe(1)
  const reached = { outcome: 'reached', seen: { claimed: null, outcome: null } }
  await rita.put(`/todo/calls/${ids[1]}`, reached)
  expect(await waiting()).toBe(0)
  const [call] = calls.json<CallEntry[]>()
  await rita.post(`/offers/${call?.held?.offer}/accept`, { version: 0 })
  expect((await rita.get('/todo/calls')).json()).toEqual([])
})

test('does nothing if an appointment has changed since the list was shown', async () => {
  const { api, ids, preview, record, rowOf } = await openClinic()
  const list = await preview()
  api.db
    .update(appointments)
    .set({ version: 9 })
    .where(eq(appointments.id, ids[0] ?? ''))
    .run()
  const refused = await record(list.fingerprint, [{ _id: ids[1], version: 0, action: 'cancel' }])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'outdated'])
  expect(refused.json().preview.appointments).toHaveLength(3)
  expect(rowOf(ids[1])?.status).toBe('booked')
  expect(allOf(api.db, closures)).toEqual([])
})

test('names what could not be done, and does the rest', async () => {
  const { benno, ids, preview, record, rowOf } = await openClinic()
  const list = await preview()
  const [, second, third] = list.appointments
  const answer = await record(list.fingerprint, [
    // Benno is busy then.
    { _id: second?._id, version: second?.version, action: 'hand_over', doctor: benno },
    { _id: third?._id, version: third?.version, action: 'cancel' },
  ])
  const { results, left } = answer.json<AbsenceResult>()
  expect(results.map(({ outcome }) => outcome)).toEqual(['later', 'failed', 'cancelled'])
  expect(left.appointments.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
  expect(rowOf(ids[1])).toMatchObject({ status: 'booked', doctorName: 'Ada' })
})

test('is for admins only if staff may not record absences', async () => {
  const { api, ada, rita } = await openClinic()
  await changeClinic(api, { staffRecordAbsences: false })
  const draft = { doctor: ada, fromMinute: 0 }
  expect((await rita.post('/absences/preview', draft)).statusCode).toBe(403)
  const admin = await signInAdmin(api)
  expect((await admin.post('/absences/preview', draft)).statusCode).toBe(200)
})

describe('if an admin must approve what staff record', () => {
  async function openStrictClinic() {
    const clinic = await openClinic()
    const { api, ada } = clinic
    await changeClinic(api, { absencesNeedApproval: true })
    const admin = await signInAdmin(api, 'boss@example.com')
    const rita = await signInStaff(api, 'rita@example.com')
    const read = async (by: Session) => (await by.get('/absences')).json<AbsenceApproval[]>()
    const decide = (id: string, decision: string, by = admin) =>
      by.put(`/absences/${id}/approval`, { decision })
    const waiting = async (by = admin) => (await by.get('/todo')).json().absences
    const isAway = () => allOf(api.db, closures).length === 1
    const { fingerprint } = await clinic.preview()
    const answer = (await clinic.record(fingerprint, [])).json<AbsenceResult>()
    const [absence] = await read(rita)
    if (!absence) throw new Error('No absence is listed')
    return { ...clinic, ada, admin, rita, read, decide, waiting, isAway, answer, id: absence._id }
  }

  test('it applies at once and is listed; the user who recorded it sees the approval', async () => {
    const { api, admin, rita, read, decide, waiting, isAway, answer, id, preview, record } =
      await openStrictClinic()
    expect([answer.toApprove, isAway(), await waiting(), await waiting(rita)]).toEqual([
      true,
      true,
      1,
      undefined,
    ])
    // Further steps decide about its appointments, for the same absence.
    const rest = await record((await preview()).fingerprint, [])
    expect(rest.json<AbsenceResult>().toApprove).toBe(true)
    const listed = { _id: id, doctor: { name: 'Ada' }, date: TODAY, fromMinute: 0, reason: 'Ill' }
    expect(await read(admin)).toMatchObject([{ ...listed, recordedBy: 'rita', isYours: false }])
    expect((await decide(id, 'approved', rita)).statusCode).toBe(403)
    expect((await decide(id, 'approved')).json()).toMatchObject({ state: 'approved' })
    expect((await decide(id, 'approved')).statusCode).toBe(200)
    expect(await read(admin)).toEqual([])
    expect(await read(rita)).toMatchObject([
      { ...listed, isYours: true, state: 'approved', decidedBy: 'boss' },
    ])
    expect([await waiting(), isAway()]).toEqual([0, true])
    expect(eventsOf(api.db, id).map(({ kind, actor }) => [kind, actor])).toEqual([
      ['closure.added', rita.uid],
      ['closure.approved', admin.uid],
    ])
    const audit = await admin.get('/audit')
    expect(audit.json().events[0]).toMatchObject({
      kind: 'closure.approved',
      subject: { label: 'an absence of Ada (Mar 1, 2027)' },
    })
  })

  test('a withdrawn one reopens the time, and another decision is refused', async () => {
    const { api, admin, rita, read, decide, waiting, isAway, id } = await openStrictClinic()
    expect((await decide(id, 'withdrawn')).json()).toMatchObject({ state: 'withdrawn' })
    expect([await waiting(), isAway()]).toEqual([0, false])
    const refused = await decide(id, 'approved')
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'stale', current: { state: 'withdrawn' } })
    expect(await read(rita)).toMatchObject([{ state: 'withdrawn', reason: null }])
    expect(eventsOf(api.db, id).at(-1)).toMatchObject({
      kind: 'closure.removed',
      actor: admin.uid,
      data: { rejected: true },
    })
    api.setTime(new Date(api.now().getTime() + 8 * 24 * 3_600_000))
    expect(await read(await signInStaff(api, 'rita@example.com'))).toEqual([])
  })

  test('removing it from the schedule withdraws it, and only admins can claim it', async () => {
    const { admin, rita, read, id } = await openStrictClinic()
    const claim = (by: Session) =>
      by.put(`/todo/absences/${id}`, { claimed: true, seen: { claimed: null, outcome: null } })
    expect((await claim(rita)).statusCode).toBe(403)
    expect((await claim(admin)).statusCode).toBe(200)
    await admin.delete(`/schedule/closures/${id}`)
    expect(await read(rita)).toMatchObject([{ state: 'withdrawn', decidedBy: 'boss' }])
  })

  test('an admin’s own record needs none', async () => {
    const api = await buildTestApp()
    const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
    await changeClinic(api, { absencesNeedApproval: true })
    const admin = await signInAdmin(api)
    const post = async (url: string, payload: object) => (await admin.post(url, payload)).json()
    const draft = { doctor: ada, fromMinute: 0 }
    const { fingerprint } = await post('/absences/preview', draft)
    const wanted = { ...draft, reason: 'Ill', fingerprint, decisions: [] }
    expect(await post('/absences', wanted)).toMatchObject({ toApprove: false })
    const list = await admin.get('/absences')
    expect(list.json()).toEqual([])
  })
})

test('re-offers: another time is held, which the family accepts when the day is over', async () => {
  const { api, ids, preview, record, rowOf } = await openClinic()
  const { appointments: listed, fingerprint, untilAt } = await preview()
  const [first, second] = listed
  expect(untilAt).toEqual({ date: '2027-03-03', minute: 18 * 60 })
  // The next day with the same doctor. Patients who can't be handed over choose first.
  const next = { date: '2027-03-02', slot: '10:30 AM - 11:00 AM', doctor: 'Ada' }
  expect(second?.otherTime).toEqual(next)
  expect(first?.otherTime).toEqual({ date: '2027-03-02', slot: SLOTS[2], doctor: 'Ada' })
  const wanted = (of: typeof first, changes = {}) => {
    const { _id, version, otherTime } = of ?? {}
    return { _id, version, action: 'reoffer', ...otherTime, doctor: undefined, ...changes }
  }
  const before = findLatestPosition(api.db)
  const answer = await record(fingerprint, [
    wanted(first),
    // Not the proposed time.
    wanted(second, { slot: SLOTS[0] }),
  ])
  const { results, left } = answer.json<AbsenceResult>()
  expect(results.map(({ outcome }) => outcome)).toEqual(['reoffered', 'failed', 'later'])
  expect(left.appointments.map(({ _id }) => _id)).toEqual(ids.slice(1))
  expect(rowOf(ids[0])).toMatchObject({ date: TODAY, status: 'booked' })
  const rita = await signInStaff(api, 'rita@example.com')
  const shown = await rita.get(`/agenda?date=${TODAY}`)
  const { entries } = shown.json<Agenda>()
  expect(entries.filter(({ reoffered }) => reoffered).map(({ _id }) => _id)).toEqual([ids[0]])
  // Screens are notified.
  expect(listLiveChanges(api.db, before).ids).toEqual([ids[0]])
  const admin = await signInAdmin(api, 'boss@example.com')
  const audit = await admin.get('/audit?kind=closure.reoffered')
  expect(audit.json().events).toMatchObject([
    { subject: { label: 'an absence of Ada (Mar 1, 2027)' } },
  ])

  api.setTime(new Date('2027-03-02T04:00:00Z'))
  const patient = await signIn(api, 'patient0@example.com')
  const offer = api.db.select().from(offers).get()
  const accepted = await patient.post(`/offers/${offer?.id}/accept`, { version: 0 })
  expect([accepted.statusCode, accepted.body]).toMatchObject([200, expect.anything()])
  expect(rowOf(ids[0])).toMatchObject({ date: '2027-03-02', startMinute: 660, doctorName: 'Ada' })
})
