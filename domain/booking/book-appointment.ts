import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { FreeTime, OccupiedTime } from '#contract/booking/free-times.ts'
import { formatSlot, overlaps, type Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/families/ages.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { ClinicMoment, DayObstacle } from '#contract/schedule/clinic.ts'
import { priceOn } from '#contract/schedule/prices.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  countUnpaidOfChild,
  countUnpaidToCome,
  insertAppointment,
  listOccupiedTimes,
  listPersonOnDay,
} from '#drizzle/queries/booking/appointments.ts'
import { keepAppointment } from '#drizzle/queries/booking/misfits.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type ChildRow,
  countChildren,
  findGuardedChild,
  type GuardedChild,
} from '#drizzle/queries/families/children.ts'
import { type FamilyRow, findFamily } from '#drizzle/queries/front-desk/families.ts'
import { notifyFamily } from '#drizzle/queries/notifications/notify-family.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { deskTimesOn, freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule, findObstacle } from '../availability/schedule.ts'
import { permissionsOf, type UnpaidLimits } from '../identity/account-policy.ts'
import { addReminders } from '../notifications/reminders.ts'
import { findMisfitReasons, readFullSchedule } from '../schedule/misfits.ts'
import { chooseDoctor, isSameTime, nearestTimes, timesOf } from './choose-time.ts'

export interface BookingRequest {
  /** The family: the uid of an account, or for staff also the id of a family without one. */
  uid: string
  /** Id of a child whom the family guards; the account holder when absent. */
  child?: string | undefined
  /** The treatment's name. */
  treatment: string
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
  /** Id of the doctor whom the patient has chosen; any doctor when absent. */
  doctor?: string
  /** The price that the patient saw, in cents. */
  priceCents: number
  /** The refund terms that the patient saw; not compared when absent. */
  terms?: RefundTerms | undefined
  phone: string
  address: string
}

/** In order of precedence: the first reason that applies is the outcome. */
export type BookingOutcome =
  | { outcome: 'booked'; appointment: AppointmentRow }
  | { outcome: 'no_account' }
  /** None whom the family guards, or an archived one. */
  | { outcome: 'unknown_child' }
  /** Its other guardians have not given the right to book. */
  | { outcome: 'may_not_book'; child: ChildRow }
  | { outcome: 'unknown_treatment' }
  | { outcome: 'day_not_bookable'; obstacle: DayObstacle }
  | { outcome: 'slot_not_offered' }
  | { outcome: 'unknown_doctor' }
  /** The child is an adult that day, or its age does not fit the treatment then. */
  | AgeObstacle
  /**
   * The patient has an appointment at that time, or for that treatment on that day; `isOneOfSeveral`:
   * the family books for other patients, too.
   */
  | { outcome: 'already_booked'; existing: AppointmentRow; isOneOfSeveral: boolean }
  /** Another patient has the slot; `alternatives`: at most three free ones, nearest first. */
  | { outcome: 'slot_taken'; alternatives: Slot[] }
  | { outcome: 'price_changed'; priceCents: number }
  | { outcome: 'terms_changed'; terms: RefundTerms }
  /** The patient has as many unpaid appointments to come as they may have. */
  | { outcome: 'too_many_unpaid'; limit: number; emailVerified: boolean }
  /** The child has as many, whichever of its guardians booked them. */
  | { outcome: 'too_many_unpaid_of_child'; limit: number; child: ChildRow }

export interface BookingContext {
  moment: ClinicMoment
  now: Date
  /** The refund terms of today. */
  terms: RefundTerms
  unpaidLimits?: UnpaidLimits
  /** Staff book for the family: docs/requirements.md#booking-for-a-family. */
  desk?: DeskBooking
}

interface DeskBooking {
  /** Uid of the member of staff. */
  actor: string
  /** Why a time outside of the hours or a child of another age; without one they are refused. */
  reason?: string | undefined
}

/** Why a child's age does not fit on a day. */
export type AgeObstacle =
  | { outcome: 'adult'; child: BornChild }
  | { outcome: 'age_limit'; child: BornChild; treatment: OfferedTreatment }

type BornChild = Pick<ChildRow, 'name' | 'birthDate'>

