import { millisecondsInMinute } from 'date-fns/constants'
import { overlaps, type Slot } from '#contract/booking/slots.ts'
import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { isInPart } from '#contract/waitlist/waitlist.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { findChildToBook } from '#domain/guardians/child-to-book.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listPersonOnDay,
  listTakenTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** A time to offer: of a doctor, or of a treatment without doctors. */
export interface OfferableTime extends Slot {
  /** Null for all treatments. */
  treatmentId: string | null
  doctorId: string | null
  date: IsoDate
}

/** A part of it that suits an entry's treatment. */
export interface Fit extends Slot {
  treatment: OfferedTreatment
  doctor: OfferedTreatment['doctors'][number] | undefined
  priceCents: number
}

export interface Clock {
  now: Date
  today: IsoDate
  minute: number
  timeZone: string
}

/** Offers never go beyond what could be booked before, so the horizon does not matter here. */
export const ANY_DAY: IsoDate = '9999-12-31'

/**
 * Finds the part of a freed time that fits an entry: docs/requirements.md#waiting-list.
 * @returns a function to call for one entry after another while the day does not change. It returns undefined
 * when the treatment is not possible then, or not for the child.
 */
export function fitsOf(db: Database, time: OfferableTime, clock: Clock) {
  const { date, doctorId, treatmentId } = time
  const schedule = currentSchedule(db)
  const moment = { ...clock, lastDay: ANY_DAY }
  const timesOf = freeTimesOn(schedule, listTakenTimes(db, date), date, moment)
  const known = new Map<string, FreeTime[]>()

  function timesOfTreatment(treatment: OfferedTreatment): FreeTime[] {
    if (doctorId === null && treatmentId !== null && treatment.id !== treatmentId) return []
    return timesOf(treatment).filter((free) => isWithin(free, time) && isGivenBy(free, doctorId))
  }

  return (entry: EntryRow, isMeant: (slot: Slot) => boolean = () => true): Fit | undefined => {
    const treatment = schedule.treatments.find(({ id }) => id === entry.treatmentId)
    const priceCents = treatment && priceOn(treatment.prices, date)
    if (!treatment || priceCents === undefined) return undefined
    if (!entry.weekdays.includes(weekdayOf(date))) return undefined
    const times = known.get(treatment.id) ?? timesOfTreatment(treatment)
    known.set(treatment.id, times)
    const isWanted = timeFilterFor(db, entry, { treatment, date }, clock)
    for (const { startMinute, lengthMinutes, doctorIds } of times) {
      const wanted = doctorIds.find((id) => id === entry.doctorId)
      const doctor = treatment.doctors.find(({ id }) => id === (doctorId ?? wanted ?? doctorIds[0]))
      const fit = { startMinute, lengthMinutes, treatment, doctor, priceCents }
      if (isMeant(fit) && isWanted(fit)) return fit
    }
    return undefined
  }
}

export function isWithin(inner: Slot, outer: Slot): boolean {
  return (
    outer.startMinute <= inner.startMinute &&
    inner.startMinute + inner.lengthMinutes <= outer.startMinute + outer.lengthMinutes
  )
}

function isGivenBy({ doctorIds }: FreeTime, doctorId: string | null): boolean {
  return doctorId === null || doctorIds.includes(doctorId)
}

/**
 * A function that says whether the family wants a time of that day and the child is free. Reads what it needs
 * once.
 */
export function timeFilterFor(
  db: Database,
  entry: EntryRow,
  { treatment, date }: Pick<Fit, 'treatment'> & { date: IsoDate },
  { now, timeZone }: Clock,
): (time: Slot & Pick<Fit, 'doctor'>) => boolean {
  let patient: ReturnType<typeof readPatient> | undefined
  function readPatient() {
    const { appointmentId, childId, uid, deskFamilyId } = entry
    const present = appointmentId === null ? undefined : findAppointment(db, appointmentId)
    const person = childId ?? uid ?? deskFamilyId ?? ''
    const own = listPersonOnDay(db, { person, date }).filter(({ id }) => id !== present?.id)
    const hasOther = own.some((one) => one.treatmentId === treatment.id)
    return { present, own, isPossible: !hasOther && hasRightAge(db, entry, treatment, date) }
  }

  return ({ doctor, startMinute, lengthMinutes }) => {
    if (entry.doctorId !== null && entry.doctorId !== doctor?.id) return false
    if (!isInPart(startMinute, entry.part)) return false
    const startsAt = instantOf({ date, startMinute }, timeZone).getTime()
    if (startsAt - now.getTime() < entry.noticeMinutes * millisecondsInMinute) return false
    patient ??= readPatient()
    const { present, own, isPossible } = patient
    if (!isPossible || own.some((one) => overlaps(one, { startMinute, lengthMinutes })))
      return false
    return entry.appointmentId === null || isSooner(present, { date, startMinute })
  }
}

/** Whether the time comes before an appointment that can still be moved there. */
export function isSooner(
  present: AppointmentRow | undefined,
  { date, startMinute }: Pick<OfferableTime, 'date' | 'startMinute'>,
): boolean {
  if (present?.status !== 'booked' || present.attendance !== 'expected') return false
  return date < present.date || (date === present.date && startMinute < present.startMinute)
}

function hasRightAge(
  db: Database,
  { childId, ...family }: EntryRow,
  treatment: OfferedTreatment,
  date: IsoDate,
): boolean {
  if (childId === null) return true
  const found = findChildToBook(db, family, childId)
  if ('outcome' in found) return false
  const { child } = found
  return !isAdultOn(child.birthDate, date) && fitsAge(child.birthDate, date, treatment)
}

/**
 * Whether the family can be asked. A family without an account, or with a bounced address, is called by
 * staff.
 */
export function canBeAsked(db: Database, { uid, childId }: EntryRow): boolean {
  if (uid === null) return false
  const isKnown = childId === null || findChild(db, childId)?.archivedAt === null
  return isKnown && (findFamily(db, uid)?.isReachable ?? false)
}
