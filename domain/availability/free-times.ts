import type { Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import {
  type FreeTime,
  type FreeTimesOfDay,
  freeTimes,
  type OccupiedTime,
} from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { dayOf, findObstacle, openDayOf, type Schedule } from './schedule.ts'

/**
 * What can be booked on a day: docs/requirements.md#free-times.
 * @param occupied the day's appointments
 */
export function freeOn(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): FreeTimesOfDay<OfferedTreatment> {
  if (findObstacle(schedule, date, moment)) return { list: () => [], count: () => 0 }
  const free = freeTimes(dayOf(schedule, date, moment), occupied)
  const weekday = weekdayOf(date)
  /** The treatment with its slots of the day; without any on weekdays on which it is not given. */
  const onThisDay = (treatment: OfferedTreatment) =>
    treatment.weekdays.includes(weekday) ? treatment : { ...treatment, slots: [] }
  const ofDay = {
    list: (treatment: OfferedTreatment) => free.list(onThisDay(treatment)),
    count: (treatment: OfferedTreatment) => free.count(onThisDay(treatment)),
  }
  return date > moment.today ? ofDay : onlyTimes(ofDay, (time) => !hasStarted(time, date, moment))
}

/** The free times of a day that meet a condition. */
export function onlyTimes(
  free: FreeTimesOfDay<OfferedTreatment>,
  meets: (time: FreeTime) => boolean,
): FreeTimesOfDay<OfferedTreatment> {
  const list = (treatment: OfferedTreatment) => free.list(treatment).filter(meets)
  return { list, count: (treatment) => list(treatment).length }
}

/** A function that lists a treatment's free times of a day, in order: see `freeOn`. */
export const freeTimesOn = (...day: Parameters<typeof freeOn>) => freeOn(...day).list

/** Staff can book every half hour between these minutes after midnight. */
const DESK_DAY = { from: 6 * 60, to: 22 * 60, step: 30 }

/**
 * The times of a day that staff can book in spite of hours, breaks and closures: the treatment's slots, and
 * every half hour from early to late. Existing appointments and absences of doctors still count.
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
  const { list: timesOf } = freeTimes(openDayOf(schedule, date, moment), occupied)
  return (treatment) =>
    timesOf({ ...treatment, slots: withDeskSlots(treatment.slots) }).filter(
      (time) => !hasStarted(time, date, moment),
    )
}

/** The slots together with those that only staff can book, which are as long as the first slot. */
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