/** Why nothing is booked. */
export type BookingRefusal = Exclude<BookingOutcome, { outcome: 'booked' }>

/** A booking that nothing prevents, as long as the transaction lasts. */
export interface BookingPlan {
  family: FamilyRow
  child: ChildRow | undefined
  treatment: OfferedTreatment
  slot: Slot
  doctor: OfferedTreatment['doctors'][number] | undefined
  priceCents: number
  /** Staff book outside of the hours, or for a child of another age. */
  isOutside: boolean
  isOtherAge: boolean
}

/**
 * Books a slot for a family and writes `appointment.booked`, the confirmation and the reminders.
 * Name, email, price and, unless one was chosen, the doctor are the server's own. The database
 * decides at the insert whether the doctor (or the treatment without doctors) and the patient are
 * free.
 */
export function bookAppointment(
  db: Transaction,
  request: BookingRequest,
  context: BookingContext,
): BookingOutcome {
  const plan = planBooking(db, request, context)
  if (plan.outcome !== 'planned') return plan
  const appointment = writeBooking(db, request, plan, context)
  const { moment, now } = context
  notifyFamily(db, appointment.id, { kind: 'booked', data: {} }, now)
  addReminders(db, appointment, now, { timeZone: moment.timeZone })
  return { outcome: 'booked', appointment }
}

/**
 * Decides whether a booking is possible, and with whom, without writing anything.
 * @param more how many other appointments are booked together with it
 */
export function planBooking(
  db: Database,
  request: BookingRequest,
  { moment, terms, unpaidLimits, desk }: BookingContext,
  more = 0,
): ({ outcome: 'planned' } & BookingPlan) | BookingRefusal {
  const { date } = request
  const family = findFamily(db, request.uid)
  if (!family) return { outcome: 'no_account' }

  const guarded =
    request.child === undefined ? undefined : findChildToBook(db, family, request.child)
  if (guarded && 'outcome' in guarded) return guarded
  const child = guarded?.child

  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ name }) => name === request.treatment)
  if (!treatment) return { outcome: 'unknown_treatment' }
  const misfit = child && findAgeObstacle(child, date, treatment)
  // Staff may book for a child of another age, with a reason.
  const isOtherAge = misfit?.outcome === 'age_limit'
  if (misfit && !(isOtherAge && desk?.reason)) return misfit

  const isAsked = (offered: Slot) => formatSlot(offered) === request.slot
  const isOutside =
    Boolean(desk?.reason) && !freeTimesOn(schedule, [], date, moment)(treatment).some(isAsked)
  const obstacle = findObstacle(schedule, date, moment)
  if (obstacle && !isOutside) return { outcome: 'day_not_bookable', obstacle }

  if (request.doctor && !treatment.doctors.some(({ id }) => id === request.doctor)) {
    return { outcome: 'unknown_doctor' }
  }
  const timesOn = isOutside ? deskTimesOn : freeTimesOn
  const timesWith = (occupied: OccupiedTime[]) =>
    timesOf(request.doctor, timesOn(schedule, occupied, date, moment)(treatment))
  const slot = timesWith([]).find(isAsked)
  const priceCents = priceOn(treatment.prices, date)
  if (!slot || priceCents === undefined) return { outcome: 'slot_not_offered' }

  const occupied = listOccupiedTimes(db, date)
  const free = timesWith(occupied)
  const person = child?.id ?? family.id
  const conflict = findConflict(db, { family, person, date }, { treatment, slot, free })
  if (conflict) return conflict
  if (request.priceCents !== priceCents) return { outcome: 'price_changed', priceCents }
  if (request.terms && !isDeepStrictEqual(request.terms, terms)) {
    return { outcome: 'terms_changed', terms }
  }

  const account = desk ? undefined : family.account
  const limit = account ? permissionsOf(account, unpaidLimits).unpaidLimit : null
  if (account && limit !== null && countUnpaidToCome(db, account.uid, moment) + more >= limit) {
    return { outcome: 'too_many_unpaid', limit, emailVerified: account.emailVerified }
  }
  const most = desk ? 0 : (unpaidLimits?.verified ?? 0)
  if (child && most > 0 && countUnpaidOfChild(db, child.id, moment) >= most) {
    return { outcome: 'too_many_unpaid_of_child', limit: most, child }
  }

  const doctor = chooseDoctor(treatment, free.find(isSameTime(slot)), occupied)
  const planned = { family, child, treatment, slot, doctor, priceCents, isOutside, isOtherAge }
  return { outcome: 'planned', ...planned }
}

