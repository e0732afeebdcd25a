import * as z from 'zod/mini'
import { treatmentId } from '#contract/ids.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { weekdayOf } from '../dates.ts'
import { conflictWith } from '../errors.ts'
import { isWithinAgeLimits } from '../guardians/ages.ts'
import { toCents } from '../money.ts'
import { MINUTES_PER_DAY, week } from '../schedule/schedule.ts'
import { typedName } from '../typed-name.ts'
import { plannedDate, wireDate } from '../wire-date.ts'
import { bookableBy } from './bookable-by.ts'

// Treatments as admins edit them. Prices are in dollars, dates are ISO dates in responses.

/** The length of a new treatment, in minutes. */
export const DEFAULT_LENGTH = 30
const SHORTEST_LENGTH = 5
const LONGEST_LENGTH = 8 * 60
export const MOST_TIMES = 100
const HIGHEST_AGE = 1199

const LENGTH = `Enter a length from ${SHORTEST_LENGTH} minutes to ${LONGEST_LENGTH / 60} hours`
const LONGEST_BUFFER = 4 * 60
const BUFFER = `Enter 0 to ${LONGEST_BUFFER} minutes`
const AGE = 'Enter an age up to 99 years'
const PRICE = 'Enter a price of at least $0.50'

const ageInMonths = (least: number) =>
  z.nullable(z.int(AGE).check(z.gte(least, AGE), z.lte(HIGHEST_AGE, AGE)))

const fields = {
  name: typedName(),
  /** Whether patients can book it. */
  active: z.boolean(),
  /** Which families book it online; unchanged when absent. */
  booking: z.optional(bookableBy),
  /** Whether it can be booked only while it has a doctor; unchanged when absent. */
  needsDoctor: z.optional(z.boolean()),
  lengthMinutes: z.int(LENGTH).check(z.gte(SHORTEST_LENGTH, LENGTH), z.lte(LONGEST_LENGTH, LENGTH)),
  /** Start times on every open day, in minutes after local midnight. */
  startMinutes: z
    .array(z.int('Enter a time').check(z.gte(0, 'Enter a time'), z.lt(MINUTES_PER_DAY)))
    .check(
      z.maxLength(MOST_TIMES, `A treatment has at most ${MOST_TIMES} start times`),
      z.refine((times) => new Set(times).size === times.length, 'Enter each time once'),
    ),
  /** The weekdays on which it is offered, 0 for Sunday; unchanged when absent. */
  weekdays: z.optional(
    z
      .array(z.int().check(z.gte(0), z.lte(6)))
      .check(z.minLength(1, 'Choose a weekday'), z.maxLength(7)),
  ),
  /** For how many minutes after it its doctor takes no other appointment; unchanged when absent. */
  bufferMinutes: z.optional(z.int(BUFFER).check(z.gte(0, BUFFER), z.lte(LONGEST_BUFFER, BUFFER))),
  minAgeMonths: ageInMonths(0),
  /** The first age that is too old. */
  maxAgeMonths: ageInMonths(1),
}

const treatment = z.strictObject(fields)
/** The fields of a treatment that admins edit. */
export type TreatmentFields = z.infer<typeof treatment>

const endsToday = z.refine<Pick<TreatmentFields, 'lengthMinutes' | 'startMinutes'>>(
  ({ lengthMinutes, startMinutes }) =>
    startMinutes.every((start) => start + lengthMinutes <= MINUTES_PER_DAY),
  { message: 'Every time has to end before midnight', path: ['startMinutes'] },
)
const growsUp = z.refine<Pick<TreatmentFields, 'minAgeMonths' | 'maxAgeMonths'>>(
  ({ minAgeMonths, maxAgeMonths }) => maxAgeMonths === null || maxAgeMonths > (minAgeMonths ?? 0),
  { message: 'The upper age has to be above the lower one', path: ['maxAgeMonths'] },
)

/** In dollars; at least 50 cents, Stripe's minimum. */
export const price = z.number(PRICE).check(
  z.gte(0.5, PRICE),
  z.lte(100_000, 'Enter a price of at most $100,000'),
  z.refine((dollars) => Math.abs(dollars * 100 - toCents(dollars)) < 1e-6, 'Enter whole cents'),
)

