import * as z from 'zod/mini'
import { appointment, bookingForm, referral } from '#contract/booking/appointments.ts'
import {
  FEWEST_IN_SERIES,
  LONGEST_INTERVAL,
  LONGEST_SERIES,
} from '#contract/booking/series-length.ts'
import { accountEmail } from '#contract/identity/users.ts'
import { childId, doctorId } from '#contract/ids.ts'
import { shownTerms } from '#contract/payments/refund-bands.ts'
import { shownPrice, wantedSlot, wantedTreatment } from '#contract/wanted-time.ts'
import { wireDate } from '#contract/wire-date.ts'
import * as words from '#words/en/messages/series.ts'
import { fill } from '#words/fill.ts'

/** How many other times are offered when the wanted one is not available. */
export const SERIES_ALTERNATIVES = 3

const numberFrom = (least: number, most: number) => {
  const message = fill(words.wholeNumber, { least, most })
  return z.coerce.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
}

const who = {
  treatment: wantedTreatment,
  /** Id of the doctor of all appointments. Without one, the clinic chooses: `chooseSeriesDoctors`. */
  doctor: z.optional(doctorId),
  /** Id of a child; without one it is for the account holder. */
  child: z.optional(childId),
}

/**
 * `GET /appointment-series`, and for staff `GET /families/{id}/appointment-series`: the dates of a series
 * that begins at a time. It has `count` appointments, one every `every` days or weeks (`unit`).
 */
export const seriesQuery = z.strictObject({
  ...who,
  /** The day of the first one. */
  date: wireDate,
  slot: wantedSlot,
  count: numberFrom(FEWEST_IN_SERIES, LONGEST_SERIES),
  every: numberFrom(1, LONGEST_INTERVAL),
  unit: z.enum(['days', 'weeks'], words.daysOrWeeks),
})

const seriesDoctor = z.object({ _id: z.string(), name: z.string() })
export type SeriesDoctor = z.infer<typeof seriesDoctor>

/** A time that can be booked. */
const seriesTime = z.object({
  /** 'Jun 5, 2026' */
  date: z.string(),
  slot: z.string(),
  /** The doctors who are free then, the one with the fewest appointments that day first; none without doctors. */
  doctors: z.array(seriesDoctor),
  /** Dollars. */
  price: z.number(),
})
export type SeriesTime = z.infer<typeof seriesTime>

/** Why a date of a series is not available at its time. `own`: the patient has another appointment then. */
const seriesObstacle = z.enum(['closed', 'not_offered', 'own', 'taken'])
export type SeriesObstacle = z.infer<typeof seriesObstacle>

const seriesDate = z.object({
  /** 'Jun 5, 2026' */
  date: z.string(),
  obstacle: z.optional(seriesObstacle),
  /**
   * The wanted time. With an obstacle, the nearest times of that day, or of the first later day that has any.
   */
  times: z.array(seriesTime),
})
export type SeriesDate = z.infer<typeof seriesDate>

/** In order of time. */
export const seriesDates = z.array(seriesDate)

const newSeriesTimes = z
  .array(
    z.strictObject({
      date: wireDate,
      slot: wantedSlot,
      price: shownPrice,
    }),
  )
  .check(
    z.minLength(FEWEST_IN_SERIES, fill(words.chooseAtLeast, { fewest: FEWEST_IN_SERIES })),
    z.maxLength(LONGEST_SERIES, fill(words.chooseAtMost, { most: LONGEST_SERIES })),
    z.refine(
      (times) => new Set(times.map(({ date }) => date)).size === times.length,
      words.eachDayOnce,
    ),
  )

/** Shared by the calls of families and staff. */
export const newSeriesFacts = { ...who, times: newSeriesTimes, terms: shownTerms }

/** `POST /appointment-series`: books all of them or none. */
export const newSeries = z.strictObject({
  ...newSeriesFacts,
  email: accountEmail,
  ...referral,
  ...bookingForm.shape,
})
export type NewSeries = z.input<typeof newSeries>

export const seriesSuccess = z.object({
  success: z.literal(true),
  /** In order of time. */
  bookings: z.array(appointment),
})
export type SeriesSuccess = z.infer<typeof seriesSuccess>

/** Why nothing was booked (409). */
export const seriesRefusal = z.object({
  success: z.literal(false),
  code: z.enum(['already_booked', 'slot_taken', 'price_changed']),
  /** Names the day. */
  message: z.string(),
})
export type SeriesRefusal = z.infer<typeof seriesRefusal>
