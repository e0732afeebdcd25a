import { formatMinute, overlaps } from '#contract/booking/slots.ts'
import { formatFullDay, type IsoDate, lastPlannedDay } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { type BookingPlan, writeIfFree } from '#domain/booking/book-appointment.ts'
import { skippedMinutes } from '#domain/clinic-clock.ts'
import { addReminders } from '#domain/notifications/reminders.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOccupiedTimes,
  listPersonOnDay,
} from '#drizzle/queries/booking/appointments.ts'
import { findRef, putRef } from '#drizzle/queries/imports/import-refs.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { isCanceled, readCents, readDay, readMinutes, readTime } from './file/cells.ts'
import { findPatientOf, type Patient, treatmentOf } from './find-patient.ts'
import { type Cells, cellsOf } from './row-cells.ts'
import {
  FROM_PREVIOUS,
  type ImportContext,
  leftOut,
  type RowResult,
  refused,
  resultOf,
} from './row-result.ts'

// A row of a file of upcoming appointments. Start and length are the previous system's; the
// database refuses overlaps.

/** The shortest and the longest appointment, in minutes. */
const LENGTHS = { least: 5, most: 240 }

interface Wanted {
  date: IsoDate
  startMinute: number
  lengthMinutes: number
  priceCents: number
}

/** An appointment as the file describes it. */
interface ReadAppointment extends Booking {
  /** Its number in the previous system, or what distinguishes it. */
  number: string
}

/**
 * Reads a row.
 * @throws RowStopped
 */
export function readAppointment(
  db: Database,
  row: ImportedRow,
  context: ImportContext,
): ReadAppointment {
  const cells = cellsOf(row, context.mapping)
  if (isCanceled(cells('status'))) throw leftOut(`The status is “${cells('status')}”.`)
  const offered = treatmentOf(cells, context)
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === offered)
  if (!treatment) throw refused('The treatment is no longer offered.')
  const wanted = readTimes(cells, treatment, context)
  const patient = findPatientOf(db, cells, context)
  if (isAdultOn(patient.child.birthDate, wanted.date)) {
    throw refused('The patient is 18 or older on that day, and books without a guardian.')
  }
  const number =
    cells('appointmentId') ||
    `${patient.child.id} ${wanted.date} ${wanted.startMinute} ${treatment.id}`
  return { cells, patient, treatment, wanted, number }
}

/**
 * Imports a row.
 * @throws RowStopped
 */
export function carryOutAppointment(
  db: Transaction,
  row: ImportedRow,
  context: ImportContext,
): RowResult {
  const read = readAppointment(db, row, context)
  const { number, patient, wanted } = read
  const known = findKnown(db, read)
  const family = patient.family.id
  if (known) return { ...compare(known, wanted), family }
  const appointment = book(db, read, context)
  putRef(db, { kind: 'appointment', externalId: number, ourId: appointment.id }, context.now)
  // Whether a reminder is sent is decided when it is due.
  addReminders(db, appointment, context.now, context.moment)
  return { ...resultOf([{ made: 'appointment', id: appointment.id }], []), family }
}

/** @throws RowStopped */
function readTimes(
  cells: Cells,
  treatment: OfferedTreatment,
  { mapping, moment, now }: ImportContext,
): Wanted {
  const date = readDay(cells('date'), mapping.dateOrder)
  if (!date) throw refused(`“${cells('date')}” is not a day.`)
  // The day and the time may be in one column.
  const startMinute = readTime(cells('time') || cells('date'))
  if (startMinute === undefined) throw refused(`“${cells('time') || cells('date')}” has no time.`)
  const isPast = date < moment.today || (date === moment.today && startMinute <= moment.minute)
  if (isPast) throw refused('It is in the past. Import it as a past visit.')
  if (date > lastPlannedDay(now)) throw refused('It is too far in the future.')
  const lengthMinutes = readLength(cells, startMinute, treatment)
  const isSkipped = skippedMinutes(date, moment.timeZone).some(
    ({ from, to }) => startMinute < to && startMinute + lengthMinutes > from,
  )
  if (isSkipped) throw refused('The clocks are set forward then, so this time does not exist.')
  const price = cells('price')
  const priceCents = price ? readCents(price) : (priceOn(treatment.prices, date) ?? 0)
  if (priceCents === undefined) throw refused(`“${price}” is not a price.`)
  return { date, startMinute, lengthMinutes, priceCents }
}

