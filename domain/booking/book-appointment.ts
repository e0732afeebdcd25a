import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { PlaceInSeries } from '#contract/booking/appointments.ts'
import { formatSlot, overlaps, parseSlot, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment, DayObstacle } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { findConflictReasons, fullSchedule } from '#domain/availability/schedule-fit.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  countUnpaidOfChild,
  countUpcomingUnpaid,
  insertAppointment,
  listOccupiedTimes,
  listPersonOnDay,
  listSqueezedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type FamilyRow, findFamily } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  countChildren,
  listDeskChildren,
} from '#drizzle/queries/guardians/children.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { keepAppointments } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { deskTimesOn, freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule, findObstacle } from '../availability/schedule.ts'
import { squeezeTimesOn } from '../availability/squeeze-times.ts'
import { findChildToBook } from '../guardians/child-to-book.ts'
import { permissionsOf, type UnpaidLimits } from '../identity/account-policy.ts'
import { closeTicketFor } from '../next-visits/end-tickets.ts'
import { isBookableOnline } from '../next-visits/online-booking.ts'
import { addReminders } from '../notifications/reminders.ts'
import { endEntriesFor } from '../waitlist/entries/entries.ts'
import { askFirst, expireOffersAt } from '../waitlist/offers/offer-times.ts'
import { chooseDoctor, isHeldTime, isSameTime, nearestTimes, timesOf } from './choose-time.ts'

export interface BookingRequest {
  /** The family: the uid of an account; for staff also the id of a family without one. */
  uid: string
  /** Id of a child that the family guards; the account holder when absent. */
  child?: string | undefined
  /** The treatment's name. */
  treatment: string
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
  /** Id of the doctor that the patient has chosen; any doctor when absent. */
  doctor?: string
  /** The price that the patient saw, in cents. */
  priceCents: number
  /** The refund terms that the patient saw; not compared when absent. */
  terms?: RefundTerms | undefined
  phone: string
  address: string
  /** `source` of another site's link that led to the booking. */
  source?: string | undefined
  bookingReferral?: string | undefined
  /** Id of the ticket that the family followed: docs/requirements.md#next-visits. */
  ticket?: string | undefined
}

/** In order of precedence: the first reason that applies is the outcome. */
export type BookingOutcome =
  | { outcome: 'booked'; appointment: AppointmentRow }
  | { outcome: 'no_account' }
  /** The account has no valid name yet: docs/requirements.md#names. */
  | { outcome: 'name_missing' }
  /** The family guards no such child, or the child is archived. */
  | { outcome: 'unknown_child' }
  /** The guardian lacks the right to book. */
  | { outcome: 'may_not_book'; child: ChildRow }
  | { outcome: 'unknown_treatment' }
  /** Families book it at the desk, or only when the clinic has asked them to. */
  | { outcome: 'not_online' }
  | { outcome: 'day_not_bookable'; obstacle: DayObstacle }
  | { outcome: 'slot_not_offered' }
  | { outcome: 'unknown_doctor' }
  /** The child is an adult on that day, or its age does not fit the treatment. */
  | AgeObstacle
  /**
   * The patient has an appointment at that time, or for that treatment on that day; `isOneOfSeveral`:
   * the family books for other patients, too.
   */
  | { outcome: 'already_booked'; existing: AppointmentRow; isOneOfSeveral: boolean }
  /** Another patient has the slot; `alternatives`: at most three free ones, nearest first. */
  | { outcome: 'slot_taken'; alternatives: Slot[]; isHeld?: boolean }
  | { outcome: 'price_changed'; priceCents: number }
  | { outcome: 'terms_changed'; terms: RefundTerms }
  | UnpaidObstacle

/** Why no further unpaid appointment can be booked. */
type UnpaidObstacle =
  /** The patient has reached the limit of unpaid upcoming appointments. */
  | { outcome: 'too_many_unpaid'; limit: number; emailVerified: boolean }
  /** The child has reached the limit, counting the bookings of all its guardians. */
  | { outcome: 'too_many_unpaid_of_child'; limit: number; child: ChildRow }