/**
 * Inserts a planned booking with `appointment.booked`; the caller adds its emails. Call it in the
 * transaction of the plan.
 */
export function writeBooking(
  db: Transaction,
  { date, phone, address }: Pick<BookingRequest, 'date' | 'phone' | 'address'>,
  { family, child, treatment, slot, doctor, priceCents, isOutside, isOtherAge }: BookingPlan,
  { moment, now, terms, desk }: BookingContext,
): AppointmentRow {
  const { startMinute, lengthMinutes } = slot
  const overrideReason = (isOutside || isOtherAge) && desk?.reason ? desk.reason : null
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
    patientUid: family.uid,
    childId: child?.id ?? null,
    childName: child?.name ?? null,
    childBirthDate: child?.birthDate ?? null,
    deskFamilyId: family.deskFamilyId,
    patientName: family.name,
    email: family.email ?? '',
    phone,
    address,
    overrideReason,
    createdAt: now,
    terms,
  })
  if (!appointment) throw new Error('The database refused a booking without a conflict.')
  const data = {
    treatmentId: treatment.id,
    doctorId: doctor?.id,
    date,
    startMinute,
    ...(desk && ({ by: 'staff', family: family.id } as const)),
    ...(isOutside && ({ outsideHours: true } as const)),
    ...(isOtherAge && ({ otherAge: true } as const)),
  }
  const event = { actor: desk?.actor ?? family.id, subject: appointment.id, data }
  appendEvent(db, { kind: 'appointment.booked', ...event }, now)
  // Staff have decided: admins are not asked about it.
  if (isOutside) {
    const reasons = findMisfitReasons(appointment, readFullSchedule(db, moment))
    keepAppointment(db, appointment, reasons)
  }
  return appointment
}

type ChildRefusal = Extract<BookingRefusal, { outcome: 'unknown_child' | 'may_not_book' }>

/** The child of that id, if the family may book for it. */
export function findChildToBook(
  db: Database,
  { uid }: Pick<FamilyRow, 'uid'>,
  id: string,
): GuardedChild | ChildRefusal {
  const guarded = uid === null ? undefined : findGuardedChild(db, { id, uid })
  if (!guarded || guarded.child.archivedAt !== null) return { outcome: 'unknown_child' }
  const { child, guardianship } = guarded
  return guardianship.mayBook ? guarded : { outcome: 'may_not_book', child }
}

/** Judged on the day of the appointment: docs/requirements.md#age-limits. */
export function findAgeObstacle(
  child: BornChild,
  date: IsoDate,
  treatment: OfferedTreatment,
): AgeObstacle | undefined {
  if (isAdultOn(child.birthDate, date)) return { outcome: 'adult', child }
  if (fitsAge(child.birthDate, date, treatment)) return undefined
  return { outcome: 'age_limit', child, treatment }
}

/** What prevents a booking: an appointment of the patient's own takes precedence over another's. */
function findConflict(
  db: Database,
  { family, person, date }: { family: FamilyRow; person: string; date: IsoDate },
  wanted: { treatment: OfferedTreatment; slot: Slot; free: readonly FreeTime[] },
): BookingRefusal | undefined {
  const { treatment, slot, free } = wanted
  const own = listPersonOnDay(db, { person, date })
  const existing =
    own.find(({ treatmentId }) => treatmentId === treatment.id) ??
    own.find((appointment) => overlaps(appointment, slot))
  if (existing) {
    const isOneOfSeveral = family.uid !== null && countChildren(db, family.uid) > 1
    return { outcome: 'already_booked', existing, isOneOfSeveral }
  }
  if (free.some(isSameTime(slot))) return undefined
  return { outcome: 'slot_taken', alternatives: nearestTimes(slot, free, own) }
}
