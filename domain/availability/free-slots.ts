import { type ClinicMoment, isBookableDay } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Slot } from '../../contract/slots.ts'
import type { Database } from '../../drizzle/client.ts'
import { readBookedTimes } from '../../drizzle/queries/appointments.ts'
import {
  listClosures,
  listOfferedTreatments,
  type OfferedTreatment,
} from '../../drizzle/queries/schedule.ts'

/** What applies to every day: everything that decides availability besides appointments and time. */
export interface Catalogue {
  offered: readonly OfferedTreatment[]
  /** Days from today on, besides weekends, on which the clinic is closed, in order. */
  closures: readonly IsoDate[]
}

export function readCatalogue(db: Database, { today }: ClinicMoment): Catalogue {
  return { offered: listOfferedTreatments(db), closures: listClosures(db, today) }
}

/**
 * All active treatments with the slots that can be booked on `date`: not booked, not yet started,
 * none on a day that cannot be booked.
 */
export function listFreeTreatments(
  db: Database,
  date: IsoDate,
  moment: ClinicMoment,
  { offered, closures }: Catalogue = readCatalogue(db, moment),
): OfferedTreatment[] {
  if (!isBookableDay(date, { ...moment, closures })) {
    return offered.map((treatment) => ({ ...treatment, slots: [] }))
  }
  const booked = readBookedTimes(db, date)
  return offered.map((treatment) => ({
    ...treatment,
    slots: findFreeSlots(treatment, booked.get(treatment.id) ?? [], date, moment),
  }))
}

/** The treatment's slots on a bookable day that are neither booked nor started. */
export function findFreeSlots(
  { slots }: OfferedTreatment,
  bookedMinutes: readonly number[],
  date: IsoDate,
  moment: ClinicMoment,
): Slot[] {
  return slots.filter(
    (slot) => !hasStarted(slot, date, moment) && !bookedMinutes.includes(slot.startMinute),
  )
}

/** Whether the slot has started by the clinic's clock, and can no longer be booked. */
export function hasStarted(slot: Slot, date: IsoDate, { today, minute }: ClinicMoment): boolean {
  return date < today || (date === today && slot.startMinute <= minute)
}

/**
 * Days from today on, besides weekends, without free slots: the clinic's closures, and today once
 * its last slot has started.
 */
export function listClosedDays(db: Database, moment: ClinicMoment): IsoDate[] {
  const { today } = moment
  const { offered, closures } = readCatalogue(db, moment)
  const isOver = offered.every(({ slots }) =>
    slots.every((slot) => hasStarted(slot, today, moment)),
  )
  return isOver && !closures.includes(today) ? [today, ...closures] : [...closures]
}
