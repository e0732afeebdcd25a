import { overlaps, type Slot } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import { isInPart } from '#contract/waitlist/waitlist.ts'
import { type BlockTime, blockMember, findBlocks } from '#domain/availability/find-blocks.ts'
import { fingerprintOf } from '#domain/availability/fingerprint.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, personOf } from '#drizzle/queries/booking/appointments.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { isWithin } from '../availability/schedule-fit.ts'
import { readSiblingGap } from '../availability/sibling-gap.ts'
import { findUnfitAge } from '../booking/move-appointment.ts'
import { instantOf } from '../clinic-clock.ts'
import { createReofferDays, type ReofferDay, type ReofferDays } from './reoffer-days.ts'

/** More appointments than this are not re-offered at once. */
export const MOST_REOFFERED = 200

/** Until when families can answer: this time of the next day, but for at least a day. */
const ANSWER_UNTIL_MINUTE = 18 * 60
const DAY_MS = 24 * 60 * 60_000

/** A free time that is proposed for an appointment instead of one that the clinic closes. */
export interface ProposedTime extends Slot {
  row: AppointmentRow
  date: IsoDate
  doctor: OfferedTreatment['doctors'][number] | undefined
  treatment: OfferedTreatment
}

export interface ReofferPlan {
  /** Until when the times are held. */
  until: Date
  /** Appointments that are not listed get no time. */
  times: ProposedTime[]
  /** Of the appointments with their times. */
  fingerprint: string
}

interface PlanContext {
  moment: ClinicMoment
  now: Date
}

type Closed = Pick<ClosureRow, 'doctorId' | 'fromDate' | 'toDate' | 'fromMinute' | 'toMinute'>

/** One appointment, or those of siblings on a day, which stay together. */
type Unit = readonly AppointmentRow[]

/** A time for each appointment of a unit. */
interface Choice {
  times: readonly ProposedTime[]
  /** Less is better. */
  cost: number
}

/** An appointment of a unit on a day. */
interface Member {
  row: AppointmentRow
  treatment: OfferedTreatment
  /** How many days it is from its own one. */
  days: number
  times: readonly FreeTime[]
}

interface Choices {
  count: number
  /** The first one of the least cost. */
  best: Choice | undefined
}

const NO_CHOICES: Readonly<Choices> = { count: 0, best: undefined }

/**
 * Proposes the nearest fitting time for each appointment of a closure: docs/requirements.md#re-offers.
 * @param rows those that it affects
 * @returns undefined for more than can be re-offered at once
 */
export function planReoffers(
  db: Database,
  rows: readonly AppointmentRow[],
  closure: Closed,
  { moment, now }: PlanContext,
): ReofferPlan | undefined {
  if (rows.length > MOST_REOFFERED) return undefined
  const until = answerUntil(now, moment)
  const times: ProposedTime[] = []
  const days = createReofferDays(db, rows, { moment, until })
  const choicesOf = chooserOf(db, days, { closure, times })
  const units = unitsOf(rows)
    .flatMap((unit) =>
      unit.length > 1 && choicesOf(unit).count === 0 ? unit.map((row) => [row]) : [unit],
    )
    .map((unit) => ({ unit, choices: choicesOf(unit).count }))
    .sort((one, other) => one.choices - other.choices)
  for (const { unit } of units) {
    for (const time of choicesOf(unit).best?.times ?? []) {
      times.push(time)
      days.take(time.date, toOccupied(time))
    }
  }
  const fingerprint = fingerprintOf([
    rows.map(({ id, version, paid }) => [id, version, paid]),
    times.map(({ row, date, startMinute, doctor }) => [row.id, date, startMinute, doctor?.id]),
  ])
  return { until, times, fingerprint }
}

function answerUntil(now: Date, { today, timeZone }: ClinicMoment): Date {
  const evening = instantOf({ date: dayAfter(today), startMinute: ANSWER_UNTIL_MINUTE }, timeZone)
  return new Date(Math.max(evening.getTime(), now.getTime() + DAY_MS))
}

/** Without a family that could answer, an appointment gets no other time. */
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

/** Adds what a day has to choose from. */
function addChoices(sum: Choices, { count, best }: Readonly<Choices>): void {
  sum.count += count
  if (best && (!sum.best || best.cost < sum.best.cost)) sum.best = best
}

/**
 * @param times what has been chosen so far, to which the caller adds
 * @returns what a unit has to choose from now
 */
