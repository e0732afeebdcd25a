import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type ClinicMoment, type DayObstacle, findDayObstacle } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { formatSlot, type Slot } from '../../contract/slots.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { appointments } from '../schema.ts'
import type { AppointmentRow } from './appointments.ts'
import { appendEvent } from './events.ts'
import {
  hasBegun,
  listClosures,
  listFreeTreatments,
  listOfferedTreatments,
  type OfferedTreatment,
} from './treatments.ts'
import { findUser } from './users.ts'

export interface BookingWish {
  /** Who books, for themselves. */
  uid: string
  /** The treatment's name. */
  treatment: string
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
  /** What the patient was shown, in cents. */
  priceCents: number
  phone: string
  address: string
}

export type BookingOutcome =
  | { outcome: 'booked'; appointment: AppointmentRow }
  | { outcome: 'no_account' }
  | { outcome: 'unknown_treatment' }
  | { outcome: 'day_not_bookable'; obstacle: DayObstacle }
  | { outcome: 'slot_not_offered' }
  /** The patient's own appointment that stands in the way. */
  | { outcome: 'already_booked'; standing: AppointmentRow }
  /** Another patient holds it; the nearest slots still free, at most three, nearest first. */
  | { outcome: 'slot_taken'; alternatives: Slot[] }
  | { outcome: 'price_changed'; priceCents: number }

const ALTERNATIVES = 3

// The partial unique indexes' own condition, literally, so that the searches use them.
const isLive = sql`status = 'booked'`

const statements = preparedOnce((db: Database) => ({
  insert: db
    .insert(appointments)
    .values({
      id: sql.placeholder('id'),
      serviceId: sql.placeholder('serviceId'),
      treatment: sql.placeholder('treatment'),
      priceCents: sql.placeholder('priceCents'),
      date: sql.placeholder('date'),
      startMinute: sql.placeholder('startMinute'),
      lengthMinutes: sql.placeholder('lengthMinutes'),
      patientUid: sql.placeholder('patientUid'),
      patientName: sql.placeholder('patientName'),
      email: sql.placeholder('email'),
      phone: sql.placeholder('phone'),
      address: sql.placeholder('address'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning()
    .prepare(),
  ownThatDay: db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.patientUid, sql.placeholder('uid')),
        eq(appointments.date, sql.placeholder('date')),
        isLive,
      ),
    )
    .prepare(),
  holder: db
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        eq(appointments.date, sql.placeholder('date')),
        eq(appointments.serviceId, sql.placeholder('serviceId')),
        eq(appointments.startMinute, sql.placeholder('startMinute')),
        isLive,
      ),
    )
    .prepare(),
}))

/**
 * Books a slot for a patient and writes `appointment.booked`, or says why not (design section
 * 6.2). Call it in a write transaction. Name, email and price are the server's own; whether the
 * slot is free is decided by the unique indexes at the insert and by nothing before it.
 */
export function bookAppointment(
  db: Database,
  wish: BookingWish,
  { moment, now }: { moment: ClinicMoment; now: Date },
): BookingOutcome {
  const patient = findUser(db, wish.uid)
  if (!patient) return { outcome: 'no_account' }

  const service = listOfferedTreatments(db).find(({ name }) => name === wish.treatment)
  if (!service) return { outcome: 'unknown_treatment' }

  const calendar = { ...moment, closures: listClosures(db, moment.today) }
  const obstacle = findDayObstacle(wish.date, calendar)
  if (obstacle) return { outcome: 'day_not_bookable', obstacle }

  const slot = service.slots.find((offered) => formatSlot(offered) === wish.slot)
  if (!slot || hasBegun(slot, wish.date, moment)) return { outcome: 'slot_not_offered' }

  // Who has the appointment already shall hear that, whatever has become of the price.
  if (wish.priceCents !== service.priceCents) {
    return (
      findRefusal(db, wish, service, slot, moment) ?? {
        outcome: 'price_changed',
        priceCents: service.priceCents,
      }
    )
  }

  const appointment = statements(db).insert.get({
    id: uuidv7(),
    serviceId: service.id,
    treatment: service.name,
    priceCents: service.priceCents,
    date: wish.date,
    startMinute: slot.startMinute,
    lengthMinutes: slot.lengthMinutes,
    patientUid: patient.uid,
    patientName: patient.name,
    email: patient.email,
    phone: wish.phone,
    address: wish.address,
    createdAt: now,
  })
  if (!appointment) {
    const refusal = findRefusal(db, wish, service, slot, moment)
    if (!refusal)
      throw new Error('The database refused a booking that nothing stands in the way of')
    return refusal
  }
  appendEvent(
    db,
    {
      kind: 'appointment.booked',
      actor: patient.uid,
      subject: appointment.id,
      data: { service: service.id, date: wish.date, startMinute: slot.startMinute },
    },
    now,
  )
  return { outcome: 'booked', appointment }
}

/** The live appointment that stands in the way, the patient's own before another's. */
function findRefusal(
  db: Database,
  { uid, date }: BookingWish,
  service: OfferedTreatment,
  slot: Slot,
  moment: ClinicMoment,
): BookingOutcome | undefined {
  const own = statements(db).ownThatDay.all({ uid, date })
  const sameTreatment = own.find(({ serviceId }) => serviceId === service.id)
  const sameTime = own.find(({ startMinute }) => startMinute === slot.startMinute)
  const standing = sameTreatment ?? sameTime
  if (standing) return { outcome: 'already_booked', standing }

  const { startMinute } = slot
  if (!statements(db).holder.get({ date, serviceId: service.id, startMinute })) return undefined

  const free = listFreeTreatments(db, date, moment).find(({ id }) => id === service.id)?.slots ?? []
  const alternatives = free
    .filter((other) => !own.some((mine) => mine.startMinute === other.startMinute))
    .sort((a, b) => distance(a, slot) - distance(b, slot) || a.startMinute - b.startMinute)
    .slice(0, ALTERNATIVES)
  return { outcome: 'slot_taken', alternatives }
}

function distance(a: Slot, b: Slot): number {
  return Math.abs(a.startMinute - b.startMinute)
}
