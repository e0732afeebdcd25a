import { v7 as uuidv7 } from 'uuid'
import type { Rhythm } from '#contract/booking/series-length.ts'
import { formatSlot, overlaps, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment, DayObstacle } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { SERIES_ALTERNATIVES, type SeriesObstacle } from '#contract/series/series.ts'
import { chooseSeriesDoctors } from '#contract/series/series-doctors.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  listOccupiedTimes,
  listPersonOnDay,
} from '#drizzle/queries/booking/appointments.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule, findObstacle, type Schedule } from '../availability/schedule.ts'
import {
  type BookingContext,
  type BookingPlan,
  type BookingRefusal,
  type BookingRequest,
  findAgeObstacle,
  findPatient,
  findUnpaidObstacle,
  planAfterWaiting,
  writeBooking,
} from './book-appointment.ts'
import { freeDoctors, isSameTime, nearestTimes, timesOf } from './choose-time.ts'
import { confirmTogether } from './confirm-together.ts'

/** How many days after a date another time is searched. */
const DAYS_TO_SHIFT = 6

interface SeriesContext extends BookingContext {
  /** How many appointments a series has at most. */
  mostInSeries: number
}

type SeriesRequest = Pick<BookingRequest, 'uid' | 'child' | 'treatment' | 'doctor'>

/** A request for a series, before it is booked. */
interface ProposalRequest extends SeriesRequest, Rhythm {
  /** The day of the first appointment. */
  date: IsoDate
  slot: string
}

/** A time that can be booked, with its free doctors and its price. */
interface OfferedTime extends Slot {
  date: IsoDate
  doctors: OfferedTreatment['doctors']
  priceCents: number
}

/** A date of a series. `times`: the wanted time; with an obstacle, the nearest ones. */
export interface ProposedDate {
  date: IsoDate
  obstacle?: SeriesObstacle
  times: OfferedTime[]
}

/** Why the series is not possible even if all of its times are free. */
export type SeriesRefusal =
  | { outcome: 'too_long'; most: number }
  /** Only `count` of its dates are within the booking horizon. */
  | { outcome: 'beyond_horizon'; count: number; possible: number; lastDay: IsoDate }
  /** `date`: of the first appointment that is refused. */
  | { outcome: 'refused'; date: IsoDate; slot: string; refusal: BookingRefusal }

/**
 * The dates of a series: each has the same time if it is free, otherwise the nearest times of that day or a
 * later one (docs/requirements.md#series). Changes nothing.
 */
export function proposeSeries(
  db: Database,
  request: ProposalRequest,
  context: SeriesContext,
): { outcome: 'found'; dates: ProposedDate[] } | SeriesRefusal {
  const { moment, desk, mostInSeries } = context
  const { count } = request
  if (count > mostInSeries) return { outcome: 'too_long', most: mostInSeries }
  const dates = datesOf(request)
  const refuse = (refusal: BookingRefusal, date = request.date): SeriesRefusal => ({
    outcome: 'refused',
    date,
    slot: request.slot,
    refusal,
  })

  const patient = findPatient(db, request)
  if ('outcome' in patient) return refuse(patient)
  const { family, child } = patient
  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ name }) => name === request.treatment)
  if (!treatment) return refuse({ outcome: 'unknown_treatment' })
  if (request.doctor && !treatment.doctors.some(({ id }) => id === request.doctor)) {
    return refuse({ outcome: 'unknown_doctor' })
  }
  const obstacle = findObstacle(schedule, request.date, moment)
  if (obstacle) return refuse({ outcome: 'day_not_bookable', obstacle })
  const { lastDay } = moment
  const possible = dates.filter((date) => date <= lastDay).length
  if (possible < count) return { outcome: 'beyond_horizon', count, possible, lastDay }
  for (const date of dates) {
    const ageObstacle = child && findAgeObstacle(child, date, treatment)
    if (ageObstacle) return refuse(ageObstacle, date)
  }
  const more = { ofAccount: count - 1, ofChild: count - 1 }
  const isTooMany = desk ? undefined : findUnpaidObstacle(db, { family, child }, context, more)
  if (isTooMany) return refuse(isTooMany)

  const person = child?.id ?? family.id
  const days = openDays(db, { schedule, treatment, moment, person, doctor: request.doctor })
  const slot = days(request.date).offered.find((time) => formatSlot(time) === request.slot)
  if (!slot) return refuse({ outcome: 'slot_not_offered' })
  return { outcome: 'found', dates: dates.map((date) => proposeDate(days, { date, slot, dates })) }
}

function datesOf({ date, count, every, unit }: Rhythm & { date: IsoDate }): IsoDate[] {
  const days = unit === 'weeks' ? 7 * every : every
  return Array.from({ length: count }, (_, index) => dayAfter(date, index * days))
}

/** The times of a treatment that a patient could have on a day. */
interface OpenDay {
  obstacle: DayObstacle | undefined
  /** Including the taken ones. */
  offered: readonly FreeTime[]
  /** Not taken by others; the patient may be busy then. */
  free: readonly FreeTime[]
  /** The patient's own appointments. One for the treatment occupies the whole day. */
  own: readonly Slot[]
  hasTreatment: boolean
  toOffer: (time: Slot) => OfferedTime[]
}

