import { expect, test } from 'vitest'
import { appointments, notifications, refunds } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { signInPatients } from './testing/booking-race.ts'
import { buildPayingTest, openIntent, sayPaid } from './testing/paying.ts'
import { bookingOf } from './testing/test-app.ts'

test('refunds once when 50 tabs cancel a paid appointment at once', async () => {
  const clinic = await buildPayingTest()
  const { db, session, appointmentId, stripe } = clinic
  const intentId = await openIntent(clinic)
  stripe.charge(intentId)
  await sayPaid(clinic, intentId)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      session.post(`/appointments/${appointmentId}/cancel`, { version: 0, refund: 110 }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(allOf(db, refunds)).toMatchObject([{ amountCents: 110_00 }])
  const kinds = eventsOf(db, appointmentId).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'appointment.cancelled')).toHaveLength(1)
  const emails = allOf(db, notifications)
  expect(emails.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1)
})

test.each([
  ['first', 0],
  ['in the middle', 100],
  ['last', 200],
])(
  'has one winner when a move meets 200 bookings, and a loser keeps the old time: %s',
  async (_, position) => {
    const clinic = await buildPayingTest()
    const { db, session, appointmentId } = clinic
    const target = { date: '2027-03-03', slot: '10:00 AM - 10:30 AM' }
    const before = clinic.appointment()
    const requests = signInPatients(clinic, 200).map(
      (patient) => () => patient.post('/appointments', bookingOf(patient, target)),
    )
    const move = () =>
      session.post(`/appointments/${appointmentId}/move`, { version: 0, ...target })
    requests.splice(position, 0, move)
    const answers = await Promise.all(requests.map((request) => request()))
    const won = answers.filter(({ statusCode }) => statusCode < 300)
    expect(won).toHaveLength(1)
    const hasMoved = won[0] === answers[position]
    const losers = answers.filter((answer) => answer !== won[0])
    expect(losers.map((answer) => answer.json().code)).toEqual(Array(200).fill('slot_taken'))
    const there = allOf(db, appointments).filter(({ date }) => date === target.date)
    expect(there).toHaveLength(1)
    if (hasMoved) expect(there[0]?.id).toBe(appointmentId)
    else expect(clinic.appointment()).toEqual(before)
  },
)
