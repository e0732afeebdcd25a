import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, daysFrom, earlierOf, type IsoDate, laterOf } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  listOccupiedTimes,
  listTimesOfPersons,
  type PersonTime,
  personOf,
} from '#drizzle/queries/booking/appointments.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { doctorsByLoad, loadOf } from '../booking/choose-time.ts'
import { wallClockAt } from '../clinic-clock.ts'

/** How far from its own day an appointment's new time may be. */
const DAYS_AROUND = 28

/** A day as it is with what has been taken so far. */
export interface ReofferDay {
  date: IsoDate
  /** A treatment's free times after the last answer, the least busy of its doctors first. */
  timesOf: (treatment: OfferedTreatment) => readonly FreeTime[]
  /** How many those are. */
  countOf: (treatment: OfferedTreatment) => number
}

export interface ReofferDays {
  /** The days to which appointments of a day may go, in order. */
  around(day: IsoDate): readonly IsoDate[]
  /** The same object until a time of the day is taken. */
  on(date: IsoDate): ReofferDay
  /** The patient's other times that day, before anything was taken. */
  ownOn(row: AppointmentRow, date: IsoDate): readonly PersonTime[]
  take(date: IsoDate, time: OccupiedTime): void
}

/**
 * The days to which the appointments of a closure may go. Each is read once, however many appointments
 * ask for it.
 * @param until when families can answer at the latest
 */
export function createReofferDays(
  db: Database,
  rows: readonly AppointmentRow[],
  { moment, until }: { moment: ClinicMoment; until: Date },
): ReofferDays {
  const schedule = currentSchedule(db)
  const answered = wallClockAt(until, moment.timeZone)
  const around = remember((day: IsoDate) => daysFrom(...rangeAround(day)))
  const occupiedOn = remember((date: IsoDate) => listOccupiedTimes(db, date))
  const days = new Map<IsoDate, ReofferDay>()

  function rangeAround(day: IsoDate): [first: IsoDate, last: IsoDate] {
    return [
      laterOf(dayAfter(day, -DAYS_AROUND), answered.today),
      earlierOf(dayAfter(day, DAYS_AROUND), moment.lastDay),
    ]
  }

  function toDay(date: IsoDate): ReofferDay {
    const occupied = occupiedOn(date)
    const load = loadOf(occupied)
    const freeOf = freeTimesOn(schedule, occupied, date, moment)
    const isAfterAnswer = (time: FreeTime) =>
      date > answered.today || time.startMinute > answered.minute
    const freeAfterAnswer = remember((treatment: OfferedTreatment) =>
      freeOf(treatment).filter(isAfterAnswer),
    )
    return {
      date,
      timesOf: remember((treatment: OfferedTreatment) => {
        const byLoad = doctorsByLoad(treatment, load).map(({ id }) => id)
        const inOrder = remember((ids: readonly string[]) =>
          byLoad.filter((id) => ids.includes(id)),
        )
        return freeAfterAnswer(treatment).map((time) => ({
          ...time,
          doctorIds: inOrder(time.doctorIds),
        }))
      }),
      countOf: (treatment) => freeAfterAnswer(treatment).length,
    }
  }

  return {
    around,
    on(date) {
      const day = days.get(date) ?? toDay(date)
      days.set(date, day)
      return day
    },
    ownOn: readOwnTimes(db, rows, around),
    take(date, time) {
      occupiedOn(date).push(time)
      days.delete(date)
    },
  }
}

/** Reads at once what the patients have on the days to which their appointments may go. */
function readOwnTimes(
  db: Database,
  rows: readonly AppointmentRow[],
  around: ReofferDays['around'],
): ReofferDays['ownOn'] {
  const days = rows.flatMap(({ date }) => around(date)).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return () => []
  const persons = rows.flatMap((row) => personOf(row) ?? [])
  const times = listTimesOfPersons(db, { persons, from, to })
  return (row, date) =>
    (times.get(personOf(row) ?? '') ?? []).filter((one) => one.date === date && one.id !== row.id)
}

function remember<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
