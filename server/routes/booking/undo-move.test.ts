import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dueDeliveries, takeStep } from '#domain/waitlist/testing/run-handlers.ts'
import { readAuditFacts } from '#drizzle/queries/audit/audit-facts.ts'
import { hasDueNotification } from '#drizzle/queries/notifications/notification-queue.ts'
import {
  eventDeliveries,
  events,
  freedTimes,
  notifications,
  offers,
} from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { book, buildPayingTest } from '#server/testing/paying.ts'
import {
  bookingOf,
  FIRST_SLOT,
  type Session,
  signIn,
  signInStaff,
  WEDNESDAY,
} from '#server/testing/test-app.ts'
import { toAuditEntry } from '#server/views/audit.ts'

const TEN = '10:00 AM - 10:30 AM'
const SECOND = 1_000

/** Staff, and an appointment on Tuesday at 09:00 of which the family has been told. */
async function start() {
  const clinic = await buildPayingTest()
  const { db, appointmentId } = clinic
  const staff = await signInStaff(clinic)
  const sendEmails = () => db.update(notifications).set({ state: 'sent' }).run()
  sendEmails()
  const url = `/appointments/${appointmentId}`
  return {
    ...clinic,
    staff,
    sendEmails,
    move: (changes: object = {}, by: Pick<Session, 'post'> = staff) =>
      by.post(`${url}/move`, {
        ...{ version: 0, date: WEDNESDAY, slot: TEN, undoable: true },
        ...changes,
      }),
    undo: (version = 1, by: Pick<Session, 'post'> = staff) =>
      by.post(`${url}/undo-move`, { version }),
    moved: () => db.select().from(notifications).where(eq(notifications.kind, 'moved')).all(),
    pass: (seconds: number) => clinic.setTime(new Date(clinic.now().getTime() + seconds * SECOND)),
  }
}

test('a move by staff can be undone for ten seconds, without any email', async () => {
  const clinic = await start()
  const before = clinic.appointment()
  const answer = await clinic.move()
  const inTenSeconds = new Date(clinic.now().getTime() + 10 * SECOND)
  expect(answer.json()).toMatchObject({ undoUntil: inTenSeconds.toISOString() })
  clinic.pass(10)
  expect(hasDueNotification(clinic.db, clinic.now())).toBe(false)

  const undone = await clinic.undo()
  expect(undone.json()).toMatchObject({ options: { date: '2027-03-02', slot: FIRST_SLOT } })
  expect(clinic.appointment()).toEqual({ ...before, version: 2 })
  expect(clinic.moved()).toMatchObject([{ state: 'dropped' }])
  // A repeated request answers with what the first one made.
  expect((await clinic.undo()).statusCode).toBe(200)
  expect(clinic.appointment().version).toBe(2)

  const entries = allOf(clinic.db, events).map((event) =>
    toAuditEntry(event, readAuditFacts(clinic.db, [event])),
  )
  expect(entries.at(-1)).toMatchObject({
    kind: 'appointment.moved',
    detail: expect.stringContaining('back from Mar 3, 2027, 10:00 AM to Mar 2, 2027, 9:00 AM'),
  })
})

test('moving it back by hand in that time undoes it, without any email', async () => {
  const clinic = await start()
  const before = clinic.appointment()
  const { date } = before
  await clinic.move()
  clinic.pass(10)
  const back = await clinic.move({ version: 1, date, slot: FIRST_SLOT })
  expect(back.json()).toMatchObject({ options: { date, slot: FIRST_SLOT }, undone: true })
  expect(back.json().undoUntil).toBeUndefined()
  expect(clinic.appointment()).toEqual({ ...before, version: 2 })
  expect(clinic.moved()).toMatchObject([{ state: 'dropped' }])
  // The message of the first move still offers to undo it.
  expect((await clinic.undo()).statusCode).toBe(200)
  expect(clinic.appointment().version).toBe(2)
})

test('moving it back after that time sends an email', async () => {
  const clinic = await start()
  const { date } = clinic.appointment()
  await clinic.move()
  clinic.pass(12)
  clinic.sendEmails()
  const back = await clinic.move({ version: 1, date, slot: FIRST_SLOT })
  expect(back.json().undone).toBeUndefined()
  expect(clinic.moved()).toMatchObject([{ state: 'sent' }, { state: 'due', version: 2 }])
})

