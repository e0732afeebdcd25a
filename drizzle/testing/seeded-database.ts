import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, type InferSelectModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Database, Transaction } from '../client.ts'
import { insertAppointment } from '../queries/booking/appointments.ts'
import { appendEvent } from '../queries/events.ts'
import { findUser, insertUser } from '../queries/identity/users.ts'
import { listOfferedTreatments } from '../queries/schedule/schedule.ts'
import { closures, doctors, doctorTreatments, events, prices, treatments } from '../schema/index.ts'
import { openForTest, seededCopy } from './migrated-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The time of the tests in this folder. */
export const NOW = new Date('2027-03-01T13:00:00Z')

/** A freshly migrated and seeded database, in memory or in a file, closed when the test is over. */
export function seededDatabase(file?: string): Transaction {
  const copy = seededCopy(NOW)
  onTestFinished(() => void copy.$client.close())
  if (file === undefined) return copy
  writeFileSync(file, copy.$client.serialize())
  const db = openForTest(file)
  onTestFinished(() => void db.$client.close())
  return db
}

/** Two connections to one such database, as two processes have. */
export function seededFile(): { db: Transaction; other: Transaction } {
  const file = join(temporaryFolder(), 'test.db')
  const db = seededDatabase(file)
  const other = openForTest(file)
  onTestFinished(() => void other.$client.close())
  return { db, other }
}

/** Every row of a table. */
export function allOf<Table extends SQLiteTable>(db: Database, table: Table) {
  return db.select().from(table).all() as InferSelectModel<Table>[]
}

/** Registers a patient `NAME@example.com` with the uid `NAME`. */
export function addPatient(db: Transaction, uid: string): string {
  if (!findUser(db, uid)) {
    const email = `${uid}@example.com`
    insertUser(db, { uid, email, name: uid, emailVerified: true, createdAt: NOW })
    appendEvent(db, { kind: 'user.registered', actor: uid, subject: uid }, NOW)
  }
  return uid
}

export type NewAppointment = Parameters<typeof insertAppointment>[1]

/** Inserts an unpaid appointment of Anna's for 2027-03-02, 09:00, with `changes`; returns its id. */
export function addAppointment(
  db: Transaction,
  { patientUid = addPatient(db, 'anna'), ...changes }: Partial<NewAppointment> = {},
): string {
  const treatment = listOfferedTreatments(db).find(({ name }) => name === 'Allergy Testing')
  if (!treatment) throw new Error('The database has no treatments.')
  const appointment = insertAppointment(db, {
    id: 'appointment-1',
    treatmentId: treatment.id,
    treatment: treatment.name,
    doctorId: null,
    doctorName: null,
    priceCents: 110_00,
    date: '2027-03-02',
    startMinute: 540,
    lengthMinutes: 30,
    patientUid,
    patientName: 'anna',
    email: 'anna@example.com',
    phone: '555 0100',
    address: '1 Main Street',
    createdAt: NOW,
    terms: DEFAULT_TERMS,
    ...changes,
  })
  if (!appointment) throw new Error('The slot is taken.')
  return appointment.id
}

/** Adds a doctor who gives those treatments; returns their id. */
export function addTreatingDoctor(db: Transaction, name: string, ...treatments: string[]): string {
  const id = uuidv7()
  const email = `${id}@example.com`
  db.insert(doctors).values({ id, name, email, specialty: 'Sleep', createdAt: NOW }).run()
  for (const treatment of listOfferedTreatments(db)) {
    if (!treatments.includes(treatment.name)) continue
    db.insert(doctorTreatments).values({ treatmentId: treatment.id, doctorId: id }).run()
  }
  return id
}

/** Closes the clinic on whole days. */
export function closeDays(db: Transaction, ...dates: string[]): void {
  const rows = dates.map((date) => ({
    id: uuidv7(),
    fromDate: date,
    toDate: date,
    reason: 'Training',
  }))
  db.insert(closures).values(rows).run()
}

/** Gives a treatment a price from that day on. */
export function changePrice(
  db: Transaction,
  name: string,
  price: { validFrom: string; priceCents: number },
): void {
  const treatment = db.select().from(treatments).where(eq(treatments.name, name)).get()
  if (!treatment) throw new Error(`There is no treatment ${name}.`)
  db.insert(prices)
    .values({ treatmentId: treatment.id, createdAt: NOW, ...price })
    .run()
}

/** Events about a subject, oldest first. */
export function eventsOf(db: Transaction, subject: string) {
  return allOf(db, events)
    .filter((event) => event.subject === subject)
    .map(({ kind, actor, data }) => ({ kind, actor, data }))
}
