import { addDays } from 'date-fns/addDays'
import { isWeekend } from 'date-fns/isWeekend'
import { v7 as uuidv7 } from 'uuid'
import { formatSlot } from '#contract/booking/slots.ts'
import { type IsoDate, toIsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { openStore } from '#domain/process/open-store.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { listOfferedTreatments, type OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import {
  doctors,
  doctorTreatments,
  prices,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { forgeToken, hs256 } from '#server/testing/forge-token.ts'
import { type LoadRequest, visitor } from './requests.ts'

/** Signs the sessions of the benchmark's patients. */
export const JWT_SECRET = 'a secret that is used by the benchmark only'

/** The maximum of the setting: room for 40,000 bookings. */
export const HORIZON_DAYS = 730

/** Enough patients that none reaches the rate limit. */
export const PATIENTS = 10_000

const TREATMENTS = 12
const DOCTORS = 20

/** Doctors per treatment; each doctor gives three treatments. */
const DOCTORS_OF_A_TREATMENT = 5

/** Size of a clinic; each treatment has 16 times a day. */
export interface ClinicSize {
  appointments: number
  patients: number
  /** Upcoming working days with every other time taken. */
  bookedDays: number
  treatments: number
  /** At least as many as treatments, and more than five. */
  doctors: number
}

/** Client addresses: few enough for the rate limiter to remember, enough to stay below the limit. */
const VISITORS = 2_000

const BOOKED_DAYS = 60

const FULL_SIZE = {
  patients: PATIENTS,
  bookedDays: BOOKED_DAYS,
  treatments: TREATMENTS,
  doctors: DOCTORS,
}

/** Uid of a member of staff. */
const DESK = 'desk'
/** Members of staff; each opens at most ten of the thousand streams. */
export const DESKS = [DESK, ...Array.from({ length: 99 }, (_, number) => `${DESK}${number}`)]

const deskEmailOf = (uid: string) => `${uid}@example.com`
export const uidOf = (number: number) => `patient-${number}`
export const emailOf = (number: number) => `patient${number}@example.com`

/** Working days after or before a date, in order. */
export function* workingDays(from: Date, step: 1 | -1): Generator<IsoDate> {
  for (let day = addDays(from, step); ; day = addDays(day, step)) {
    if (!isWeekend(day)) yield toIsoDate(day)
  }
}

/** Columns of an appointment besides its time. */
interface AppointmentDetails {
  phone: string
  patient_name: string
  child_id: string | null
  child_name: string | null
  child_birth_date: string | null
  attendance: string
  paid: number
  transaction_id: string | null
}

/** The names and details of a clinic's families. */
export interface Families {
  nameOf(number: number): string
  /** Runs before the appointments are added. */
  prepare(db: Transaction): void
  detailsOf(appointment: { id: string; date: IsoDate; number: number }): AppointmentDetails
}

/** Families without children; their appointments are not paid. */
const PLAIN: Families = {
  nameOf: (number) => `Patient ${number}`,
  prepare: () => {},
  detailsOf: ({ number }) => ({
    phone: '+1 212 555 0100',
    patient_name: PLAIN.nameOf(number),
    child_id: null,
    child_name: null,
    child_birth_date: null,
    attendance: 'expected',
    paid: 0,
    transaction_id: null,
  }),
}

/**
 * Creates a clinic with that many appointments: half of the times of the next weeks, and the rest in the
 * past, spread over the patients.
 */
export function fillClinic(dataDir: string, appointments: number, families = PLAIN): void {
  const db = openStore(dataDir)
  const now = new Date()
  seedDatabase(db, now)
  writeAtOnce(db, (tx) => fillDatabase(tx, { ...FULL_SIZE, appointments }, { families, now }))
  db.$client.pragma('wal_checkpoint(TRUNCATE)')
  db.$client.close()
}

/** Does the same in a database with the data of a new site. */
export function fillDatabase(
  db: Transaction,
  size: ClinicSize,
  { families, now }: { families: Families; now: Date },
): void {
  grow(db, size)
  const addUser = db.$client.prepare(
    `insert into users (uid, email, name, role, created_at, email_verified) values (?, ?, ?, ?, ?, 1)`,
  )
  const addAppointment = db.$client.prepare(
    `insert into appointments (id, treatment_id, treatment, price_cents, doctor_id, doctor_name, date,
       start_minute, length_minutes, patient_uid, patient_name, email, phone, address, created_at,
       child_id, child_name, child_birth_date, attendance, paid, transaction_id)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, $patient_name, ?, $phone, '1 Main Street', ?,
       $child_id, $child_name, $child_birth_date, $attendance, $paid, $transaction_id)`,
  )
  const createdAt = now.getTime()
  for (let number = 0; number < size.patients; number += 1) {
    const name = families.nameOf(number)
    addUser.run(uidOf(number), emailOf(number), name, 'patient', createdAt - number)
  }
  for (const uid of DESKS) addUser.run(uid, deskEmailOf(uid), 'Front Desk', 'staff', createdAt)
  families.prepare(db)
  let left = size.appointments
  for (const { date, service, slot, number } of takenTimes(db, size, now)) {
    if (left === 0) break
    left -= 1
    const { id: treatmentId, name, prices } = service
    const doctor = doctorFor(service)
    const id = uuidv7()
    const time = [date, slot.startMinute, slot.lengthMinutes]
    const treatment = [treatmentId, name, priceOn(prices, date), doctor?.id, doctor?.name]
    const patient = [uidOf(number), emailOf(number)]
    const details = families.detailsOf({ id, date, number })
    addAppointment.run(id, ...treatment, ...time, ...patient, createdAt, details)
  }
}

/** Adds treatments and doctors to a new database. */
function grow(db: Transaction, size: ClinicSize): void {
  const now = new Date()
  const [first] = listOfferedTreatments(db)
  for (let number = listOfferedTreatments(db).length; number < size.treatments; number += 1) {
    const id = uuidv7()
    db.insert(treatments)
      .values({ id, name: `Treatment ${number}`, position: number })
      .run()
    db.insert(prices)
      .values({ treatmentId: id, validFrom: '2000-01-01', priceCents: 75_00, createdAt: now })
      .run()
    const times = (first?.slots ?? []).map((slot) => ({ treatmentId: id, ...slot }))
    db.insert(treatmentTimes).values(times).run()
  }
  const offered = listOfferedTreatments(db)
  db.delete(doctors).run()
  for (let number = 0; number < size.doctors; number += 1) {
    const id = uuidv7()
    const name = `Dr. ${String(number).padStart(2, '0')}`
    const email = `doctor${number}@example.com`
    db.insert(doctors).values({ id, name, email, specialty: 'All', createdAt: now }).run()
    for (const [index, { id: treatmentId }] of offered.entries()) {
      const distance = (number - index + size.doctors) % size.doctors
      if (distance >= DOCTORS_OF_A_TREATMENT) continue
      db.insert(doctorTreatments).values({ treatmentId, doctorId: id }).run()
    }
  }
}

/** Adds another doctor for each treatment, so that all times of a day can be booked. */
export const doctorFor = ({ position, doctors }: PlacedTreatment) =>
  doctors.find(({ name }) => name === `Dr. ${String(position).padStart(2, '0')}`)

export interface PlacedTreatment extends OfferedTreatment {
  position: number
}

/** Every other time of the next weeks, then every time of the past, day by day. */
function* takenTimes(db: Database, size: ClinicSize, now: Date) {
  const ahead = workingDays(now, 1)
  for (let day = 0; day < size.bookedDays; day += 1) {
    yield* timesOf(db, size, { date: ahead.next().value, day, every: 2 })
  }
  const past = workingDays(now, -1)
  for (let day = 0; ; day += 1) yield* timesOf(db, size, { date: past.next().value, day, every: 1 })
}

/** All times of a day, each with its treatment. */
export const offeredTimes = (db: Database) =>
  listOfferedTreatments(db).flatMap((treatment, position) =>
    treatment.slots.map((slot) => ({ service: { ...treatment, position }, slot })),
  )

function* timesOf(
  db: Database,
  size: ClinicSize,
  { date, day, every }: { date: IsoDate; day: number; every: number },
) {
  for (const [index, time] of offeredTimes(db).slice(0, size.patients).entries()) {
    if (index % every === 0) yield { date, ...time, number: patientFor(day, index, size) }
  }
}

/** No patient gets two appointments on a day. */
function patientFor(
  day: number,
  time: number,
  { patients, treatments }: Omit<ClinicSize, 'appointments'>,
): number {
  const times = Math.min(16 * treatments, patients)
  return (day % Math.floor(patients / times)) * times + time
}

export function session(number: number, uid = uidOf(number)): Record<string, string> {
  const token = forgeToken(uid, { sign: hs256(JWT_SECRET) })
  return { authorization: `Bearer ${token}`, ...visitor(number) }
}

/** A session of one of the front desk's staff. */
export const deskSession = (number: number) => session(number, DESKS[number % DESKS.length])

/** Requests for the stream of changes, for that many screens of the front desk. */
export function openAgendas(screens: number): LoadRequest[] {
  return Array.from({ length: screens }, (_, number) => ({
    method: 'GET',
    path: '/agenda/changes',
    headers: deskSession(number),
  }))
}

/** Local storage of a browser at the front desk. */
export function deskStorage(): Record<string, string> {
  const user = { email: deskEmailOf(DESK), name: 'Front Desk', photo: null, role: 'staff' }
  return {
    accessToken: forgeToken(DESK, { sign: hs256(JWT_SECRET) }),
    'sprout.user': JSON.stringify(user),
  }
}

/** `GET /agenda` for a working day, by one of the front desk's staff. */
export function requestAgenda(number = 0): LoadRequest {
  const date = workingDays(new Date(), 1).next().value
  return { method: 'GET', path: `/agenda?date=${date}`, headers: deskSession(number) }
}

/** `GET /available` for the next weeks, by many clients. */
export function requestDays(): LoadRequest[] {
  const days = workingDays(new Date(), 1)
  const dates = Array.from({ length: BOOKED_DAYS }, () => days.next().value)
  return Array.from({ length: 12_000 }, (_, number) => ({
    method: 'GET',
    path: `/available?date=${dates[number % dates.length]}`,
    headers: visitor(number % VISITORS),
  }))
}

/** `GET /appointments` of each patient. */
export function requestOwnAppointments(): LoadRequest[] {
  return Array.from({ length: PATIENTS }, (_, number) => ({
    method: 'GET',
    path: `/appointments?patient=${encodeURIComponent(emailOf(number))}`,
    headers: session(number),
  }))
}

/** A public page, with the headers of a browser. */
export function requestHome(): LoadRequest[] {
  return Array.from({ length: 12_000 }, (_, number) => ({
    method: 'GET',
    path: '/',
    headers: { ...visitor(number % VISITORS), accept: 'text/html', 'accept-encoding': 'br, gzip' },
  }))
}

/**
 * `POST /appointments`, each for another free time.
 * @throws when none is left
 */
export function* bookFreeTimes(dataDir: string): Generator<LoadRequest> {
  const db = openStore(dataDir)
  const times = offeredTimes(db)
  db.$client.close()
  const sessions = Array.from({ length: PATIENTS }, (_, number) => session(number))
  const days = workingDays(addDays(new Date(), 1.5 * BOOKED_DAYS), 1)
  const last = toIsoDate(addDays(new Date(), HORIZON_DAYS))
  for (let day = 0; ; day += 1) {
    const date = days.next().value
    if (date > last) throw new Error('All free times are booked: measure fewer rounds.')
    for (const [index, { service, slot }] of times.entries()) {
      const number = patientFor(day, index, FULL_SIZE)
      const booking = {
        treatment: service.name,
        date,
        slot: formatSlot(slot),
        doctor: doctorFor(service)?.id,
        paid: false,
        price: toDollars(priceOn(service.prices, date) ?? 0),
        patientName: `Patient ${number}`,
        email: emailOf(number),
        phone: '+1 212 555 0100',
        address: '1 Main Street',
      }
      yield {
        method: 'POST',
        path: '/appointments',
        headers: sessions[number],
        body: JSON.stringify(booking),
      }
    }
  }
}

/** The next `count` items of an infinite iterator. */
export function take<Item>(items: Iterator<Item>, count: number): Item[] {
  return Array.from({ length: count }, () => items.next().value)
}