/** The form's fields. */
export const treatmentFields = treatment.check(endsToday, growsUp)

/** `POST /treatments`. The price is valid from today. */
export const newTreatment = z.strictObject({ ...fields, price }).check(endsToday, growsUp)

/** `PUT /treatments/{id}`. */
export const treatmentChange = z
  .strictObject({ ...fields, version: seenVersion })
  .check(endsToday, growsUp)

export const treatmentParams = z.object({ id: treatmentId })

/** `POST /treatments/{id}/prices`: a price from today or a later day on. */
export const newPrice = z.strictObject({ price, validFrom: plannedDate, version: seenVersion })

/** `DELETE /treatments/{id}/prices/{validFrom}?version=`: withdraws a price before its date. */
export const priceParams = z.object({ ...treatmentParams.shape, validFrom: wireDate })
export const priceWithdrawal = z.strictObject({
  version: z.coerce.number('Version is required').check(z.int(), z.gte(0)),
})

const datedPrice = z.object({ validFrom: z.string(), price: z.number() })

/** A treatment as admins see it. */
export const adminTreatment = z.object({
  _id: z.string(),
  name: z.string(),
  active: z.boolean(),
  booking: bookableBy,
  /** Whether it can be booked only while it has a doctor. */
  needsDoctor: z.boolean(),
  lengthMinutes: z.number(),
  startMinutes: z.array(z.number()),
  weekdays: z.array(z.number()),
  bufferMinutes: z.number(),
  minAgeMonths: z.nullable(z.number()),
  maxAgeMonths: z.nullable(z.number()),
  version: z.number(),
  /** In the order of their dates. The last one that is not in the future applies. */
  prices: z.array(datedPrice),
  /** Names of the doctors who give it. */
  doctors: z.array(z.string()),
})
export type AdminTreatment = z.infer<typeof adminTreatment>

/** `GET /treatments/{id}/coming`: how many upcoming appointments there are, by day, time and age. */
export const comingAppointments = z.array(
  z.object({
    date: z.string(),
    startMinute: z.number(),
    lengthMinutes: z.number(),
    /** The child's age on that day; null when the limits do not apply. */
    ageMonths: z.nullable(z.number()),
    count: z.number(),
  }),
)
export type ComingAppointments = z.infer<typeof comingAppointments>

/** `GET /treatments`: in the order in which the screen shows them. */
export const treatmentAdministration = z.object({
  /** In the clinic's time zone. */
  today: z.string(),
  treatments: z.array(adminTreatment),
  /** The clinic's opening hours of today. */
  week,
})
export type TreatmentAdministration = z.infer<typeof treatmentAdministration>

export const newTreatmentResponse = z.object({ insertedId: z.string() })

/** 409 on a change of a treatment or its prices. */
export const treatmentConflict = conflictWith(adminTreatment)

const ids = z.array(treatmentId).check(z.maxLength(1000))

/** `PUT /treatments/order`: the ids in the new order, and in the order that the admin saw. */
export const treatmentOrder = z.strictObject({ order: ids, seen: ids })

/** 409 on a change of the order; `current` is the present order. */
export const orderConflict = conflictWith(z.array(z.string()))

/**
 * How many upcoming appointments would no longer fit: at times that are not offered, for children outside of
 * the age limits, or all of them when the treatment is inactive. The appointments do not change.
 */
export function countConflicts(
  { active, lengthMinutes, startMinutes, weekdays, ...ages }: Omit<TreatmentFields, 'name'>,
  coming: ComingAppointments,
): number {
  const fits = ({ ageMonths, ...slot }: ComingAppointments[number]) =>
    active &&
    lengthMinutes <= slot.lengthMinutes &&
    startMinutes.includes(slot.startMinute) &&
    (weekdays?.includes(weekdayOf(slot.date)) ?? true) &&
    (ageMonths === null || isWithinAgeLimits(ageMonths, ages))
  return countAppointments(coming.filter((each) => !fits(each)))
}

/** The total number of these appointments. */
export function countAppointments(coming: readonly { count: number }[]): number {
  return coming.reduce((sum, { count }) => sum + count, 0)
}
