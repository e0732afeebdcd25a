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
  listOccupiedTimes,
  listPersonOnDay,
} from '#drizzle/queries/booking/appointments.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** A part of a day that may be offered, of a doctor or of a treatment without doctors. */
export interface OfferableTime extends Slot {
  treatmentId: string
  doctorId: string | null
  date: IsoDate
}

/** A time within it that an entry's treatment can have. */
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

/** No offer is made beyond what was booked before, so that the horizon does not matter here. */
export const ANY_DAY: IsoDate = '9999-12-31'

/**
 * Finds what of a time fits an entry: docs/requirements.md#waiting-list.
 * @returns a function that is asked for one entry after the other; it answers undefined when the
 * treatment cannot be given then, or the child cannot have it
 */
export function fitsOf(db: Database, time: OfferableTime, clock: Clock) {
  const { date, doctorId } = time
  const schedule = currentSchedule(db)
  const moment = { ...clock, lastDay: ANY_DAY }
  const timesOf = freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment)
  const known = new Map<string, Fit[]>()

  function fitsOfTreatment(treatment: OfferedTreatment): Fit[] {
    const priceCents = priceOn(treatment.prices, date)
    if (priceCents === undefined) return []
    if (doctorId === null && treatment.id !== time.treatmentId) return []
    return timesOf(treatment)
      .filter((free) => isWithin(free, time) && isGivenBy(free, doctorId))
      .map(({ startMinute, lengthMinutes, doctorIds }) => {
        const doctor = treatment.doctors.find(({ id }) => id === (doctorId ?? doctorIds[0]))
        return { startMinute, lengthMinutes, treatment, doctor, priceCents }
      })
  }

  return (entry: EntryRow): Fit | undefined => {
    const treatment = schedule.treatments.find(({ id }) => id === entry.treatmentId)
    if (!treatment || !entry.weekdays.includes(weekdayOf(date))) return undefined
    const fits = known.get(treatment.id) ?? fitsOfTreatment(treatment)
    known.set(treatment.id, fits)
    return fits.find((fit) => isWanted(db, entry, { ...fit, date }, clock))
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

/** Whether the family wants it, and the child can come. */
export function isWanted(
  db: Database,
  entry: EntryRow,
  { date, treatment, doctor, ...slot }: Fit & { date: IsoDate },
  { now, timeZone }: Clock,
): boolean {
  if (entry.doctorId !== null && entry.doctorId !== doctor?.id) return false
  if (!isInPart(slot.startMinute, entry.part)) return false
  const startsAt = instantOf({ date, startMinute: slot.startMinute }, timeZone).getTime()
  if (startsAt - now.getTime() < entry.noticeMinutes * millisecondsInMinute) return false

  const present =
    entry.appointmentId === null ? undefined : findAppointment(db, entry.appointmentId)
  if (entry.appointmentId !== null && !isSooner(present, { date, ...slot })) return false
  const person = entry.childId ?? entry.uid ?? entry.deskFamilyId ?? ''
  const own = listPersonOnDay(db, { person, date }).filter(({ id }) => id !== present?.id)
  if (own.some((one) => one.treatmentId === treatment.id || overlaps(one, slot))) return false
  return hasRightAge(db, entry, treatment, date)
}

/** Whether it comes before an appointment that can still move there. */
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

/** Whether the family can be asked: without an account or a working address staff call it. */
export function canBeAsked(db: Database, { uid, childId }: EntryRow): boolean {
  if (uid === null) return false
  const isKnown = childId === null || findChild(db, childId)?.archivedAt === null
  return isKnown && (findFamily(db, uid)?.isReachable ?? false)
}