interface Wanted {
  schedule: Schedule
  treatment: OfferedTreatment
  moment: ClinicMoment
  /** Id of the patient. */
  person: string
  doctor: string | undefined
}

function openDays(db: Database, { schedule, treatment, moment, person, doctor }: Wanted) {
  return (date: IsoDate): OpenDay => {
    const occupied = listOccupiedTimes(db, date)
    const timesWith = (taken: typeof occupied) =>
      timesOf(doctor, freeTimesOn(schedule, taken, date, moment)(treatment))
    const free = timesWith(occupied)
    const own = listPersonOnDay(db, { person, date })
    const priceCents = priceOn(treatment.prices, date)
    return {
      obstacle: findObstacle(schedule, date, moment),
      offered: priceCents === undefined ? [] : timesWith([]),
      free: priceCents === undefined ? [] : free,
      own,
      hasTreatment: own.some(({ treatmentId }) => treatmentId === treatment.id),
      toOffer: ({ startMinute, lengthMinutes }) => {
        const time = free.find(isSameTime({ startMinute, lengthMinutes }))
        const doctors = freeDoctors(treatment, time, occupied)
        if (priceCents === undefined) return []
        return [{ date, startMinute, lengthMinutes, doctors, priceCents }]
      },
    }
  }
}

/** @param dates dates of the series; never offered as alternatives */
function proposeDate(
  days: (date: IsoDate) => OpenDay,
  { date, slot, dates }: { date: IsoDate; slot: Slot; dates: readonly IsoDate[] },
): ProposedDate {
  const day = days(date)
  const obstacle = findSeriesObstacle(day, slot)
  if (!obstacle) return { date, times: day.toOffer(slot) }
  const nearest = ({ own, hasTreatment, free, toOffer }: OpenDay) =>
    hasTreatment ? [] : nearestTimes(slot, free, own).flatMap(toOffer)
  const times = nearest(day)
  for (let later = 1; times.length === 0 && later <= DAYS_TO_SHIFT; later += 1) {
    const other = dayAfter(date, later)
    if (!dates.includes(other)) times.push(...nearest(days(other)))
  }
  return { date, obstacle, times: times.slice(0, SERIES_ALTERNATIVES) }
}

function findSeriesObstacle(
  { obstacle, offered, free, own, hasTreatment }: OpenDay,
  slot: Slot,
): SeriesObstacle | undefined {
  const isSame = isSameTime(slot)
  if (obstacle) return 'closed'
  if (!offered.some(isSame)) return 'not_offered'
  if (hasTreatment || own.some((other) => overlaps(other, slot))) return 'own'
  return free.some(isSame) ? undefined : 'taken'
}

/** `times`: one for each appointment, on different days. */
type NewSeries = SeriesRequest &
  Pick<BookingRequest, 'terms' | 'phone' | 'address' | 'source' | 'bookingReferral'> & {
    times: readonly Pick<BookingRequest, 'date' | 'slot' | 'priceCents'>[]
  }

export type SeriesOutcome =
  /** In order of time. */
  { outcome: 'booked'; appointments: AppointmentRow[] } | SeriesRefusal

/**
 * Books all appointments of a series, or none, each as `bookAppointment` does. Decides about all of them
 * before it writes the first one.
 */
export function bookSeries(
  db: Transaction,
  { times, ...request }: NewSeries,
  context: SeriesContext,
): SeriesOutcome {
  const { mostInSeries: most } = context
  const size = times.length
  if (size > most) return { outcome: 'too_long', most }
  const bookings = times
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((time) => ({ ...request, ...time }))
  const plans: BookingPlan[] = []
  const doctors = doctorsOf(db, bookings, context)
  for (const [index, booking] of bookings.entries()) {
    const together = { ofAccount: index, ofChild: index, preferredDoctor: doctors[index] }
    const plan = planAfterWaiting(db, booking, context, together)
    if (plan.outcome !== 'planned') {
      const { date, slot } = booking
      return { outcome: 'refused', date, slot, refusal: plan }
    }
    plans.push(plan)
  }
  const id = uuidv7()
  const appointments = plans.flatMap((plan, index) => {
    const booking = bookings[index]
    return booking ? writeBooking(db, booking, plan, context, { id, number: index + 1, size }) : []
  })
  confirmTogether(db, appointments, context)
  return { outcome: 'booked', appointments }
}

/** The doctor that the page names for each appointment; undefined where there is no choice. */
function doctorsOf(
  db: Database,
  bookings: readonly BookingRequest[],
  { moment }: Pick<BookingContext, 'moment'>,
): (string | undefined)[] {
  const [first] = bookings
  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ name }) => name === first?.treatment)
  if (!treatment || first?.doctor || treatment.doctors.length < 2) return []
  const free = bookings.map(({ date, slot }) => {
    const occupied = listOccupiedTimes(db, date)
    const times = freeTimesOn(schedule, occupied, date, moment)(treatment)
    const time = times.find((offered) => formatSlot(offered) === slot)
    return freeDoctors(treatment, time, occupied).map(({ id }) => id)
  })
  return chooseSeriesDoctors(free)
}
