import type { ClinicMoment } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { watchChanges } from '../../drizzle/change-watch.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type AvailabilityVersion,
  readAvailabilityVersion,
} from '../../drizzle/queries/availability-versions.ts'
import {
  type Catalogue,
  listFreeTreatments,
  readCatalogue,
  toTreatment,
} from '../../drizzle/queries/treatments.ts'
import type { ClinicClock } from '../clinic-clock.ts'

/** More days than can be booked at a time; beyond, somebody is only trying dates. */
const MOST_DAYS = 1_000

interface Answer {
  /** JSON. */
  text: string
  version: AvailabilityVersion
  /** How many changes to the database had been seen when it was last found to be true. */
  seen: number
}

/**
 * The answers to `GET /available`, ready as JSON. They are kept until what can be booked that day
 * changes, in whichever process, or the clinic's clock moves on by a minute: a slot in a list has
 * been free at the moment of asking.
 */
export function createAvailability(db: Database, clock: ClinicClock): (date: IsoDate) => string {
  const hasChanged = watchChanges(db)
  const answers = new Map<IsoDate, Answer>()
  let catalogue: { version: AvailabilityVersion['clinic']; content: Catalogue } | undefined
  let asOf: ClinicMoment | undefined
  let seen = 0

  function forget(): void {
    answers.clear()
    catalogue = undefined
  }

  function catalogueOf(version: AvailabilityVersion['clinic'], moment: ClinicMoment): Catalogue {
    if (catalogue?.version !== version) {
      catalogue = { version, content: readCatalogue(db, moment) }
    }
    return catalogue.content
  }

  return (date) => {
    const moment = clock.moment()
    if (moment !== asOf || answers.size >= MOST_DAYS) forget()
    asOf = moment
    if (hasChanged()) seen += 1

    const known = answers.get(date)
    if (known?.seen === seen) return known.text
    // Read before the content: what another process changes in between is found the next time.
    const version = readAvailabilityVersion(db, date)
    if (known && known.version.clinic === version.clinic && known.version.day === version.day) {
      known.seen = seen
      return known.text
    }
    const free = listFreeTreatments(db, date, moment, catalogueOf(version.clinic, moment))
    const text = JSON.stringify(free.map(toTreatment))
    answers.set(date, { text, version, seen })
    return text
  }
}
