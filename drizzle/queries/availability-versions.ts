import type { IsoDate } from '../../contract/dates.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'

/** While it stays the same, so does what can be booked on the day. Null before the first change. */
export interface AvailabilityVersion {
  /** Of the treatments, their slots and the closures. */
  clinic: number | null
  /** Of the day's appointments. */
  day: number | null
}

// Written by hand: `GET /available` asks this each time after any write, and next to nothing else.
const statement = preparedOnce(({ $client }: Pick<Database, '$client'>) =>
  $client.prepare<[IsoDate], AvailabilityVersion>(
    `select (select version from availability_versions where scope = 'clinic') as clinic,
       (select version from availability_versions where scope = ?) as day`,
  ),
)

/** How often what can be booked on `date` has changed so far. */
export function readAvailabilityVersion(db: Database, date: IsoDate): AvailabilityVersion {
  return statement(db).get(date) ?? { clinic: null, day: null }
}
