import type { Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import { type FreeTime, freeTimes, type OccupiedTime } from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { dayOf, findObstacle, openDayOf, type Schedule } from './schedule.ts'

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
  const onThisDay = (treatment: OfferedTreatment) => timesOf(withSlotsOf(treatment, date))
  if (date > moment.today) return onThisDay
  return (treatment) => onThisDay(treatment).filter((time) => !hasStarted(time, date, moment))
}

/** The treatment with its slots of a day: none on weekdays on which it is not given. */
function withSlotsOf(treatment: OfferedTreatment, date: IsoDate): OfferedTreatment {
  return treatment.weekdays.includes(weekdayOf(date)) ? treatment : { ...treatment, slots: [] }
}

/** Staff may give every half hour of this part of the day, in minutes after midnight. */
const DESK_DAY = { from: 6 * 60, to: 22 * 60, step: 30 }

/**
 * The times of a day that staff can give in spite of hours, breaks and closures: those of the
 * treatment, and every half hour from early to late. Appointments and absences of doctors count.
 * @returns a function that lists a treatment's times in order
 */
export function deskTimesOn(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): (treatment: OfferedTreatment) => FreeTime[] {
  const obstacle = findObstacle(schedule, date, moment)
  if (obstacle === 'past' || obstacle === 'too_far') return () => []
  const timesOf = freeTimes(openDayOf(schedule, date, moment), occupied)
  return (treatment) =>
    timesOf({ ...treatment, slots: withDeskSlots(treatment.slots) }).filter(
      (time) => !hasStarted(time, date, moment),
    )
}

/** The slots with those that only staff can give. They are as long as the treatment's first one. */
function withDeskSlots(slots: readonly Slot[]): Slot[] {
  const { from, to, step } = DESK_DAY
  const lengthMinutes = slots[0]?.lengthMinutes ?? step
  const extra: Slot[] = []
  for (let startMinute = from; startMinute + lengthMinutes <= to; startMinute += step) {
    if (!slots.some((slot) => slot.startMinute === startMinute)) {
      extra.push({ startMinute, lengthMinutes })
    }
  }
  return [...slots, ...extra].sort((a, b) => a.startMinute - b.startMinute)
}

/** The treatments that can be booked on a day: those with a price. */
export function treatmentsOn({ treatments }: Schedule, date: IsoDate): OfferedTreatment[] {
  return treatments.filter(({ prices }) => priceOn(prices, date) !== undefined)
}

/** Whether the slot has started by the clinic's clock, and can no longer be booked. */
export function hasStarted(
  slot: Slot,
  date: IsoDate,
  { today, minute }: Pick<ClinicMoment, 'today' | 'minute'>,
): boolean {
  return date < today || (date === today && slot.startMinute <= minute)
}
