import * as words from '#words/en/refusals/series.ts'
import {
  alreadyBooked,
  newTerms,
  otherAccount,
  seriesNotBooked,
} from '../booking/booking-refusals.ts'
import { whileOpen } from '../opening/not-open.ts'
import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { notOpen } from '../refusals/shared-refusals.ts'
import * as series from './appointment-series-calls.ts'

/** Why the dates of a series cannot be computed. */
export const noSeries = {
  ...seriesNotBooked,
  series_too_long: [400, beside('count', words.tooLong)],
  beyond_horizon: [400, beside('count', words.beyondHorizon)],
} as const satisfies Refusals

/** Why families and staff cannot book a series. */
export const seriesRefusals = {
  ...noSeries,
  ...alreadyBooked,
  ...newTerms,
  slot_taken: [409, words.timeTaken],
  price_changed: [409, words.priceChanged],
} as const satisfies Refusals

export const findSeries = refusing(series.findSeries, noSeries)
export const bookSeries = refusing(whileOpen(series.bookSeries), {
  ...otherAccount,
  ...notOpen,
  ...seriesRefusals,
})
