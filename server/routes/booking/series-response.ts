import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import type { SeriesDate, SeriesRefusal, SeriesSuccess } from '#contract/series/series.ts'
import type {
  noSeries as noSeriesRefusals,
  seriesRefusals,
} from '#contract/series/series-refusals.ts'
import type {
  ProposedDate,
  SeriesRefusal as RefusedSeries,
  SeriesOutcome,
} from '#domain/booking/series.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { speech } from '#server/http/spoken-language.ts'
import { toAppointment } from '#server/views/appointments.ts'
import { toNamed } from '#server/views/with-id.ts'
import { describeNewTerms, explainAlreadyBooked, notBooked } from './booking-response.ts'

/**
 * The response to the booking of a series.
 * @throws HttpError when no patient could book this
 */
export function describeSeries(
  call: Refusing<typeof seriesRefusals>,
  outcome: SeriesOutcome,
): SeriesSuccess | SeriesRefusal | TermsChanged {
  if (outcome.outcome === 'booked') {
    return { success: true, bookings: outcome.appointments.map(toAppointment) }
  }
  if (outcome.outcome !== 'refused') throw noSeries(call, outcome)
  const { date, slot, refusal } = outcome
  const { formats } = speech()
  const day = formats.fullDay(date)
  switch (refusal.outcome) {
    case 'already_booked': {
      const { child, date, slot } = toAppointment(refusal.existing)
      const booking = { date, slot, child: refusal.isOneOfSeveral ? child?.name : undefined }
      return { success: false, ...explainAlreadyBooked(call, booking) }
    }
    case 'slot_taken': {
      const time = formats.slotStart(slot)
      return { success: false, ...explain(call, refusal.outcome, { time, day }) }
    }
    case 'price_changed': {
      const price = formatPrice(toDollars(refusal.priceCents))
      return { success: false, ...explain(call, refusal.outcome, { price, day }) }
    }
    case 'terms_changed':
      return describeNewTerms(call, refusal)
    default:
      throw notBooked(call, refusal, date)
  }
}

/** The error for a series that is impossible whatever the appointments of others. */
export function noSeries(
  call: Refusing<typeof noSeriesRefusals>,
  outcome: RefusedSeries,
): HttpError {
  switch (outcome.outcome) {
    case 'too_long': {
      const appointments = speech().words.units.appointments(outcome.most)
      return refuse(call, 'series_too_long', { appointments })
    }
    case 'beyond_horizon': {
      const { possible, lastDay, count: wanted } = outcome
      return refuse(call, outcome.outcome, {
        possible,
        wanted,
        day: speech().formats.fullDay(lastDay),
      })
    }
    case 'refused':
      return refusedSeries(call, outcome)
  }
}

function refusedSeries(
  call: Refusing<typeof noSeriesRefusals>,
  { date, refusal }: Extract<RefusedSeries, { outcome: 'refused' }>,
): HttpError {
  switch (refusal.outcome) {
    case 'already_booked':
    case 'slot_taken':
    case 'price_changed':
    case 'terms_changed':
      // Only a booking can have these outcomes, and it handles them.
      throw new Error(`A series was refused with ${refusal.outcome}.`)
    default:
      return notBooked(call, refusal, date)
  }
}

/** A date of a series as the API shows it. */
export function toSeriesDate({ date, obstacle, times }: ProposedDate): SeriesDate {
  return {
    date: formatWireDate(date),
    obstacle,
    times: times.map(({ doctors, priceCents, ...time }) => ({
      date: formatWireDate(time.date),
      slot: formatSlot(time),
      doctors: doctors.map(toNamed),
      price: toDollars(priceCents),
    })),
  }
}
