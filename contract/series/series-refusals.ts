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
  series_too_long: [400, beside('count', 'A series has at most {appointments}.')],
  beyond_horizon: [
    400,
    beside(
      'count',
      'Only {possible} of these {wanted} dates can be booked now: the last day is {day}. Choose fewer appointments, or a shorter time between them.',
    ),
  ],
} as const satisfies Refusals

/** Why families and staff cannot book a series. */
export const seriesRefusals = {
  ...noSeries,
  ...alreadyBooked,
  ...newTerms,
  slot_taken: [409, 'Someone else just booked {time} on {day}. Nothing was booked.'],
  price_changed: [409, 'The price on {day} is now {price}. Please review it and book again.'],
} as const satisfies Refusals

export const findSeries = refusing(series.findSeries, noSeries)
export const bookSeries = refusing(whileOpen(series.bookSeries), {
  ...otherAccount,
  ...notOpen,
  ...seriesRefusals,
})