/** @throws RowStopped */
function readLength(cells: Cells, startMinute: number, treatment: OfferedTreatment): number {
  const [typed, end] = [cells('minutes'), cells('end')]
  const until = end ? readTime(end) : undefined
  if (end && until === undefined) throw refused(`“${end}” is not a time.`)
  const length = typed
    ? readMinutes(typed)
    : (until ?? startMinute + treatment.lengthMinutes) - startMinute
  if (length === undefined || length < LENGTHS.least || length > LENGTHS.most) {
    throw refused(`An appointment takes ${LENGTHS.least} to ${LENGTHS.most} minutes.`)
  }
  if (startMinute + length > MINUTES_PER_DAY) throw refused('It ends after midnight.')
  return length
}

/**
 * The appointment that an earlier import created from this row, or the child's appointment for the
 * treatment on that day.
 */
function findKnown(
  db: Database,
  { number, patient, treatment, wanted: { date } }: ReadAppointment,
): AppointmentRow | undefined {
  const ref = findRef(db, 'appointment', number)
  if (ref?.ourId) return findAppointment(db, ref.ourId)
  return listPersonOnDay(db, { person: patient.child.id, date }).find(
    ({ treatmentId }) => treatmentId === treatment.id,
  )
}

function compare(known: AppointmentRow, wanted: Wanted): RowResult {
  if (known.status === 'cancelled') {
    return { outcome: 'differs', sentence: 'It is canceled here.' }
  }
  const isSame = known.date === wanted.date && known.startMinute === wanted.startMinute
  if (isSame) return { outcome: 'same' }
  const when = `${formatFullDay(known.date)} at ${formatMinute(known.startMinute)}`
  return { outcome: 'differs', sentence: `It is on ${when} here.` }
}

interface Booking {
  cells: Cells
  patient: Patient
  treatment: OfferedTreatment
  wanted: Wanted
}

/** @throws RowStopped */
function book(
  db: Transaction,
  { cells, patient: { family, child }, treatment, wanted }: Booking,
  { actor, now, moment, terms, mapping }: ImportContext,
): AppointmentRow {
  const { date, startMinute, lengthMinutes, priceCents } = wanted
  const request = {
    date,
    phone: family.phone ?? family.account?.phone ?? cells('phone'),
    address: family.account?.address ?? '',
  }
  const plan: BookingPlan = {
    family,
    child,
    treatment,
    slot: { startMinute, lengthMinutes },
    doctor: doctorOf(db, { cells, treatment, wanted }, mapping),
    priceCents,
    isOutside: false,
    isOtherAge: false,
    isSqueezed: false,
    isImported: true,
  }
  const context = { moment, now, terms, desk: { actor, reason: FROM_PREVIOUS } }
  const booked = writeIfFree(db, request, plan, context)
  if (booked) return booked
  const own = listPersonOnDay(db, { person: child.id, date }).find((other) =>
    overlaps(other, wanted),
  )
  if (own) throw refused('The child has another appointment at that time.')
  const squeezed = mapping.squeeze
    ? writeIfFree(db, request, { ...plan, isSqueezed: true }, context)
    : undefined
  if (!squeezed) throw refused(`${plan.doctor?.name ?? treatment.name} is taken at that time.`)
  return squeezed
}

/**
 * The doctor named in the file, otherwise one who is free; undefined for a treatment without
 * doctors.
 * @throws RowStopped
 */
function doctorOf(
  db: Database,
  { cells, treatment, wanted }: Pick<Booking, 'cells' | 'treatment' | 'wanted'>,
  mapping: ImportContext['mapping'],
): BookingPlan['doctor'] {
  const doctor = namedDoctorOf(cells, treatment, mapping)
  if (doctor) return doctor
  const occupied = listOccupiedTimes(db, wanted.date).filter((time) => overlaps(time, wanted))
  const isFree = ({ id }: { id: string }) => !occupied.some(({ doctorId }) => doctorId === id)
  return treatment.doctors.find(isFree) ?? treatment.doctors[0]
}

/**
 * The doctor named in the file.
 * @throws RowStopped if the doctor does not give the treatment
 */
function namedDoctorOf(
  cells: Cells,
  treatment: OfferedTreatment,
  mapping: ImportContext['mapping'],
): BookingPlan['doctor'] {
  const named = cells('doctor')
  const chosen = mapping.doctors.find(({ name }) => name === named)?.doctor
  const doctor = treatment.doctors.find(({ id }) => id === chosen)
  if (doctor || !chosen || treatment.doctors.length === 0) return doctor
  throw refused(
    `${named} does not give ${treatment.name}. Add it to the doctor’s treatments first.`,
  )
}

/**
 * What an appointment occupies: the doctor, or a treatment without doctors; null for a doctor who is free.
 * @throws RowStopped
 */
export function resourceOf(
  cells: Cells,
  treatment: OfferedTreatment,
  mapping: ImportContext['mapping'],
): string | null {
  if (treatment.doctors.length === 0) return treatment.id
  return namedDoctorOf(cells, treatment, mapping)?.id ?? null
}
