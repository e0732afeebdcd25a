import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { blockMember, findBlocks } from '#domain/availability/find-blocks.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { listTakenTimes } from '#drizzle/queries/booking/appointments.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { ANY_DAY, type Clock, type Fit, timeFilterFor } from './find-fit.ts'

/** An entry with the time to hold for it. */
export interface EntryFit {
  entry: EntryRow
  fit: Fit
}

interface BlockSearch {
  date: IsoDate
  /**
   * The part of a time that was freed; one time of the block must be such a part. Undefined for other times.
   */
  anchor: (time: FreeTime) => FreeTime | undefined
}

/**
 * Finds a block of free times for siblings who wait together; it must contain the freed time.
 * @returns a time for each entry, or undefined
 */
export function findBlockFit(
  db: Database,
  entries: readonly EntryRow[],
  { date, anchor }: BlockSearch,
  clock: Clock,
): EntryFit[] | undefined {
  const schedule = currentSchedule(db)
  const { siblingGapMinutes: gapMinutes } = readSettings(db)
  const moment = { ...clock, lastDay: ANY_DAY }
  const timesOf = freeTimesOn(schedule, listTakenTimes(db, date), date, moment)
  const members = entries.flatMap((entry) => {
    const treatment = schedule.treatments.find(({ id }) => id === entry.treatmentId)
    const priceCents = treatment && priceOn(treatment.prices, date)
    if (!treatment || priceCents === undefined || !entry.weekdays.includes(weekdayOf(date)))
      return []
    const isWanted = timeFilterFor(db, entry, { treatment, date }, clock)
    const times = timesOf(treatment)
      .map((time) => withDoctor(time, entry.doctorId))
      .filter((time) => {
        const doctor = treatment.doctors.find(({ id }) => id === time.doctorIds[0])
        if (treatment.doctors.length > 0 && !doctor) return false
        return isWanted({ ...time, doctor })
      })
    return [{ entry, treatment, priceCents, ...blockMember(schedule, treatment, times) }]
  })
  if (members.length < entries.length) return undefined
  for (const [index, member] of members.entries()) {
    const times = member.times.flatMap((time) => anchor(time) ?? [])
    const [block] = findBlocks(members.with(index, { ...member, times }), gapMinutes)
    if (!block) continue
    return members.flatMap(({ entry, treatment, priceCents }, at) => {
      const time = block[at]
      if (!time) return []
      const { startMinute, lengthMinutes, doctorId } = time
      const doctor = treatment.doctors.find(({ id }) => id === doctorId)
      return [{ entry, fit: { startMinute, lengthMinutes, treatment, doctor, priceCents } }]
    })
  }
  return undefined
}

function withDoctor(time: FreeTime, doctorId: string | null): FreeTime {
  if (doctorId === null) return time
  return { ...time, doctorIds: time.doctorIds.filter((id) => id === doctorId) }
}
