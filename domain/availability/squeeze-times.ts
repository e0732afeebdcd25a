import { overlaps, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { deskTimesOn } from './free-times.ts'
import type { Schedule } from './schedule.ts'

interface TakenTimes {
  /** The day's appointments. */
  occupied: readonly OccupiedTime[]
  /** The extra patients' times. */
  squeezed: readonly OccupiedTime[]
}

/**
 * The taken times of a day beside which staff can put one extra patient: docs/requirements.md#squeezing-in.
 * @returns a function that lists a treatment's times in order, with the doctors who are busy then
 */
export function squeezeTimesOn(
  schedule: Schedule,
  { occupied, squeezed }: TakenTimes,
  date: IsoDate,
  moment: ClinicMoment,
): (treatment: OfferedTreatment) => FreeTime[] {
  const allOf = deskTimesOn(schedule, [], date, moment)
  const freeOf = deskTimesOn(schedule, occupied, date, moment)
  return (treatment) => {
    const free = new Map(freeOf(treatment).map((time) => [time.startMinute, time]))
    const hasExtra = (time: Slot, resource: string) =>
      squeezed.some(
        (other) => (other.doctorId ?? other.treatmentId) === resource && overlaps(other, time),
      )
    return allOf(treatment).flatMap((time) => {
      const known = free.get(time.startMinute)
      if (time.doctorIds.length === 0) {
        return known || hasExtra(time, treatment.id) ? [] : [time]
      }
      const doctorIds = time.doctorIds.filter(
        (id) => !known?.doctorIds.includes(id) && !hasExtra(time, id),
      )
      return doctorIds.length > 0 ? [{ ...time, doctorIds }] : []
    })
  }
}
