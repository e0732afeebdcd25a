import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, daysFrom, earlierOf, type IsoDate, laterOf } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import { freeOn, onlyTimes } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { doctorsByLoad, loadOf } from '#domain/booking/choose-time.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  listTimesOfPersons,
  personOf,
  readOccupiedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'

/** How many days away the new time of an appointment may be. */
const DAYS_AROUND = 28

/** A day without the times that were taken so far. */
export interface ReofferDay {
  date: IsoDate
  /** A treatment's free times with enough time to answer; for each, the least busy doctor first. */
  timesOf: (treatment: OfferedTreatment) => readonly FreeTime[]
  /** The number of these times. */
  countOf: (treatment: OfferedTreatment) => number
}

export interface ReofferDays {
  /** The days to which appointments of a day can move, in order. */
  around(day: IsoDate): readonly IsoDate[]
  /** Returns the same object until a time of the day is taken. */
  on(date: IsoDate): ReofferDay
  /** The patient's times that day, without the closure's appointments and with times taken for them. */
  ownOn(row: AppointmentRow, date: IsoDate): readonly OwnTime[]
  take(row: AppointmentRow, date: IsoDate, time: OccupiedTime): void
}

type OwnTime = Omit<OccupiedTime, 'doctorId'>

/**
 * The days to which the appointments of a closure can move. Each is read once, however many appointments ask
 * for it.
 * @param from the earliest start
 */
export function createReofferDays(
  db: Database,
  rows: readonly AppointmentRow[],
  { moment, from }: { moment: ClinicMoment; from: Date },
): ReofferDays {
  const schedule = currentSchedule(db)
  const earliest = wallClockAt(from, moment.timeZone)
  const around = memoize((day: IsoDate) => daysFrom(...rangeAround(day)))
  const days = new Map<IsoDate, ReofferDay>()

  function rangeAround(day: IsoDate): [first: IsoDate, last: IsoDate] {
    return [
      laterOf(dayAfter(day, -DAYS_AROUND), earliest.today),
      earlierOf(dayAfter(day, DAYS_AROUND), moment.lastDay),
    ]
  }

  function toDay(date: IsoDate): ReofferDay {
    const occupied = occupiedOn(date)
    const ofDay = freeOn(schedule, occupied, date, moment)
    const free =
      date > earliest.today
        ? ofDay
        : onlyTimes(ofDay, ({ startMinute }) => startMinute > earliest.minute)
    return {
      date,
      timesOf: memoize((treatment: OfferedTreatment) => {
        const byLoad = doctorsByLoad(treatment, loadOf(occupied)).map(({ id }) => id)
        const inOrder = memoize((ids: readonly string[]) => byLoad.filter((id) => ids.includes(id)))
        return free.list(treatment).map((time) => ({
          ...time,
          doctorIds: inOrder(time.doctorIds),
        }))
      }),
      countOf: memoize(free.count),
    }
  }

  const all = [...new Set(rows.flatMap(({ date }) => around(date)))].sort()
  const occupiedTimes = readOccupiedTimes(db, all)
  const occupiedOn = (date: IsoDate) => occupiedTimes.get(date) ?? []
  const own = readOwnTimes(db, rows, all)

  return {
    around,
    on(date) {
      const day = days.get(date) ?? toDay(date)
      days.set(date, day)
      return day
    },
    ownOn: (row, date) => own.get(personOf(row))?.get(date) ?? [],
    take(row, date, time) {
      occupiedOn(date).push(time)
      days.delete(date)
      const ofPerson = own.get(personOf(row))
      ofPerson?.set(date, [...(ofPerson.get(date) ?? []), time])
    },
  }
}

/**
 * By person and day; read at once for all days to which the appointments can move.
 * @param days in order
 */
function readOwnTimes(
  db: Database,
  rows: readonly AppointmentRow[],
  days: readonly IsoDate[],
): Map<string | null, Map<IsoDate, OwnTime[]>> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return new Map()
  const persons = rows.flatMap((row) => personOf(row) ?? [])
  const times = listTimesOfPersons(db, { persons, from, to })
  const closed = new Set(rows.map(({ id }) => id))
  return new Map(
    persons.map((person) => {
      const own = (times.get(person) ?? []).filter(({ id }) => !closed.has(id))
      return [person, Map.groupBy(own, ({ date }) => date)]
    }),
  )
}

/** The function with cached results. */
export function memoize<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
