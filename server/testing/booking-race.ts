import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { appointments, events } from '#drizzle/schema/index.ts'
import { addPatient } from '#drizzle/testing/seeded-database.ts'
import { forgeToken } from './forge-token.ts'
import { type Session, sessionOf, type TestApp } from './test-app.ts'

/** Registers so many patients, each with a token. */
export function addPatients(db: Transaction, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const uid = addPatient(db, `patient-${index}`)
    return { uid, email: `${uid}@example.com`, token: forgeToken(uid) }
  })
}

/** The same, each with a session. */
export function signInPatients({ app, db }: Pick<TestApp, 'app' | 'db'>, count: number): Session[] {
  return addPatients(db, count).map((user) => sessionOf(app, user))
}

/** One answer to `POST /appointments`. */
export interface BookingResponse {
  status: number
  body: { success: boolean; code?: string; booking: { _id?: string } }
}

/** Checks that exactly one of the patients has the slot: in responses, rows and events. */
export function expectOneBooking(
  db: Transaction,
  date: string,
  answers: readonly BookingResponse[],
) {
  const winners = answers.filter(({ status }) => status === 201)
  expect(winners).toHaveLength(1)
  const others = answers.filter((answer) => answer !== winners[0])
  expect(others.map(({ status, body }) => [status, body.code])).toEqual(
    others.map(() => [409, 'slot_taken']),
  )
  const rows = db.select().from(appointments).where(eq(appointments.date, date)).all()
  expect(rows.map(({ id }) => id)).toEqual([winners[0]?.body.booking._id])
  const booked = db.select().from(events).where(eq(events.kind, 'appointment.booked')).all()
  const ofThisRace = booked.filter(({ data }) => data.date === date)
  expect(ofThisRace.map(({ subject }) => subject)).toEqual(rows.map(({ id }) => id))
}
