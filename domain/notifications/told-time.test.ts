import { beforeEach, expect, it } from 'vitest'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { moveByFamily, moveToTime } from '#domain/booking/move-appointment.ts'
import { changePatient } from '#domain/front-desk/family-children.ts'
import { addClosure } from '#domain/schedule/closures.ts'
import { impactOf } from '#domain/schedule/schedule-conflicts.ts'
import { addChildOf, BY_ADMIN, booked, byFamily, MOMENT, TUESDAY } from '#domain/testing/booking.ts'
import { type EmailTest, emailTest, HOUR, MINUTE, UNREACHABLE } from '#domain/testing/emails.ts'
import { closeWithReoffers, closing } from '#domain/waitlist/testing/waiting-clinic.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { SENDER } from './content/examples.ts'
import { composeEmail } from './sending/compose.ts'

// A move by staff in the calendar, whose email waits for ten seconds: docs/requirements.md#calendar-of-the-day.

const NINE = '09:00 AM - 09:30 AM'
const TEN = '10:00 AM - 10:30 AM'
const ELEVEN = '11:00 AM - 11:30 AM'
const KNOWN = { date: TUESDAY, startMinute: 9 * 60 }

let test: EmailTest

beforeEach(() => {
  test = emailTest()
})

function bookAtNine(doctor?: string): string {
  return booked(test.db, { slot: NINE, ...(doctor && { doctor }) }).id
}

const rowOf = (id: string) => findAppointment(test.db, id) ?? expect.fail('No such appointment')
const byAdmin = () => ({ ...BY_ADMIN, now: test.now })
const byStaff = () => ({ actor: 'rita', moment: MOMENT, now: test.now })

function move(id: string, slot: string, doctor?: string) {
  const target = { date: TUESDAY, slot, doctor }
  const moved = moveToTime(test.db, rowOf(id), target, { ...byStaff(), undoable: true })
  expect(moved).toMatchObject({ outcome: 'moved' })
}

/** The emails of the next minute. */
async function sendAll() {
  test.emails.sent = []
  await test.pass(MINUTE, 5_000)
  return test.emails.sent.map((subject) => {
    const { text, subject: title } = composeEmail(subject, SENDER)
    return { ...subject, title, text }
  })
}

it('names the time that the family knows, after two moves before the first email', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  move(id, ELEVEN)
  const emails = await sendAll()
  expect(emails).toMatchObject([{ kind: 'moved', from: KNOWN, appointment: { startMinute: 660 } }])
  expect(emails[0]?.text).toContain('9:00 AM')
  expect(emails[0]?.text).not.toContain('10:00 AM')
})

it('names it while the mail server is down, and the last one sent afterwards', async () => {
  const id = bookAtNine()
  await test.run()
  test.emails.respond = () => UNREACHABLE
  move(id, TEN)
  await sendAll()
  test.emails.respond = null
  move(id, ELEVEN)
  expect(await sendAll()).toMatchObject([{ kind: 'moved', from: KNOWN }])
  move(id, TEN)
  expect(await sendAll()).toMatchObject([{ kind: 'moved', from: { startMinute: 660 } }])
})

it('sends nothing when the last move leads back to that time', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  move(id, ELEVEN)
  move(id, NINE)
  expect(await sendAll()).toEqual([])
  expect(test.states()).toEqual(['booked sent', 'moved dropped', 'moved dropped'])
})

it('confirms the booking when nothing was sent before', async () => {
  const id = bookAtNine()
  move(id, TEN)
  move(id, NINE)
  expect(await sendAll()).toMatchObject([{ kind: 'booked', appointment: KNOWN }])
})

it('compares the doctor with the one that the family knows', async () => {
  const ada = addTreatingDoctor(test.db, 'Ada', 'Allergy Testing')
  const benno = addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
  const id = bookAtNine(ada)
  await test.run()
  move(id, TEN, benno)
  move(id, ELEVEN, benno)
  expect(await sendAll()).toMatchObject([{ from: KNOWN, isOtherDoctor: true }])
  move(id, TEN, ada)
  move(id, NINE, benno)
  expect(await sendAll()).toMatchObject([{ from: { startMinute: 660 }, isOtherDoctor: false }])
})

it('names the time on the screen to the guardian who moves it', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  const wanted = { id, version: rowOf(id).version, date: TUESDAY, slot: ELEVEN }
  const moved = moveByFamily(test.db, wanted, byFamily('anna', { now: test.now }))
  expect(moved.outcome).toBe('moved')
  expect(await sendAll()).toMatchObject([{ kind: 'moved', from: { startMinute: 600 } }])
})

it('says of both times that they are canceled', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  cancelByClinic(test.db, rowOf(id), byStaff())
  const emails = await sendAll()
  expect(emails).toMatchObject([{ kind: 'cancelled', from: KNOWN }])
  expect(emails[0]?.title).toBe('Appointment canceled: Tue, Mar 2 at 9:00 AM')
  expect(emails[0]?.text).toContain('It takes place at neither time.')
})

it('says of both times that they are canceled when the clinic closes the day', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  const closure = closing(TUESDAY)
  const { fingerprint } = impactOf(test.db, [rowOf(id)])
  addClosure(test.db, { closure, appointments: 'cancel', fingerprint }, byAdmin())
  const emails = await sendAll()
  expect(emails).toMatchObject([{ kind: 'cancelled', from: KNOWN }])
  expect(test.states()).toEqual(['booked sent', 'moved dropped', 'cancelled sent'])
})

it('says that the appointment was moved before it offers another time for the new one', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  expect(closeWithReoffers(test.db, closing(TUESDAY), byAdmin())).toMatchObject({ reoffered: 1 })
  expect(await sendAll()).toMatchObject([
    { kind: 'moved', from: KNOWN },
    { kind: 'reoffer_made', reoffers: [{ from: { startMinute: 600 } }] },
  ])
})

it('keeps that order while the mail server is down', async () => {
  const id = bookAtNine()
  await test.run()
  test.emails.respond = () => UNREACHABLE
  move(id, TEN)
  closeWithReoffers(test.db, closing(TUESDAY), byAdmin())
  expect(await sendAll()).toEqual([])
  test.emails.respond = null
  await test.pass(HOUR)
  const told = test.emails.sent.filter(({ kind }) => kind !== 'reoffer_reminder')
  expect(told).toMatchObject([{ kind: 'moved', from: KNOWN }, { kind: 'reoffer_made' }])
})

it('names both times when the patient is corrected, too', async () => {
  const id = bookAtNine()
  await test.run()
  move(id, TEN)
  const child = addChildOf(test.db, 'anna', 'Mia')
  const wanted = { family: 'anna', appointment: id, version: rowOf(id).version, child }
  expect(changePatient(test.db, wanted, byStaff()).outcome).toBe('done')
  const emails = await sendAll()
  expect(emails).toMatchObject([{ kind: 'patient_changed', from: KNOWN }])
  expect(emails[0]?.text).toMatch(/New time:.*10:00 AM.*Before:.*9:00 AM/s)
})
