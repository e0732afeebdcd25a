import { NEXT_BLOCK_WITHIN_DAYS } from '#contract/booking/block-obstacles-calls.ts'
import { BLOCK_ALTERNATIVES } from '#contract/booking/blocks.ts'
import { formatSlot, overlaps, parseSlot, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, daysFrom, type IsoDate } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import {
  type BlockTime,
  blockMember,
  findBlocks,
  findBlocksBothWays,
} from '#domain/availability/find-blocks.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  listOccupiedTimes,
  listPersonOnDay,
} from '#drizzle/queries/booking/appointments.ts'
import type { ChildRow } from '#drizzle/queries/guardians/children.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule, type Schedule } from '../availability/schedule.ts'
import { findChildToBook } from '../guardians/child-to-book.ts'
import { expireOffersAt } from '../waitlist/offers/offer-times.ts'
import {
  type BookingContext,
  type BookingPlan,
  type BookingRefusal,
  type BookingRequest,
  findAgeObstacle,
  planAfterWaiting,
  writeBooking,
} from './book-appointment.ts'
import { doctorsByLoad, loadOf } from './choose-time.ts'
import { confirmTogether } from './confirm-together.ts'

/** A child with its treatment, and the requested item. */
interface Sibling<Wanted> {
  child: ChildRow
  treatment: OfferedTreatment
  wanted: Wanted
}

/** A block that can be booked, in the order of the requested children. */
export type OfferedBlock = readonly (Omit<Sibling<unknown>, 'wanted'> & {
  slot: Slot
  doctor: OfferedTreatment['doctors'][number] | undefined
  priceCents: number
})[]

/** Why a child cannot have its treatment at any time of a day. */
type SiblingRefusal = Extract<
  BookingRefusal,
  { outcome: 'unknown_child' | 'may_not_book' | 'unknown_treatment' | 'adult' | 'age_limit' }
>

interface BlockContext {
  moment: ClinicMoment
  /** The longest wait between two appointments of a block. */
  gapMinutes: number
}

interface BlocksQuestion {
  uid: string
  date: IsoDate
  items: readonly { child: string; treatment: string }[]
}

/**
 * The blocks of a day for some of a user's children: docs/requirements.md#sibling-blocks.
 * @param items the children's ids, each with the id of its treatment
 * @returns the blocks in order of time, or why there can be none
 */
export function listBlocks(
  db: Database,
  request: BlocksQuestion,
  context: BlockContext,
): { outcome: 'found'; blocks: OfferedBlock[] } | SiblingRefusal {
  const schedule = currentSchedule(db)
  const siblings = findSiblings(db, schedule, request, ({ id }, wanted) => id === wanted.treatment)
  if ('outcome' in siblings) return siblings
  return { outcome: 'found', blocks: blocksOf(db, schedule, siblings, request.date, context) }
}

/** A child who cannot have its treatment on a day, and when it has it already. */
export interface BlockObstacle {
  child: ChildRow
  treatment: OfferedTreatment
  booked: Slot | null
}

/** Why a day has no blocks, by child, and the next day that has: docs/requirements.md#sibling-blocks. */
export function findBlockObstacles(
  db: Database,
  request: BlocksQuestion,
  context: BlockContext,
): { outcome: 'found'; obstacles: BlockObstacle[]; nextDay: IsoDate | null } | SiblingRefusal {
  const { date } = request
  const schedule = currentSchedule(db)
  const siblings = findSiblings(db, schedule, request, ({ id }, wanted) => id === wanted.treatment)
  if ('outcome' in siblings) return siblings
  const timesOf = timesByLoad(schedule, listOccupiedTimes(db, date), date, context.moment)
  const obstacles = siblings.flatMap(({ child, treatment }) => {
    const own = listPersonOnDay(db, { person: child.id, date })
    const booked = own.find(({ treatmentId }) => treatmentId === treatment.id) ?? null
    if (booked) return { child, treatment, booked }
    return timesOf(treatment).some(isPossible(own, treatment))
      ? []
      : { child, treatment, booked: null }
  })
  const nextDay = daysFrom(dayAfter(date), dayAfter(date, NEXT_BLOCK_WITHIN_DAYS)).find(
    (day) => day <= context.moment.lastDay && hasBlocks(db, schedule, siblings, day, context),
  )
  return { outcome: 'found', obstacles, nextDay: nextDay ?? null }
}

