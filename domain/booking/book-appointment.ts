import { v7 as uuidv7 } from 'uuid'
import { type ClinicMoment, type DayObstacle, findDayObstacle } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { priceOn } from '../../contract/prices.ts'
import { formatSlot, overlaps, type Slot } from '../../contract/slots.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type AppointmentRow,
  countUnpaidToCome,
  insertAppointment,
  listOwnOnDay,
  readBookedTimes,
} from '../../drizzle/queries/appointments.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import {
  findOfferedTreatment,
  listClosures,
  type OfferedTreatment,
} from '../../drizzle/queries/schedule.ts'
import { findUser } from '../../drizzle/queries/users.ts'
import { findFreeSlots, hasStarted } from '../availability/free-slots.ts'
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
  /** The clinic's. */
  timeZone: string
  unpaidLimits?: UnpaidLimits
}

/**
 * Books a slot for a patient and writes `appointment.booked`, the confirmation and the reminders. Call it in a write transaction.
 * Name, email and price are the server's own. The database decides at the insert whether the
 * slot is free; `findConflict` only explains a refusal.
 */
export function bookAppointment(
  db: Database,
  request: BookingRequest,
  { moment, now, timeZone, unpaidLimits }: BookingContext,
): BookingOutcome {
  const { date, phone, address } = request
  const patient = findUser(db, request.uid)
  if (!patient) return { outcome: 'no_account' }

  const treatment = findOfferedTreatment(db, request.treatment)
  if (!treatment) return { outcome: 'unknown_treatment' }

  const calendar = { ...moment, closures: listClosures(db, moment.today) }
  const obstacle = findDayObstacle(date, calendar)
  if (obstacle) return { outcome: 'day_not_bookable', obstacle }

  const slot = treatment.slots.find((offered) => formatSlot(offered) === request.slot)
  if (!slot || hasStarted(slot, date, moment)) return { outcome: 'slot_not_offered' }

  const priceCents = priceOn(treatment.prices, date)
  if (priceCents === undefined) return { outcome: 'slot_not_offered' }
  if (request.priceCents !== priceCents) {
    const conflict = findConflict(db, request, treatment, slot, moment)
    return conflict ?? { outcome: 'price_changed', priceCents }
  }

  const { unpaidLimit: limit } = permissionsOf(patient, unpaidLimits)
  if (limit !== null && countUnpaidToCome(db, patient.uid, moment) >= limit) {
    const { emailVerified } = patient
    const conflict = findConflict(db, request, treatment, slot, moment)
    return conflict ?? { outcome: 'too_many_unpaid', limit, emailVerified }
  }

  const appointment = insertAppointment(db, {
    id: uuidv7(),
    treatmentId: treatment.id,
    treatment: treatment.name,
    doctorId: null,
    doctorName: null,
    priceCents,
    date,
    ...slot,
    patientUid: patient.uid,
    patientName: patient.name,
    email: patient.email,
    phone,
    address,
    createdAt: now,
  })
  if (!appointment) {
    const conflict = findConflict(db, request, treatment, slot, moment)
    if (!conflict) throw new Error('The database refused a booking without a conflict.')
    return conflict
  }
  const data = { treatmentId: treatment.id, date, startMinute: slot.startMinute }
  const event = { actor: patient.uid, subject: appointment.id, data }
  appendEvent(db, { kind: 'appointment.booked', ...event }, now)
  notifyFamily(db, appointment.id, { kind: 'booked', data: {} }, now)
  addReminders(db, appointment, now, { timeZone })
  return { outcome: 'booked', appointment }
}

/** The appointment that prevents a booking: the patient's own takes precedence over another's. */
function findConflict(
  db: Database,
  { uid, date }: BookingRequest,
  treatment: OfferedTreatment,
  slot: Slot,
  moment: ClinicMoment,
): BookingOutcome | undefined {
  const own = listOwnOnDay(db, { uid, date })
  const existing =
    own.find(({ treatmentId }) => treatmentId === treatment.id) ??
    own.find((appointment) => overlaps(appointment, slot))
  if (existing) return { outcome: 'already_booked', existing }

  const booked = readBookedTimes(db, date).get(treatment.id) ?? []
  if (!booked.includes(slot.startMinute)) return undefined

  const alternatives = findFreeSlots(treatment, booked, date, moment)
    .filter((free) => !own.some((appointment) => overlaps(appointment, free)))
    .sort((a, b) => distance(a, slot) - distance(b, slot) || a.startMinute - b.startMinute)
    .slice(0, ALTERNATIVES)
  return { outcome: 'slot_taken', alternatives }
}

function distance(a: Slot, b: Slot): number {
  return Math.abs(a.startMinute - b.startMinute)
}
