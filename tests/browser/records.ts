import { addDays } from 'date-fns/addDays'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { toIsoDate } from '#contract/dates.ts'
import type { Child } from '#contract/guardians/children.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import {
  correctChild,
  insertChild,
  listChildren,
  updateChild,
} from '#drizzle/queries/guardians/children.ts'
import {
  appointments,
  closures,
  doctors,
  doctorTreatments,
  events,
  paymentItems,
  payments,
  prices,
  treatments,
  treatmentTimes,
  users,
} from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { MORNING, NOON } from '#machines/testing/booking/booking-fixture.ts'
import { toChild } from '#server/views/guardians.ts'

type AppointmentRow = typeof appointments.$inferSelect

let opened: Transaction | undefined

/** The site's own database, for reading and changing. */
export function records(): Transaction {
  opened ??= openForTest(databaseFile(process.env.SPROUT_TEST_DATA_DIR ?? ''))
  return opened
}

/** Frees every slot of the day, or a treatment's slots on it. */
export function vacate(day: string, treatment?: Treatment): void {
  records()
    .update(appointments)
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where(
      and(
        eq(appointments.date, day),
        eq(appointments.status, 'booked'),
        treatment && eq(appointments.treatmentId, treatment._id),
      ),
    )
    .run()
}

export function appointmentRow(id: string): AppointmentRow | undefined {
  return records().select().from(appointments).where(eq(appointments.id, id)).get()
}

/** All appointments of the patient, canceled ones included. */
export function appointmentsOf(uid: string): AppointmentRow[] {
  return records().select().from(appointments).where(eq(appointments.patientUid, uid)).all()
}

/** Changes an appointment without the page's knowledge. */
export function changeAppointment(
  id: string,
  change: Partial<typeof appointments.$inferInsert>,
): void {
  records().update(appointments).set(change).where(eq(appointments.id, id)).run()
}

/** The kinds of a subject's events in the audit log, in order. */
export function eventsOf(subject: string): string[] {
  return records()
    .select({ kind: events.kind })
    .from(events)
    .where(eq(events.subject, subject))
    .orderBy(events.id)
    .all()
    .map(({ kind }) => kind)
}

export function paymentsOf(appointmentId: string): (typeof payments.$inferSelect)[] {
  return records()
    .select()
    .from(payments)
    .innerJoin(paymentItems, eq(paymentItems.paymentId, payments.id))
    .where(eq(paymentItems.appointmentId, appointmentId))
    .all()
    .map((row) => row.payments)
}

/** Adds a child of the user. */
export function addChild(uid: string, name: string): Child {
  const row = { id: uuidv7(), name, birthDate: '2021-06-05', createdBy: uid, createdAt: new Date() }
  return toChild(insertChild(records(), row))
}

/** The names of the user's children. */
export function childrenOf(uid: string): string[] {
  return listChildren(records(), uid).map(({ child }) => child.name)
}

/** The user's child of that name; null if there is none or no name is given. */
export function findChildNamed(uid: string, name: string | undefined): Child | null {
  const found = listChildren(records(), uid).find(({ child }) => child.name === name)
  return found ? toChild(found) : null
}

/** Makes these the user's only children; the others are archived, with other names. */
export function setChildren(uid: string, wanted: readonly Pick<Child, 'name'>[]): void {
  for (const { child } of listChildren(records(), uid)) {
    const isWanted = wanted.some(({ name }) => name === child.name)
    const archivedAt = isWanted ? null : new Date()
    // The site refuses a second child of the same name.
    const name = child.name === 'Ida' && !isWanted ? child.id : child.name
    const moment = { today: new Date().toISOString().slice(0, 10), minute: 0 }
    correctChild(records(), child.id, { name }, { actor: uid, now: new Date(), moment })
    updateChild(records(), child.id, { archivedAt })
  }
}

/** Adds a treatment that only one test books, with the slots MORNING and NOON, at $120, by two doctors. */
export function addTreatment(index: number): Treatment {
  const treatment = {
    _id: uuidv7(),
    // No name may contain another one.
    name: `Advice ${index + 1} on Sleep`,
    slots: [MORNING, NOON],
    price: 120,
  }
  const db = records()
  db.insert(treatments)
    .values({
      id: treatment._id,
      name: treatment.name,
      position: 100 + index,
      lengthMinutes: minutesOf(MORNING).lengthMinutes,
    })
    .run()
  setPrice(treatment, '2000-01-01', treatment.price)
  for (const slot of treatment.slots) {
    db.insert(treatmentTimes)
      .values({ treatmentId: treatment._id, ...minutesOf(slot) })
      .run()
  }
  const doctors = ['Lind', 'Okoro'].map((name) =>
    addDoctorOf(treatment, `Dr. ${name} ${index + 1}`),
  )
  return { ...treatment, doctors }
}