export interface BookingContext {
  moment: ClinicMoment
  now: Date
  /** The clinic's present refund terms. */
  terms: RefundTerms
  unpaidLimits?: UnpaidLimits
  /** Set when staff book for the family: docs/requirements.md#booking-for-a-family. */
  desk?: DeskBooking
  /**
   * The clinic offered the time, so the family can book it even if its treatment is not booked
   * online.
   */
  isOffered?: true
}

interface DeskBooking {
  /** Uid of the member of staff. */
  actor: string
  /** Why the time is outside opening hours, or the child of another age; without a reason both are refused. */
  reason?: string | undefined
  /** An extra patient beside a taken time, for that reason: docs/requirements.md#squeezing-in. */
  squeeze?: true | undefined
}

/** Why a child's age does not fit on a day. */
export type AgeObstacle =
  | { outcome: 'adult'; child: BornChild }
  | { outcome: 'age_limit'; child: BornChild; treatment: OfferedTreatment }

type BornChild = Pick<ChildRow, 'name' | 'birthDate'>

/** Why nothing is booked. */
export type BookingRefusal = Exclude<BookingOutcome, { outcome: 'booked' }>

/** A valid booking; holds until the transaction ends. */
export interface BookingPlan {
  family: FamilyRow
  child: ChildRow | undefined
  treatment: OfferedTreatment
  slot: Slot
  doctor: OfferedTreatment['doctors'][number] | undefined
  priceCents: number
  /** Whether staff book outside opening hours, or for a child of another age. */
  isOutside: boolean
  isOtherAge: boolean
  /** Whether it is an extra patient beside a taken time. */
  isSqueezed: boolean
  /** It comes from the previous system, which bills it: docs/requirements.md#moving-in. */
  isImported?: true
}

/**
 * Books a slot for a family and writes `appointment.booked`, the confirmation and the reminders. The server
 * sets name, email and price, and the doctor unless the patient chose one. The insert fails if the doctor (or
 * the treatment without doctors) or the patient is not free.
 */
export function bookAppointment(
  db: Transaction,
  request: BookingRequest,
  context: BookingContext,
): BookingOutcome {
  const plan = planAfterWaiting(db, request, context)
  if (plan.outcome !== 'planned') return plan
  const appointment = writeBooking(db, request, plan, context)
  const { moment, now } = context
  notifyFamily(db, appointment.id, { kind: 'booked', data: {} }, now)
  addReminders(db, appointment, now, { timeZone: moment.timeZone })
  return { outcome: 'booked', appointment }
}

/**
 * How many other appointments are booked together with this one; they count for the limits of unpaid ones.
 */
interface AlsoBooked {
  ofAccount: number
  ofChild: number
  /** Id of the doctor to choose if free. */
  preferredDoctor?: string | undefined
}

const NOTHING_ELSE: AlsoBooked = { ofAccount: 0, ofChild: 0 }

/** Plans a booking after offering its time to the families that wait for it: docs/requirements.md#offers. */
export function planAfterWaiting(
  db: Transaction,
  request: BookingRequest,
  context: BookingContext,
  together: AlsoBooked = NOTHING_ELSE,
): ReturnType<typeof planBooking> {
  const { now } = context
  const { date } = request
  expireOffersAt(db, { date, ...parseSlot(request.slot) }, now)
  for (;;) {
    const plan = planBooking(db, request, context, together)
    if (plan.outcome !== 'planned' || plan.isSqueezed) return plan
    const { treatment, doctor, slot } = plan
    const time = { treatmentId: treatment.id, doctorId: doctor?.id ?? null, date, ...slot }
    const asked = askFirst(db, time, now)
    if (asked === 'nothing') return plan
    if (asked === 'failed') return { outcome: 'slot_taken', alternatives: [], isHeld: true }
  }
}

