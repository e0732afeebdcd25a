import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type BookedTime,
  listBookedOn,
  readAppointmentDays,
} from '#drizzle/queries/schedule/schedule-conflicts.ts'

/** The booked times of each day, with the version of the day at which they were read. */
type KnownDays = ReadonlyMap<IsoDate, { version: number; times: BookedTime[] }>

const knownDays = new WeakMap<Database, KnownDays>()

/**
 * All booked times of the days from `from` on, by day, whatever the attendance. Reads only the days that
 * changed since the last call.
 */
export function readBookedTimes(
  db: Database,
  from: IsoDate,
): ReadonlyMap<IsoDate, readonly BookedTime[]> {
  const known = knownDays.get(db)
  const days = readAppointmentDays(db, { from })
  const changed = days.filter(({ date, version }) => known?.get(date)?.version !== version)
  const read = Map.groupBy(
    changed.length > 0
      ? listBookedOn(
          db,
          changed.map(({ date }) => date),
        )
      : [],
    ({ date }) => date,
  )
  const isChanged = new Set(changed)
  const now: KnownDays = new Map(
    days.map((day) => {
      const { date, version } = day
      const times = (isChanged.has(day) ? read.get(date) : known?.get(date)?.times) ?? []
      return [date, { version, times }]
    }),
  )
  // Not inside a transaction: a rollback frees its version numbers for other changes.
  if (!db.$client.inTransaction) knownDays.set(db, now)
  return new Map([...now].map(([date, { times }]) => [date, times]))
}