function addDoctorOf({ _id, name: specialty, slots }: Treatment, name: string) {
  const doctor = addDoctor(name, specialty)
  records().insert(doctorTreatments).values({ treatmentId: _id, doctorId: doctor._id }).run()
  return { ...doctor, slots }
}

/** Adds a doctor without treatments. */
export function addDoctor(name: string, specialty: string) {
  const id = uuidv7()
  const email = `${id}@example.com`
  const createdAt = new Date()
  records().insert(doctors).values({ id, name, email, specialty, createdAt }).run()
  return { _id: id, name }
}

/**
 * Changes the price from the day after tomorrow on; tomorrow may be fixed already, as it has begun in some
 * time zone.
 * @param price in dollars
 */
export function changePrice(treatment: Treatment, price: number): void {
  const validFrom = toIsoDate(addDays(new Date(), 2))
  records()
    .delete(prices)
    .where(and(eq(prices.treatmentId, treatment._id), eq(prices.validFrom, validFrom)))
    .run()
  setPrice(treatment, validFrom, price)
}

function setPrice({ _id }: Treatment, validFrom: string, price: number): void {
  records()
    .insert(prices)
    .values({ treatmentId: _id, validFrom, priceCents: price * 100, createdAt: new Date() })
    .run()
}

/** Marks the email as confirmed at the clinic only, which allows more unpaid appointments. */
export function confirmEmail(uid: string): void {
  records().update(users).set({ emailVerified: true }).where(eq(users.uid, uid)).run()
}

/** Makes the user an admin. */
export function makeAdmin(uid: string): void {
  records().update(users).set({ role: 'admin' }).where(eq(users.uid, uid)).run()
}

/** Closes the clinic on that day, or reopens it. */
export function closeDay(day: string, reason: string | null): void {
  const db = records()
  // Re-offers of the day end with its closures.
  db.$client
    .prepare('delete from waitlist_entries where closure_id is not null and from_date = ?')
    .run(day)
  db.delete(closures).where(eq(closures.fromDate, day)).run()
  if (reason) db.insert(closures).values({ id: uuidv7(), fromDate: day, toDate: day, reason }).run()
}

/** The reasons of a doctor's absences. */
export function absencesOf(doctorId: string): string[] {
  const own = records().select().from(closures).where(eq(closures.doctorId, doctorId)).all()
  return own.map(({ reason }) => reason)
}

/**
 * Books a slot of a doctor for the patient or their child, or of all doctors for patients with removed
 * accounts.
 */
export function takeSlot(
  { _id, name, price, doctors = [] }: Treatment,
  day: string,
  slot: string,
  patientUid: string | null = null,
  child: Child | null = null,
): void {
  const taken = patientUid === null ? doctors : doctors.slice(0, 1)
  const rows = taken.map((doctor) => ({
    id: uuidv7(),
    treatmentId: _id,
    treatment: name,
    doctorId: doctor._id,
    doctorName: doctor.name,
    priceCents: price * 100,
    date: day,
    ...minutesOf(slot),
    patientUid,
    ...(child && { childId: child._id, childName: child.name, childBirthDate: child.birthDate }),
    patientName: 'Quick Quinn',
    email: 'quinn@example.com',
    phone: '+1 503 555 0101',
    address: '2 Orchard Lane',
    createdAt: new Date(),
  }))
  records().insert(appointments).values(rows).run()
}

/**
 * Adds a ten-minute appointment of a family without an account. By default it has a new doctor, so that it
 * conflicts with no other.
 * @returns its id
 */
export function addVisit(visit: {
  date: string
  startMinute: number
  patientName: string
  doctorId?: string
  doctorName?: string
}): string {
  const treatment = records().select().from(treatments).get()
  if (!treatment) throw new Error('The database has no treatments.')
  const id = uuidv7()
  records()
    .insert(appointments)
    .values({
      doctorId: id,
      doctorName: 'Dr. Agenda',
      ...visit,
      id,
      treatmentId: treatment.id,
      treatment: treatment.name,
      priceCents: 110_00,
      lengthMinutes: 10,
      email: 'visit@example.com',
      phone: '+1 503 555 0199',
      address: '3 Orchard Lane',
      createdAt: new Date(),
    })
    .run()
  return id
}

/** Both slots last half an hour. */
function minutesOf(slot: string) {
  return { startMinute: slot === MORNING ? 9 * 60 : 12 * 60, lengthMinutes: 30 }
}