function hasBlocks(
  db: Database,
  schedule: Schedule,
  siblings: readonly Sibling<unknown>[],
  day: IsoDate,
  context: BlockContext,
): boolean {
  if (siblings.some(({ child, treatment }) => findAgeObstacle(child, day, treatment))) return false
  return blocksOf(db, schedule, siblings, day, context).length > 0
}

/** `items`: what a user has chosen for each child. */
type BlockRequest = Pick<
  BookingRequest,
  'uid' | 'date' | 'terms' | 'phone' | 'address' | 'source' | 'bookingReferral'
> & {
  items: readonly (Pick<BookingRequest, 'treatment' | 'slot' | 'priceCents'> & { child: string })[]
}

export type BlockOutcome =
  /** In the order of the items. */
  | { outcome: 'booked'; appointments: AppointmentRow[] }
  | SiblingRefusal
  /** Its times are too far apart, or need one doctor twice at once. */
  | { outcome: 'not_a_block' }
  /** Why the first item that fails cannot be booked; `alternatives`: at most three blocks, nearest first. */
  | {
      outcome: 'refused'
      child: ChildRow
      slot: string
      refusal: BookingRefusal
      alternatives: OfferedBlock[]
    }

/**
 * Books an appointment for each sibling, or none at all, each as `bookAppointment` does. Decides about all of
 * them before it writes the first one.
 */
export function bookBlock(
  db: Transaction,
  request: BlockRequest,
  context: Omit<BookingContext, 'desk'> & BlockContext,
): BlockOutcome {
  const { uid, date, terms, phone, address } = request
  const { moment, gapMinutes } = context
  for (const { slot } of request.items)
    expireOffersAt(db, { date, ...parseSlot(slot) }, context.now)
  const schedule = currentSchedule(db)
  const siblings = findSiblings(
    db,
    schedule,
    request,
    ({ name }, wanted) => name === wanted.treatment,
  )
  if ('outcome' in siblings) return siblings

  const chosenWith = (occupied: readonly OccupiedTime[]) => {
    const timesOf = timesByLoad(schedule, occupied, date, moment)
    return siblings.map(({ treatment, wanted: { slot } }) => {
      const times = timesOf(treatment).filter((time) => formatSlot(time) === slot)
      return blockMember(schedule, treatment, times)
    })
  }
  const offered = chosenWith([])
  const areOffered = offered.every(({ times }) => times.length > 0)
  if (areOffered && findBlocks(offered, gapMinutes).length === 0) return { outcome: 'not_a_block' }

  const free = chosenWith(listOccupiedTimes(db, date))
  const [block] = findBlocks(free, gapMinutes)
  const plans: BookingPlan[] = []
  for (const [index, { child, wanted }] of siblings.entries()) {
    const doctor = block?.[index]?.doctorId ?? undefined
    const booking = { ...wanted, uid, date, terms, phone, address, ...(doctor && { doctor }) }
    const plan = planAfterWaiting(db, booking, context, { ofAccount: index, ofChild: 0 })
    // A time may be free by itself, but not together with an earlier one that needs the last doctor.
    const areFree = findBlocks(free.slice(0, index + 1), MINUTES_PER_DAY).length > 0
    if (plan.outcome !== 'planned' || !areFree) {
      const refusal = plan.outcome === 'planned' ? TAKEN : plan
      const starts = offered.flatMap(({ times }) => times.map(({ startMinute }) => startMinute))
      const blocks = blocksOf(db, schedule, siblings, date, context)
      const alternatives = nearestBlocks(blocks, Math.min(...starts))
      return { outcome: 'refused', child, slot: wanted.slot, refusal, alternatives }
    }
    plans.push(plan)
  }
  const appointments = plans.map((plan) => writeBooking(db, request, plan, context))
  confirmTogether(db, appointments, context)
  return { outcome: 'booked', appointments }
}

