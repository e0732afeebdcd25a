import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { countSpaces } from '#contract/schedule/free-times.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import type { Database } from '#drizzle/client.ts'
import { listOccupiedTimes, listSqueezedTimes } from '#drizzle/queries/booking/appointments.ts'
import { toAvailable } from './availability.ts'
import { deskTimesOn, freeTimesOn, treatmentsOn } from './free-times.ts'
import { currentSchedule } from './schedule.ts'
import { squeezeTimesOn } from './squeeze-times.ts'

/** The treatments of a day with every time that staff can book: docs/requirements.md#booking-for-a-family. */
export function deskTreatmentsOn(db: Database, date: IsoDate, moment: ClinicMoment): Treatment[] {
  const schedule = currentSchedule(db)
  const occupied = listOccupiedTimes(db, date)
  const freeOf = freeTimesOn(schedule, occupied, date, moment)
  const timesOf = deskTimesOn(schedule, occupied, date, moment)
  return treatmentsOn(schedule, date).map((treatment) => {
    const times = freeOf(treatment)
    const free = new Set(times.map(formatSlot))
    const shown = toAvailable(treatment, timesOf(treatment), date)
    const outsideHours = shown.slots.filter((slot) => !free.has(slot))
    return { ...shown, ...(shown.doctors && { spaces: countSpaces(times) }), outsideHours }
  })
}

/**
 * The treatments of a day with the taken times beside which staff can put one extra patient, giving a reason:
 * docs/requirements.md#squeezing-in.
 */
export function squeezeTreatmentsOn(
  db: Database,
  date: IsoDate,
  moment: ClinicMoment,
): Treatment[] {
  const schedule = currentSchedule(db)
  const taken = {
    occupied: listOccupiedTimes(db, date),
    squeezed: listSqueezedTimes(db, date),
  }
  const timesOf = squeezeTimesOn(schedule, taken, date, moment)
  return treatmentsOn(schedule, date).map((treatment) => {
    const shown = toAvailable(treatment, timesOf(treatment), date)
    return { ...shown, outsideHours: shown.slots }
  })
}
