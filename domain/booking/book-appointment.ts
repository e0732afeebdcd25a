import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment, DayObstacle } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { FreeTime, OccupiedTime } from '../../contract/free-times.ts'
import { priceOn } from '../../contract/prices.ts'
import { formatSlot, overlaps, type Slot } from '../../contract/slots.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type AppointmentRow,
  countUnpaidToCome,
  insertAppointment,
  listOccupiedTimes,
  listOwnOnDay,
} from '../../drizzle/queries/appointments.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import type { OfferedTreatment } from '../../drizzle/queries/schedule.ts'
import { findUser } from '../../drizzle/queries/users.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule, findObstacle } from '../availability/schedule.ts'
import { permissionsOf, type UnpaidLimits } from '../identity/account-policy.ts'
import { addReminders } from '../notifications/reminders.ts'

export interface BookingRequest {
  /** The patient, who books for themselves. */
  uid: string
  /** The treatment's name. */
  treatment: string
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
  /** Id of the doctor whom the patient has chosen; any doctor when absent. */
  doctor?: string
  /** The price that the patient saw, in cents. */
  priceCents: number
  phone: string
  address: string
}

/** In order of precedence: the first reason that applies is the outcome. */
export type BookingOutcome =
  | { outcome: 'booked'; appointment: AppointmentRow }
  | { outcome: 'no_account' }
  | { outcome: 'unknown_treatment' }
  | { outcome: 'day_not_bookable'; obstacle: DayObstacle }
  | { outcome: 'slot_not_offered' }
  | { outcome: 'unknown_doctor' }
  /** The patient has an appointment at that time, or for that treatment on that day. */
  | { outcome: 'already_booked'; existing: AppointmentRow }
  /** Another patient has the slot; `alternatives`: at most three free ones, nearest first. */
  | { outcome: 'slot_taken'; alternatives: Slot[] }
  | { outcome: 'price_changed'; priceCents: number }
  /** The patient has as many unpaid appointments to come as they may have. */
  | { outcome: 'too_many_unpaid'; limit: number; emailVerified: boolean }

const ALTERNATIVES = 3

export interface BookingContext {
  moment: ClinicMoment
  now: Date
  unpaidLimits?: UnpaidLimits
}

/**
 * Books a slot for a patient and writes `appointment.booked`, the confirmation and the reminders.
 * Call it in a write transaction.
 * Name, email, price and, unless one was chosen, the doctor are the server's own. The database
 * decides at the insert whether the doctor (or the treatment without doctors) and the patient are
 * free.
 */
export function bookAppointment(
  db: Database,
  request: BookingRequest,
  { moment, now, unpaidLimits }: BookingContext,
): BookingOutcome {
  const { date, phone, address } = request
  const patient = findUser(db, request.uid)
  if (!patient) return { outcome: 'no_account' }

  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ name }) => name === request.treatment)
  if (!treatment) return { outcome: 'unknown_treatment' }

  const obstacle = findObstacle(schedule, date, moment)
  if (obstacle) return { outcome: 'day_not_bookable', obstacle }

  if (request.doctor && !treatment.doctors.some(({ id }) => id === request.doctor)) {
    return { outcome: 'unknown_doctor' }
  }
  const timesWith = (occupied: OccupiedTime[]) =>
    timesOf(request.doctor, freeTimesOn(schedule, occupied, date, moment)(treatment))
  const slot = timesWith([]).find((offered) => formatSlot(offered) === request.slot)
  const priceCents = priceOn(treatment.prices, date)
  if (!slot || priceCents === undefined) return { outcome: 'slot_not_offered' }

  const occupied = listOccupiedTimes(db, date)
  const free = timesWith(occupied)
  const conflict = findConflict(db, request, { treatment, slot, free })
  if (conflict) return conflict
  if (request.priceCents !== priceCents) return { outcome: 'price_changed', priceCents }

  const { unpaidLimit: limit } = permissionsOf(patient, unpaidLimits)
  if (limit !== null && countUnpaidToCome(db, patient.uid, moment) >= limit) {
    return { outcome: 'too_many_unpaid', limit, emailVerified: patient.emailVerified }
  }

  const doctor = chooseDoctor(treatment, free.find(isSameTime(slot)), occupied)
  const { startMinute, lengthMinutes } = slot
  const appointment = insertAppointment(db, {
    id: uuidv7(),
    treatmentId: treatment.id,
    treatment: treatment.name,
    doctorId: doctor?.id ?? null,
    doctorName: doctor?.name ?? null,
    priceCents,
    date,
    startMinute,
    lengthMinutes,
    patientUid: patient.uid,
    patientName: patient.name,
    email: patient.email,
    phone,
    address,
    createdAt: now,
  })
  if (!appointment) throw new Error('The database refused a booking without a conflict.')
  const data = { treatmentId: treatment.id, doctorId: doctor?.id, date, startMinute }
  const event = { actor: patient.uid, subject: appointment.id, data }
  appendEvent(db, { kind: 'appointment.booked', ...event }, now)
  notifyFamily(db, appointment.id, { kind: 'booked', data: {} }, now)
  addReminders(db, appointment, now, { timeZone: moment.timeZone })
  return { outcome: 'booked', appointment }
}

/** Of a treatment's free times those of a doctor, or all of them without one. */
function timesOf(doctor: string | undefined, times: readonly FreeTime[]): FreeTime[] {
  if (doctor === undefined) return [...times]
  return times
    .filter(({ doctorIds }) => doctorIds.includes(doctor))
    .map((time) => ({ ...time, doctorIds: [doctor] }))
}

/** Of the doctors who are free then, the one with the fewest appointments that day, then by name. */
export function chooseDoctor(
  { doctors }: Pick<OfferedTreatment, 'doctors'>,
  time: FreeTime | undefined,
  occupied: readonly OccupiedTime[],
): OfferedTreatment['doctors'][number] | undefined {
  const appointmentsOf = ({ id }: { id: string }) =>
    occupied.filter(({ doctorId }) => doctorId === id).length
  // The list is in the order of names, which sorting keeps.
  const [doctor] = doctors
    .filter(({ id }) => time?.doctorIds.includes(id))
    .sort((a, b) => appointmentsOf(a) - appointmentsOf(b))
  return doctor
}

/** What prevents a booking: an appointment of the patient's own takes precedence over another's. */
function findConflict(
  db: Database,
  { uid, date }: BookingRequest,
  wanted: { treatment: OfferedTreatment; slot: Slot; free: readonly FreeTime[] },
): BookingOutcome | undefined {
  const { treatment, slot, free } = wanted
  const own = listOwnOnDay(db, { uid, date })
  const existing =
    own.find(({ treatmentId }) => treatmentId === treatment.id) ??
    own.find((appointment) => overlaps(appointment, slot))
  if (existing) return { outcome: 'already_booked', existing }
  if (free.some(isSameTime(slot))) return undefined

  const alternatives = free
    .filter((time) => !own.some((appointment) => overlaps(appointment, time)))
    .sort((a, b) => distance(a, slot) - distance(b, slot) || a.startMinute - b.startMinute)
    .slice(0, ALTERNATIVES)
    .map(({ startMinute, lengthMinutes }) => ({ startMinute, lengthMinutes }))
  return { outcome: 'slot_taken', alternatives }
}

const isSameTime = (slot: Slot) => (time: Slot) => time.startMinute === slot.startMinute

function distance(a: Slot, b: Slot): number {
  return Math.abs(a.startMinute - b.startMinute)
}
