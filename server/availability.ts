import { watchChanges } from '../drizzle/change-watch.ts'
import type { Database } from '../drizzle/client.ts'
import { listFreeTreatments, toTreatment } from '../drizzle/queries/treatments.ts'
import type { ClinicClock } from './clinic-clock.ts'
import type { ClinicMoment } from './contract/clinic.ts'
import type { IsoDate } from './contract/dates.ts'

/** More days than can be booked at a time; beyond, somebody is only trying dates. */
const MOST_DAYS = 1_000

/**
 * The answers to `GET /available`, ready as JSON. They are kept until anything in the database
 * changes, in whichever process, or the clinic's clock moves on by a minute: a slot in a list has
 * been free at the moment of asking.
 */
export function createAvailability(db: Database, clock: ClinicClock): (date: IsoDate) => string {
  const hasChanged = watchChanges(db)
  const answers = new Map<IsoDate, string>()
  let asOf: ClinicMoment | undefined

  return (date) => {
    const moment = clock.moment()
    if (hasChanged() || moment !== asOf || answers.size >= MOST_DAYS) answers.clear()
    asOf = moment

    const known = answers.get(date)
    if (known !== undefined) return known
    const answer = JSON.stringify(listFreeTreatments(db, date, moment).map(toTreatment))
    answers.set(date, answer)
    return answer
  }
}