/** Decides whether a booking is possible, and with which doctor. Writes nothing. */
function planBooking(
  db: Database,
  request: BookingRequest,
  { moment, terms, unpaidLimits, desk, isOffered }: BookingContext,
  together: AlsoBooked,
): ({ outcome: 'planned' } & BookingPlan) | BookingRefusal {
  const { date } = request
  const patient = findPatient(db, request)
  if ('outcome' in patient) return patient
  const { family, child } = patient
  if (!family.name && !desk) return { outcome: 'name_missing' }

  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ name }) => name === request.treatment)
  if (!treatment) return { outcome: 'unknown_treatment' }
  if (!desk && !isOffered && !isBookableOnline(db, treatment, child?.id)) {
    return { outcome: 'not_online' }
  }
  const ageConflict = child && findAgeObstacle(child, date, treatment)
  // With a reason, staff may book for a child of another age.
  const isOtherAge = ageConflict?.outcome === 'age_limit'
  if (ageConflict && !(isOtherAge && desk?.reason)) return ageConflict

  const isAsked = (offered: Slot) => formatSlot(offered) === request.slot
  const isOutside =
    Boolean(desk?.reason) && !freeTimesOn(schedule, [], date, moment)(treatment).some(isAsked)
  const obstacle = findObstacle(schedule, date, moment)
  if (obstacle && !isOutside) return { outcome: 'day_not_bookable', obstacle }

  if (request.doctor && !treatment.doctors.some(({ id }) => id === request.doctor)) {
    return { outcome: 'unknown_doctor' }
  }
  const timesOn = isOutside ? deskTimesOn : freeTimesOn
  const isSqueezed = Boolean(desk?.squeeze && desk.reason)
  const timesWith = (occupied: OccupiedTime[]) =>
    timesOf(
      request.doctor,
      (isSqueezed ? deskTimesOn : timesOn)(schedule, occupied, date, moment)(treatment),
    )
  const slot = timesWith([]).find(isAsked)
  const priceCents = priceOn(treatment.prices, date)
  if (!slot || priceCents === undefined) return { outcome: 'slot_not_offered' }

  const occupied = listOccupiedTimes(db, date)
  const untaken = timesWith(occupied)
  const taken = { occupied, squeezed: isSqueezed ? listSqueezedTimes(db, date) : [] }
  const free = isSqueezed
    ? timesOf(request.doctor, squeezeTimesOn(schedule, taken, date, moment)(treatment))
    : untaken
  const isFree = untaken.some(isSameTime(slot)) && !free.some(isSameTime(slot))
  // The time is free, so it can be booked as usual.
  if (isFree) return { outcome: 'slot_not_offered' }
  const person = child?.id ?? family.id
  const conflict = findConflict(db, { family, person, date }, { treatment, slot, free })
  if (conflict) return conflict
  if (request.priceCents !== priceCents) return { outcome: 'price_changed', priceCents }
  if (request.terms && !isDeepStrictEqual(request.terms, terms)) {
    return { outcome: 'terms_changed', terms }
  }

  const isTooMany = desk
    ? undefined
    : findUnpaidObstacle(db, { family, child }, { moment, unpaidLimits }, together)
  if (isTooMany) return isTooMany

  const time = free.find(isSameTime(slot))
  const doctor = chooseDoctor(treatment, time, occupied, together.preferredDoctor)
  const kinds = { isOutside, isOtherAge, isSqueezed }
  return { outcome: 'planned', family, child, treatment, slot, doctor, priceCents, ...kinds }
}

/** The family that books, and the child; without a child, the account holder is the patient. */
export function findPatient(
  db: Database,
  { uid, child: id }: Pick<BookingRequest, 'uid' | 'child'>,
): Pick<BookingPlan, 'family' | 'child'> | BookingRefusal {
  const family = findFamily(db, uid)
  if (!family) return { outcome: 'no_account' }
  if (id === undefined) return { family, child: undefined }
  const found = findChildToBook(db, family, id)
  return 'outcome' in found ? found : { family, child: found.child }
}

type BookingContact = Pick<
  BookingRequest,
  'date' | 'phone' | 'address' | 'source' | 'bookingReferral' | 'ticket'
>

/**
 * Inserts a planned booking with `appointment.booked`; the caller writes its emails.
 * @param series its place in a series, if any
 */
export function writeBooking(
  db: Transaction,
  request: BookingContact,
  plan: BookingPlan,
  context: BookingContext,
  series?: PlaceInSeries & { id: string },
): AppointmentRow {
  const appointment = writeIfFree(db, request, plan, context, series)
  if (!appointment) throw new Error('The database refused a booking without a conflict.')
  return appointment
}