test('moving it back to another doctor is a move of its own', async () => {
  const clinic = await start()
  const [ada, benno] = ['Ada', 'Benno'].map((name) =>
    addTreatingDoctor(clinic.db, name, 'Allergy Testing'),
  )
  const id = await book(clinic, clinic.session, { date: WEDNESDAY, doctor: benno })
  clinic.sendEmails()
  const move = (version: number, slot: string) =>
    clinic.staff.post(`/appointments/${id}/move`, {
      ...{ version, date: WEDNESDAY, slot, doctor: ada, undoable: true },
    })
  await move(0, TEN)
  const other = await move(1, FIRST_SLOT)
  expect(other.statusCode).toBe(200)
  expect(other.json().undone).toBeUndefined()
  expect(clinic.moved()).toMatchObject([{ state: 'dropped' }, { state: 'due', version: 2 }])
})

test('after it the email is sent, and the move stays', async () => {
  const clinic = await start()
  await clinic.move()
  clinic.pass(12)
  expect(hasDueNotification(clinic.db, clinic.now())).toBe(true)
  const late = await clinic.undo()
  expect([late.statusCode, late.json().code]).toEqual([409, 'too_late'])
  expect(clinic.appointment()).toMatchObject({ date: '2027-03-03', version: 1 })
  expect(clinic.moved()).toMatchObject([{ state: 'due' }])
})

test('the former time is not offered to a family that waits before the move is final', async () => {
  const clinic = await start()
  const { db } = clinic
  const bea = await signIn(clinic, 'bea@example.com')
  const wish = { treatment: 'Allergy Testing', from: 'Mar 2, 2027', to: 'Mar 2, 2027' }
  const contact = { phone: '555 0100', address: '1 Main Street' }
  const joined = await bea.post('/waitlist', { ...wish, ...contact, weekdays: [2], part: 'any' })
  expect(joined.statusCode).toBe(201)
  await clinic.move()
  const [delivery] = dueDeliveries(db)
  const dueIn = allOf(db, eventDeliveries).map(({ dueAt }) => dueAt.getTime() - Date.now())
  expect(Math.max(...dueIn)).toBeGreaterThan(10 * SECOND)
  expect((await clinic.undo()).statusCode).toBe(200)
  expect(allOf(db, freedTimes)).toMatchObject([{ state: 'booked' }])
  if (!delivery) throw new Error('The time was freed')
  expect(takeStep(db, delivery, clinic.now())).toBe(true)
  expect(allOf(db, offers)).toEqual([])
})

test('it is refused when the time was booked meanwhile, and the move stays', async () => {
  const clinic = await start()
  await clinic.move()
  const bea = await signIn(clinic, 'bea@example.com')
  const booked = await bea.post('/appointments', bookingOf(bea))
  expect(booked.statusCode).toBe(201)
  const refused = await clinic.undo()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'slot_taken'])
  expect(clinic.appointment()).toMatchObject({ date: '2027-03-03', version: 1 })
  expect(clinic.moved()).toMatchObject([{ state: 'due' }])
})

test('it is refused after another change', async () => {
  const clinic = await start()
  await clinic.move()
  await clinic.move({ version: 1, slot: FIRST_SLOT })
  const refused = await clinic.undo(1)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'stale'])
})

test('it restores the doctor', async () => {
  const clinic = await start()
  const [ada, benno] = ['Ada', 'Benno'].map((name) =>
    addTreatingDoctor(clinic.db, name, 'Allergy Testing'),
  )
  const id = await book(clinic, clinic.session, { date: WEDNESDAY, doctor: benno })
  clinic.sendEmails()
  const wanted = { version: 0, date: WEDNESDAY, slot: TEN, doctor: ada, undoable: true }
  expect(
    (await clinic.staff.post(`/appointments/${id}/move`, wanted)).json().undoUntil,
  ).toBeTruthy()
  const undone = await clinic.staff.post(`/appointments/${id}/undo-move`, { version: 1 })
  expect(undone.json().options).toMatchObject({ slot: FIRST_SLOT, doctor: { name: 'Benno' } })
})

test.each([
  ['staff did not ask for it', { undoable: false }],
  ['the family does not know of the present time yet', {}],
])('emails do not wait if %s', async (_, changes) => {
  const clinic = await start()
  if (!('undoable' in changes)) clinic.db.update(notifications).set({ state: 'due' }).run()
  expect((await clinic.move(changes)).json().undoUntil).toBeUndefined()
  expect(clinic.moved()).toMatchObject([{ dueAt: clinic.now() }])
  expect((await clinic.undo()).json().code).toBe('too_late')
})

test('a family’s own move sends its email at once, and is not undone by the family', async () => {
  const clinic = await start()
  expect((await clinic.move({}, clinic.session)).json().undoUntil).toBeUndefined()
  expect(clinic.moved()).toMatchObject([{ dueAt: clinic.now() }])
  expect((await clinic.undo(1, clinic.session)).statusCode).toBe(403)
})