const TAKEN: BookingRefusal = { outcome: 'slot_taken', alternatives: [] }

/** The children with their treatments, or why the first one cannot have its treatment. */
function findSiblings<Wanted extends { child: string }>(
  db: Database,
  { treatments }: Schedule,
  { uid, date, items }: { uid: string; date: IsoDate; items: readonly Wanted[] },
  isWanted: (treatment: OfferedTreatment, wanted: Wanted) => boolean,
): Sibling<Wanted>[] | SiblingRefusal {
  const siblings: Sibling<Wanted>[] = []
  for (const wanted of items) {
    const guarded = findChildToBook(db, { uid, deskFamilyId: null }, wanted.child)
    if ('outcome' in guarded) return guarded
    const { child } = guarded
    const treatment = treatments.find((each) => isWanted(each, wanted))
    if (!treatment) return { outcome: 'unknown_treatment' }
    const obstacle = findAgeObstacle(child, date, treatment)
    if (obstacle) return obstacle
    siblings.push({ child, treatment, wanted })
  }
  return siblings
}

/** A treatment's free times, with their doctors in the order in which a booking chooses them. */
function timesByLoad(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): (treatment: OfferedTreatment) => FreeTime[] {
  const timesOf = freeTimesOn(schedule, occupied, date, moment)
  const load = loadOf(occupied)
  return (treatment) => {
    const doctors = doctorsByLoad(treatment, load).map(({ id }) => id)
    return timesOf(treatment).map((time) => ({
      ...time,
      doctorIds: doctors.filter((id) => time.doctorIds.includes(id)),
    }))
  }
}

function blocksOf(
  db: Database,
  schedule: Schedule,
  siblings: readonly Sibling<unknown>[],
  date: IsoDate,
  { moment, gapMinutes }: BlockContext,
): OfferedBlock[] {
  const timesOf = timesByLoad(schedule, listOccupiedTimes(db, date), date, moment)
  const members = siblings.map(({ child, treatment }) => {
    const own = listPersonOnDay(db, { person: child.id, date })
    const times = timesOf(treatment).filter(isPossible(own, treatment))
    return blockMember(schedule, treatment, times)
  })
  return findBlocksBothWays(members, gapMinutes).flatMap((times) => {
    const block = siblings.flatMap((sibling, index) => itemOf(sibling, times[index], date) ?? [])
    return block.length === siblings.length ? [block] : []
  })
}

/** Whether a child with these appointments of the day can have the treatment at a time. */
function isPossible(own: readonly AppointmentRow[], treatment: OfferedTreatment) {
  return (time: Slot) =>
    !own.some((other) => other.treatmentId === treatment.id || overlaps(other, time))
}

/** A sibling's part of a block; undefined when its treatment has no price that day. */
function itemOf(
  { child, treatment }: Sibling<unknown>,
  time: BlockTime | undefined,
  date: IsoDate,
): OfferedBlock[number] | undefined {
  const priceCents = priceOn(treatment.prices, date)
  if (!time || priceCents === undefined) return undefined
  const { startMinute, lengthMinutes } = time
  const doctor = treatment.doctors.find(({ id }) => id === time.doctorId)
  return { child, treatment, slot: { startMinute, lengthMinutes }, doctor, priceCents }
}

/** The blocks whose first start is nearest to a minute of the day. */
function nearestBlocks(blocks: readonly OfferedBlock[], minute: number): OfferedBlock[] {
  const distance = (block: OfferedBlock) =>
    Math.abs(Math.min(...block.map(({ slot }) => slot.startMinute)) - minute)
  return blocks.toSorted((a, b) => distance(a) - distance(b)).slice(0, BLOCK_ALTERNATIVES)
}
