import { alreadyBookedMessage } from '#contract/booking/appointments.ts'
import { formatSlot, startOfSlot } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { formatFullDay, formatWireDate } from '#contract/dates.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type { SeriesDate, SeriesRefusal, SeriesSuccess } from '#contract/series/series.ts'
import type {
  ProposedDate,
  SeriesRefusal as RefusedSeries,
  SeriesOutcome,
} from '#domain/booking/series.ts'
import { HttpError, refusedField } from '#server/http/http-error.ts'
import { toAppointment } from '#server/views/appointments.ts'
import { CONFIRM_EMAIL, describeNewTerms, notBooked } from './booking-response.ts'

/**
 * The response to the booking of a series.
 * @throws HttpError when no patient can book what was asked for
 */
export function describeSeries(
  outcome: SeriesOutcome,
): SeriesSuccess | SeriesRefusal | TermsChanged {
  if (outcome.outcome === 'booked') {
    return { success: true, bookings: outcome.appointments.map(toAppointment) }
  }
  if (outcome.outcome !== 'refused') throw noSeries(outcome)
  const { date, slot, refusal } = outcome
  const day = formatFullDay(date)
  const refused = (code: SeriesRefusal['code'], message: string): SeriesRefusal => ({
    success: false,
    code,
    message,
  })
  switch (refusal.outcome) {
    case 'already_booked': {
      const { existing, isOneOfSeveral } = refusal
      const { child, ...time } = toAppointment(existing)
      const message = alreadyBookedMessage({
        ...time,
        child: isOneOfSeveral ? child?.name : undefined,
      })
      return refused('already_booked', message)
    }
    case 'slot_taken': {
      const time = `${startOfSlot(slot)} on ${day}`
      return refused('slot_taken', `Someone else just booked ${time}. Nothing was booked.`)
    }
    case 'price_changed': {
      const price = formatPrice(toDollars(refusal.priceCents))
      const message = `The price on ${day} is now ${price}. Please review it and book again.`
      return refused('price_changed', message)
    }
    case 'terms_changed':
      return describeNewTerms(refusal)
    default:
      throw noSeries(outcome)
  }
}

/** The error for a series that cannot be booked, whatever the appointments of others. */
export function noSeries(outcome: RefusedSeries): HttpError {
  switch (outcome.outcome) {
    case 'too_long': {
      const message = `A series has at most ${count(outcome.most, 'appointment')}.`
      return refusedField(400, 'series_too_long', 'count', message)
    }
    case 'beyond_horizon': {
      const { possible, lastDay } = outcome
      const message = `Only ${possible} of these ${outcome.count} dates can be booked now: the last day is ${formatFullDay(lastDay)}. Choose fewer appointments, or a shorter time between them.`
      return refusedField(400, 'beyond_horizon', 'count', message)
    }
    case 'refused':
      return describeRefusal(outcome)
  }
}

function describeRefusal({
  date,
  refusal,
}: Extract<RefusedSeries, { outcome: 'refused' }>): HttpError {
  switch (refusal.outcome) {
    case 'already_booked':
    case 'slot_taken':
    case 'price_changed':
    case 'terms_changed':
      // Of a booking only, which answers it.
      throw new Error(`A series was refused with ${refusal.outcome}.`)
    case 'too_many_unpaid': {
      const { limit, emailVerified } = refusal
      const orElse = emailVerified ? 'pay for those that are coming up first' : CONFIRM_EMAIL
      const message = `You can have ${count(limit, 'unpaid appointment')} at a time. Choose fewer appointments, or ${orElse}. The front desk can book a longer series for you.`
      return new HttpError(422, 'too_many_unpaid', message)
    }
    case 'too_many_unpaid_of_child': {
      const { limit, child } = refusal
      const message = `${child.name} can have ${count(limit, 'unpaid appointment')} at a time. Choose fewer appointments, or pay for those that are coming up first. The front desk can book a longer series for you.`
      return new HttpError(422, 'too_many_unpaid', message)
    }
    default:
      return notBooked(refusal, date)
  }
}

/** A date of a series as the API shows it. */
export function toSeriesDate({ date, obstacle, times }: ProposedDate): SeriesDate {
  return {
    date: formatWireDate(date),
    obstacle,
    times: times.map(({ doctor, priceCents, ...time }) => ({
      date: formatWireDate(time.date),
      slot: formatSlot(time),
      doctor: doctor?.name,
      price: toDollars(priceCents),
    })),
  }
}