function chooserOf(
  db: Database,
  days: ReofferDays,
  { closure, times: taken }: { closure: Closed; times: readonly ProposedTime[] },
): (unit: Unit) => Choices {
  const schedule = currentSchedule(db)
  const gapMinutes = readSiblingGap(db)
  const treatments = new Map(schedule.treatments.map((treatment) => [treatment.id, treatment]))
  const known = new Map<Unit, Map<ReofferDay, Readonly<Choices>>>()

  /** The times of a day at which the patient can come. */
  function timesFor(row: AppointmentRow, treatment: OfferedTreatment, day: ReofferDay) {
    const { date } = day
    const times = day.timesOf(treatment)
    if (times.length === 0 || findUnfitAge(row, treatment, date)) return []
    const own = [
      ...days.ownOn(row, date).filter((one) => !isWithin(one, closure)),
      ...taken
        .filter((time) => time.date === date && personOf(time.row) === personOf(row))
        .map((time) => ({ ...time, treatmentId: time.treatment.id })),
    ]
    if (own.some(({ treatmentId }) => treatmentId === treatment.id)) return []
    const isTouched = closure.fromDate <= date && date <= closure.toDate
    if (own.length === 0 && !isTouched) return times
    return times
      .filter((time) => !own.some((other) => overlaps(other, time)))
      .flatMap((time) => withoutClosed(time, date, closure) ?? [])
  }

  function membersOf(unit: Unit, day: ReofferDay): Member[] {
    return unit.flatMap((row) => {
      const treatment = treatments.get(row.treatmentId)
      if (!treatment) return []
      const times = timesFor(row, treatment, day)
      const days = Math.abs(Date.parse(day.date) - Date.parse(row.date)) / DAY_MS
      return [{ row, treatment, days, times }]
    })
  }

  function blocksOf(members: readonly Member[]): (readonly BlockTime[])[] {
    const [only, ...others] = members
    if (only && others.length === 0) {
      const { doctorId: own } = only.row
      return only.times.map(({ startMinute, lengthMinutes, doctorIds }) => {
        const isOwnFree = own !== null && doctorIds.includes(own)
        return [{ startMinute, lengthMinutes, doctorId: isOwnFree ? own : (doctorIds[0] ?? null) }]
      })
    }
    return findBlocks(
      members.map(({ row, treatment, times }) => {
        const preferring = times.map((time) => ({
          ...time,
          doctorIds: preferred(time.doctorIds, row.doctorId),
        }))
        return blockMember(schedule, treatment, preferring)
      }),
      gapMinutes,
    )
  }

  function choicesOn(unit: Unit, day: ReofferDay): Readonly<Choices> {
    const members = membersOf(unit, day)
    if (members.length < unit.length || members.some(({ times }) => times.length === 0)) {
      return NO_CHOICES
    }
    const blocks = blocksOf(members)
    if (blocks.length === 0) return NO_CHOICES
    let best: readonly BlockTime[] = []
    let least = Number.POSITIVE_INFINITY
    for (const block of blocks) {
      const cost = costOf(members, block)
      if (cost >= least) continue
      best = block
      least = cost
    }
    const times = members.flatMap(({ row, treatment }, index) => {
      const time = best[index]
      if (!time) return []
      const doctor = treatment.doctors.find(({ id }) => id === time.doctorId)
      const { startMinute, lengthMinutes } = time
      return [{ row, treatment, date: day.date, startMinute, lengthMinutes, doctor }]
    })
    return { count: blocks.length, best: { times, cost: least } }
  }

  return (unit) => {
    const ofUnit = known.get(unit) ?? new Map<ReofferDay, Readonly<Choices>>()
    known.set(unit, ofUnit)
    const sum: Choices = { count: 0, best: undefined }
    for (const date of days.around(unit[0]?.date ?? '')) {
      const day = days.on(date)
      const choices = ofUnit.get(day) ?? choicesOn(unit, day)
      ofUnit.set(day, choices)
      addChoices(sum, choices)
    }
    return sum
  }
}

/** The time with the doctors whom the closure leaves; undefined without any. */
function withoutClosed(time: FreeTime, date: IsoDate, closure: Closed): FreeTime | undefined {
  if (!isWithin({ ...time, date }, closure)) return time
  if (closure.doctorId === null) return undefined
  const doctorIds = time.doctorIds.filter((id) => id !== closure.doctorId)
  return doctorIds.length === 0 && time.doctorIds.length > 0 ? undefined : { ...time, doctorIds }
}

/** With that doctor first, if they are among them. */
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

/**
 * Other doctors, another weekday, other halves of the day, and then how far it is: each of them counts
 * for more than all after it together.
 */
function costOf(members: readonly Member[], block: readonly BlockTime[]): number {
  let cost = 0
  for (const [index, { row, days }] of members.entries()) {
    const { startMinute, doctorId } = block[index] ?? row
    const isOtherHalf = isInPart(row.startMinute, 'morning') !== isInPart(startMinute, 'morning')
    cost += Number(row.doctorId !== doctorId) * 1e13 + Number(days % 7 !== 0) * 1e11
    cost += Number(isOtherHalf) * 1e9 + days * 1e5 + Math.abs(row.startMinute - startMinute)
  }
  return cost
}
