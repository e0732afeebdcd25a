import type { BookingCalendar, ClinicMoment } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { FreeTime } from '../../contract/free-times.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { watchChanges } from '../../drizzle/change-watch.ts'
import type { Database } from '../../drizzle/client.ts'
import { listOccupiedTimes } from '../../drizzle/queries/appointments.ts'
import { type OfferedTreatment, toTreatment } from '../../drizzle/queries/schedule.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import { keepFullDays, type OpenDays, readCalendar } from './calendar.ts'
import { freeTimesOn, treatmentsOn } from './free-times.ts'
import { currentSchedule, type Schedule } from './schedule.ts'

/** More than there are bookable days; a client that asks for more must not fill the memory. */
const MOST_DAYS = 1_000

export interface Availability {
  /** The response of `GET /available` for a day, as JSON text. */
  treatmentsOn: (date: IsoDate) => string
  /** Which days can be booked, and which of them are full. */
  calendar: () => Required<BookingCalendar>
}

/**
 * Says what can be booked. Answers are kept until the database changes or the clinic's clock
 * reaches the next minute.
 */
export function createAvailability(db: Database, clock: ClinicClock): Availability {
  const hasChanged = watchChanges(db)
  const answers = new Map<IsoDate, string>()
  const fullDays = keepFullDays(db)
  let now: { moment: ClinicMoment; schedule: Schedule; open: OpenDays } | undefined

  function refresh(): NonNullable<typeof now> {
    const moment = clock.moment()
    // `hasChanged` first: it has to be called each time.
    if (hasChanged() || now?.moment !== moment || answers.size >= MOST_DAYS) answers.clear()
    const schedule = answers.size > 0 && now ? now.schedule : currentSchedule(db)
    if (now?.moment !== moment || now.schedule !== schedule) {
      now = { moment, schedule, open: readCalendar(schedule, moment) }
    }
    return now
  }

  return {
    treatmentsOn(date) {
      const { moment, schedule } = refresh()
      const known = answers.get(date)
      if (known !== undefined) return known
      const timesOf = freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment)
      const text = JSON.stringify(
        treatmentsOn(schedule, date).map((treatment) =>
          toAvailable(treatment, timesOf(treatment), date),
        ),
      )
      answers.set(date, text)
      return text
    },
    calendar() {
      const { moment, schedule, open } = refresh()
      return { ...open, fullDays: fullDays(schedule, open, moment) }
    },
  }
}

/** A treatment with the free times of a day; by doctor, where patients can choose one. */
function toAvailable(treatment: OfferedTreatment, free: FreeTime[], date: IsoDate): Treatment {
  const shown = toTreatment(treatment, { date, slots: free })
  if (treatment.doctors.length < 2) return shown
  const doctors = treatment.doctors.map(({ id, name }) => ({
    _id: id,
    name,
    slots: free.filter(({ doctorIds }) => doctorIds.includes(id)).map(formatSlot),
  }))
  return { ...shown, doctors }
}
