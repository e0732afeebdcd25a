import type { ClinicMoment } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { type FreeTime, freeTimes, type OccupiedTime } from '../../contract/free-times.ts'
import { priceOn } from '../../contract/prices.ts'
import type { Slot } from '../../contract/slots.ts'
import type { OfferedTreatment } from '../../drizzle/queries/schedule.ts'
import { dayOf, findObstacle, type Schedule } from './schedule.ts'

/**
 * The times of a day that can be booked: docs/requirements.md#free-times.
 * @param occupied the day's appointments
 * @returns a function that lists a treatment's free times in order
 */
export function freeTimesOn(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): (treatment: OfferedTreatment) => FreeTime[] {
  if (findObstacle(schedule, date, moment)) return () => []
  const timesOf = freeTimes(dayOf(schedule, date, moment), occupied)
  return (treatment) => timesOf(treatment).filter((time) => !hasStarted(time, date, moment))
}

/** The treatments that can be booked on a day: those with a price. */
export function treatmentsOn({ treatments }: Schedule, date: IsoDate): OfferedTreatment[] {
  return treatments.filter(({ prices }) => priceOn(prices, date) !== undefined)
}

/** Whether the slot has started by the clinic's clock, and can no longer be booked. */
export function hasStarted(slot: Slot, date: IsoDate, { today, minute }: ClinicMoment): boolean {
  return date < today || (date === today && slot.startMinute <= minute)
}
