import type { ClinicMoment } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { watchChanges } from '../../drizzle/change-watch.ts'
import type { Database } from '../../drizzle/client.ts'
import { readScheduleVersion, toTreatment } from '../../drizzle/queries/schedule.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import { type Catalogue, listFreeTreatments, readCatalogue } from './free-slots.ts'

/** More than there are bookable days; a client that asks for more must not fill the memory. */
const MOST_DAYS = 1_000

/**
 * Answers `GET /available` with JSON text. Answers are kept until the database changes or the
 * clinic's clock reaches the next minute. A booking changes the database but not the catalogue,
 * which is kept until the schedule version changes.
 */
export function createAvailability(db: Database, clock: ClinicClock): (date: IsoDate) => string {
  const hasChanged = watchChanges(db)
  const answers = new Map<IsoDate, string>()
  let asOf: ClinicMoment | undefined
  let catalogue: (Catalogue & { version: number }) | undefined

  function refreshCatalogue(moment: ClinicMoment): Catalogue {
    const version = readScheduleVersion(db)
    if (catalogue?.version !== version) catalogue = { version, ...readCatalogue(db, moment) }
    return catalogue
  }

  return (date) => {
    const moment = clock.moment()
    if (moment !== asOf) catalogue = undefined
    // `hasChanged` first: it has to be called each time.
    if (hasChanged() || moment !== asOf || answers.size >= MOST_DAYS) answers.clear()
    asOf = moment

    const known = answers.get(date)
    if (known !== undefined) return known
    const free = listFreeTreatments(db, date, moment, refreshCatalogue(moment))
    const text = JSON.stringify(free.map((treatment) => toTreatment(treatment, date)))
    answers.set(date, text)
    return text
  }
}
