import { overlaps, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import { isInPart } from '#contract/waitlist/waitlist.ts'
import { type BlockTime, blockMember, findBlocks } from '#domain/availability/find-blocks.ts'
import { fingerprintOf } from '#domain/availability/fingerprint.ts'
import { currentSchedule, findObstacle } from '#domain/availability/schedule.ts'
import { isWithin } from '#domain/availability/schedule-fit.ts'
import { findUnfitAge } from '#domain/booking/move-appointment.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, personOf } from '#drizzle/queries/booking/appointments.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { type AnswerDeadlines, answerDeadlines, earliestStart } from './answer-deadlines.ts'
import { createReofferDays, memoize, type ReofferDay, type ReofferDays } from './reoffer-days.ts'

/** The most appointments that are re-offered at once. */
const MOST_REOFFERED = 200

/** A free time proposed for an appointment whose own time the clinic closes. */
export interface ProposedTime extends Slot {
  row: AppointmentRow
  date: IsoDate
  doctor: OfferedTreatment['doctors'][number] | undefined
  treatment: OfferedTreatment
}

export interface ReofferPlan {
  /** For times that are far enough in the future; nearer ones have earlier deadlines. */
  deadlines: AnswerDeadlines
  /** An appointment that is not listed gets no time. */
  times: ProposedTime[]
  /** Identifies these appointments and times. */
  fingerprint: string
}

interface PlanContext {
  moment: ClinicMoment
  now: Date
  /** A near day counts more than the same weekday. */
  isNearFirst?: boolean
  /** Ids of appointments that choose before the others. */
  first?: ReadonlySet<string>
}

type Closed = Pick<ClosureRow, 'doctorId' | 'fromDate' | 'toDate' | 'fromMinute' | 'toMinute'>

/** One appointment, or siblings' appointments of one day, which stay together. */
type Unit = readonly AppointmentRow[]

/** An appointment of a unit, as on a certain day. */
interface Member {
  row: AppointmentRow
  treatment: OfferedTreatment
  times: readonly FreeTime[]
}

/** A unit's choices, without times that others have taken so far. */
interface Chooser {
  count(unit: Unit): number
  /** The first of the cheapest choices; undefined without any. */
  best(unit: Unit): readonly ProposedTime[] | undefined
}

/**
 * Proposes the nearest suitable time for each appointment of a closure: docs/requirements.md#re-offers.
 * @param rows the affected appointments
 * @returns undefined when there are too many to re-offer at once
 */
export function planReoffers(
  db: Database,
  rows: readonly AppointmentRow[],
  closure: Closed,
  { moment, now, isNearFirst = false, first = new Set() }: PlanContext,
): ReofferPlan | undefined {
  if (rows.length > MOST_REOFFERED) return undefined
  const times: ProposedTime[] = []
  const days = createReofferDays(db, rows, { moment, from: earliestStart(now) })
  const choices = chooserOf(db, days, { closure, dayCost: isNearFirst ? costOfNearDay : costOfDay })
  const isFirst = (unit: Unit) => unit.some(({ id }) => first.has(id))
  const counted = (unit: Unit) => ({ unit, count: choices.count(unit), isFirst: isFirst(unit) })
  const units = unitsOf(rows)
    .map(counted)
    .flatMap((one) =>
      one.unit.length > 1 && one.count === 0 ? one.unit.map((row) => counted([row])) : [one],
    )
    .sort((one, other) => Number(other.isFirst) - Number(one.isFirst) || one.count - other.count)
  for (const { unit } of units) {
    for (const time of choices.best(unit) ?? []) {
      times.push(time)
      days.take(time.row, time.date, toOccupied(time))
    }
  }
  const fingerprint = fingerprintOf([
    rows.map(({ id, version, paid }) => [id, version, paid]),
    times.map(({ row, date, startMinute, doctor }) => [row.id, date, startMinute, doctor?.id]),
  ])
  return { deadlines: planDeadlines(db, closure, { moment, now }), times, fingerprint }
}

/** Counts the days that the closure leaves open. */
function planDeadlines(db: Database, closure: Closed, { moment, now }: PlanContext) {
  const known = currentSchedule(db)
  const added = { id: '', reason: '', forFamilies: null, ...closure }
  const schedule = { ...known, closures: [...known.closures, added] }
  const isOpen = (date: IsoDate) =>
    findObstacle(schedule, date, { ...moment, lastDay: date }) === undefined
  return answerDeadlines({ now, ...moment, isOpen }, readSettings(db))
}

/** An appointment without a family that could answer gets no other time. */
function unitsOf(rows: readonly AppointmentRow[]): Unit[] {
  const withFamily = rows.filter(({ patientUid, deskFamilyId }) => patientUid ?? deskFamilyId)
  const families = Map.groupBy(
    withFamily,
    ({ patientUid, deskFamilyId, date }) => `${patientUid ?? deskFamilyId} ${date}`,
  )
  return [...families.values()].flatMap((unit) => {
    const persons = new Set(unit.map(personOf))
    return persons.size === unit.length ? [unit] : unit.map((row) => [row])
  })
}

function chooserOf(
  db: Database,
  days: ReofferDays,
  { closure, dayCost }: { closure: Closed; dayCost: typeof costOfDay },
): Chooser {
  const schedule = currentSchedule(db)
  const { siblingGapMinutes: gapMinutes } = readSettings(db)
  const treatments = new Map(schedule.treatments.map((treatment) => [treatment.id, treatment]))

  /** The patient's other times that day; undefined if they cannot have the treatment then. */
  function besides(row: AppointmentRow, treatment: OfferedTreatment, date: IsoDate) {
    const own = days.ownOn(row, date)
    if (own.some(({ treatmentId }) => treatmentId === treatment.id)) return undefined
    return findUnfitAge(row, treatment, date) ? undefined : own
  }

  /** Whether the patient is free at all of a day's times. */
  const isAsForAll = (own: readonly Slot[], date: IsoDate) =>
    own.length === 0 && (date < closure.fromDate || closure.toDate < date)

  /** The day's times that do not overlap the patient's own. */
  function timesBesides(own: readonly Slot[], treatment: OfferedTreatment, day: ReofferDay) {
    const { date } = day
    const times = day.timesOf(treatment)
    if (isAsForAll(own, date)) return times
    return times
      .filter((time) => !own.some((other) => overlaps(other, time)))
      .flatMap((time) => withoutClosed(time, date, closure) ?? [])
  }

  /** At how many of the day's times the patient is free. On most days it is all of them, without a list. */
  function countFor(row: AppointmentRow, day: ReofferDay): number {
    const treatment = treatments.get(row.treatmentId)
    const own = treatment && besides(row, treatment, day.date)
    if (!own) return 0
    return isAsForAll(own, day.date)
      ? day.countOf(treatment)
      : timesBesides(own, treatment, day).length
  }

  /** Undefined on a day on which one of them is not possible. */
  function membersOn(unit: Unit, day: ReofferDay): Member[] | undefined {
    const members: Member[] = []
    for (const row of unit) {
      const treatment = treatments.get(row.treatmentId)
      const own = treatment && besides(row, treatment, day.date)
      const times = own ? timesBesides(own, treatment, day) : []
      if (!treatment || times.length === 0) return undefined
      members.push({ row, treatment, times })
    }
    return members
  }

  /** Blocks one after another, in the order of the unit. */
  function blocksOf(members: readonly Member[]): (readonly BlockTime[])[] {
    const preferring = members.map(({ row, treatment, times }) => {
      const byPreference = times.map((time) => ({
        ...time,
        doctorIds: preferred(time.doctorIds, row.doctorId),
      }))
      return blockMember(schedule, treatment, byPreference)
    })
    return findBlocks(preferring, gapMinutes)
  }

  function countOn(unit: Unit, day: ReofferDay): number {
    const [only] = unit
    if (only && unit.length === 1) return countFor(only, day)
    const members = membersOn(unit, day)
    return members ? blocksOf(members).length : 0
  }

  /**
   * The first times of a day that cost less than the given cost, with their cost.
   * @param ofDay the cost of the day
   */
  function cheaperOn(unit: Unit, day: ReofferDay, ofDay: number, most: number) {
    const members = membersOn(unit, day)
    if (!members) return undefined
    const [only] = members
    const blocks =
      only && members.length === 1 ? soleTimes(only.times, only.row.doctorId) : blocksOf(members)
    let best: readonly BlockTime[] = []
    let cost = most
    for (const block of blocks) {
      const ofBlock = ofDay + timesCost(unit, block)
      if (ofBlock >= cost) continue
      best = block
      cost = ofBlock
    }
    if (cost === most) return undefined
    const times = members.flatMap(({ row, treatment }, index) => {
      const time = best[index]
      if (!time) return []
      const doctor = treatment.doctors.find(({ id }) => id === time.doctorId)
      const { startMinute, lengthMinutes } = time
      return [{ row, treatment, date: day.date, startMinute, lengthMinutes, doctor }]
    })
    return { times, cost }
  }

  const dateOf = ([row]: Unit) => row?.date ?? ''
  const cheapestFirst = memoize((from: IsoDate) =>
    days
      .around(from)
      .map((date) => ({ date, ofDay: dayCost(from, date) }))
      .sort((one, other) => one.ofDay - other.ofDay),
  )

  return {
    count(unit) {
      return days.around(dateOf(unit)).reduce((sum, date) => sum + countOn(unit, days.on(date)), 0)
    },
    best(unit) {
      let best: ProposedTime[] | undefined
      let least = Number.POSITIVE_INFINITY
      for (const { date, ofDay } of cheapestFirst(dateOf(unit))) {
        const cost = ofDay * unit.length
        if (cost >= least) break
        const cheaper = cheaperOn(unit, days.on(date), cost, least)
        if (!cheaper) continue
        best = cheaper.times
        least = cheaper.cost
      }
      return best
    },
  }
}

/** Each time by itself, with the appointment's doctor if they are free. */
function* soleTimes(times: readonly FreeTime[], own: string | null): Generator<[BlockTime]> {
  for (const { startMinute, lengthMinutes, doctorIds } of times) {
    const isOwnFree = own !== null && doctorIds.includes(own)
    yield [{ startMinute, lengthMinutes, doctorId: isOwnFree ? own : (doctorIds[0] ?? null) }]
  }
}

/** The time with the doctors who work in spite of the closure; undefined without any. */
function withoutClosed(time: FreeTime, date: IsoDate, closure: Closed): FreeTime | undefined {
  if (!isWithin({ ...time, date }, closure)) return time
  if (closure.doctorId === null) return undefined
  const doctorIds = time.doctorIds.filter((id) => id !== closure.doctorId)
  return doctorIds.length === 0 && time.doctorIds.length > 0 ? undefined : { ...time, doctorIds }
}

/** The doctors, with the given one first if included. */
function preferred(doctorIds: readonly string[], doctorId: string | null): readonly string[] {
  if (doctorId === null || doctorIds[0] === doctorId || !doctorIds.includes(doctorId)) {
    return doctorIds
  }
  return [doctorId, ...doctorIds.filter((id) => id !== doctorId)]
}

function toOccupied(time: ProposedTime): OccupiedTime {
  const { startMinute, lengthMinutes, treatment, doctor } = time
  return { startMinute, lengthMinutes, treatmentId: treatment.id, doctorId: doctor?.id ?? null }
}

// The cost of a choice, lower being better: other doctors, another weekday, other halves of the day, then the
// distance. Each outweighs all that follow.

/** The lowest cost of an appointment on a day. */
function costOfDay(from: IsoDate, date: IsoDate): number {
  const days = Math.abs(daysBetween(from, date))
  return Number(days % 7 !== 0) * 1e11 + days * 1e5
}

/** The same where the distance in days comes before halves of the day, and the weekday does not count. */
function costOfNearDay(from: IsoDate, date: IsoDate): number {
  return Math.abs(daysBetween(from, date)) * 1e10
}

/** The cost of a choice without that of its day. */
function timesCost(unit: Unit, block: readonly BlockTime[]): number {
  let cost = 0
  for (const [index, row] of unit.entries()) {
    const { startMinute, doctorId } = block[index] ?? row
    const isOtherHalf = isInPart(row.startMinute, 'morning') !== isInPart(startMinute, 'morning')
    cost += Number(row.doctorId !== doctorId) * 1e13 + Number(isOtherHalf) * 1e9
    cost += Math.abs(row.startMinute - startMinute)
  }
  return cost
}