/** The same; undefined if the database refuses it, because the time or the patient is not free. */
export function writeIfFree(
  db: Transaction,
  request: BookingContact,
  {
    family,
    child,
    treatment,
    slot,
    doctor,
    priceCents,
    isOutside,
    isOtherAge,
    isSqueezed,
    isImported,
  }: BookingPlan,
  { now, terms, desk }: BookingContext,
  series?: PlaceInSeries & { id: string },
): AppointmentRow | undefined {
  const { date, phone, address, source, bookingReferral } = request
  const { startMinute, lengthMinutes } = slot
  const isException = isOutside || isOtherAge || isSqueezed || isImported === true
  const overrideReason = isException && desk?.reason ? desk.reason : null
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
    // Staff may book for an account that has no name yet.
    patientName: family.name || 'No name given',
    email: family.email ?? '',
    phone,
    address,
    overrideReason,
    squeezed: isSqueezed,
    billedElsewhere: isImported === true,
    createdAt: now,
    terms,
    ...(series && {
      seriesId: series.id,
      seriesNumber: series.number,
      seriesSize: series.size,
    }),
  })
  if (!appointment) return undefined
  const data = {
    treatmentId: treatment.id,
    doctorId: doctor?.id,
    date,
    startMinute,
    source,
    bookingReferral,
    ...(desk && ({ by: 'staff', family: family.id } as const)),
    ...(isOutside && ({ outsideHours: true } as const)),
    ...(isOtherAge && ({ otherAge: true } as const)),
    ...(isSqueezed && ({ squeezed: true } as const)),
    ...(isImported && ({ imported: true } as const)),
    ...(series && { series: { number: series.number, size: series.size } }),
  }
  const actor = desk?.actor ?? family.id
  appendEvent(db, { kind: 'appointment.booked', actor, subject: appointment.id, data }, now)
  endEntriesFor(db, appointment, now)
  closeTicketFor(db, appointment, { ticketId: request.ticket, actor }, now)
  // Staff decided it, so it is not listed as a conflict.
  if (isOutside || isImported) {
    const reasons = findConflictReasons(appointment, fullSchedule(db))
    keepAppointments(db, [{ id: appointment.id, version: appointment.version, reasons }])
  }
  return appointment
}

/** Whether the account, or the child, would have too many unpaid upcoming appointments. */
export function findUnpaidObstacle(
  db: Database,
  { family: { account }, child }: Pick<BookingPlan, 'family' | 'child'>,
  context: Pick<BookingContext, 'moment' | 'unpaidLimits'>,
  { ofAccount, ofChild }: AlsoBooked,
): UnpaidObstacle | undefined {
  const limit = account ? reachedUnpaidLimit(db, account, context, ofAccount) : null
  if (account && limit !== null) {
    return { outcome: 'too_many_unpaid', limit, emailVerified: account.emailVerified }
  }
  const most = context.unpaidLimits?.verified ?? 0
  if (child && most > 0 && countUnpaidOfChild(db, child.id, context.moment) + ofChild >= most) {
    return { outcome: 'too_many_unpaid_of_child', limit: most, child }
  }
  return undefined
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

/** Why the time is not available; the patient's own appointments take precedence over other appointments. */
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
    const several =
      family.deskFamilyId === null
        ? countChildren(db, family.id)
        : listDeskChildren(db, family.deskFamilyId).length
    const isOneOfSeveral = several > 1
    return { outcome: 'already_booked', existing, isOneOfSeveral }
  }
  if (free.some(isSameTime(slot))) return undefined
  const held = isHeldTime(db, treatment, { ...slot, date })
  const alternatives = nearestTimes(slot, free, own)
  return { outcome: 'slot_taken', alternatives, ...(held && { isHeld: true }) }
}

/**
 * The limit of unpaid upcoming appointments if the account has reached it; otherwise null.
 * @param more appointments that are booked together with the next one
 */
export function reachedUnpaidLimit(
  db: Database,
  account: { uid: string; emailVerified: boolean },
  { moment, unpaidLimits }: Pick<BookingContext, 'moment' | 'unpaidLimits'>,
  more = 0,
): number | null {
  const { unpaidLimit } = permissionsOf(account, unpaidLimits)
  if (unpaidLimit === null) return null
  return countUpcomingUnpaid(db, account.uid, moment) + more >= unpaidLimit ? unpaidLimit : null
}
